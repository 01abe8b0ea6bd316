import Domain
import SQL
import SQLite
import Storage
import StorageTesting
import Testing
import Wire

struct ReservationStoreTests {
  private static let hour: Int64 = 3_600_000

  private func row(_ world: World, state: String = "held", startsIn hours: Int64? = 1) -> ReservationRow {
    let from = hours.map { start.adding(milliseconds: $0 * Self.hour) }
    return ReservationRow(
      realm: .eyemon, doctor: world.doctor, patient: world.patient, clinic: nil, state: state, startsAt: from,
      endsAt: from?.adding(milliseconds: 30 * 60_000), dueAt: start.adding(milliseconds: 600_000), personName: "정민지",
      personBirthDate: "1990-02-03", symptoms: "눈이 \u{0} 아파요", schedule: ScheduleRow(doctor: world.doctor), at: start)
  }

  @Test func aReservationComesBackAsItWasStored() async throws {
    let world = try await World.make(.ofTest())
    var new = row(world)
    new.isTimeByDoctor = true
    let stored = new
    let (id, found) = try await world.store.write { (tables) throws in
      let id = try tables.reservations.insert(stored)
      return (id, try tables.reservations.find(id))
    }
    var expected = new
    expected.id = id
    #expect(found == expected)
  }

  /// Of two who read the same version, one wins.
  @Test func aChangeOfAnOldVersionIsRefused() async throws {
    let world = try await World.make(.ofTest())
    let new = row(world)
    try await world.store.write { (tables) throws in
      let id = try tables.reservations.insert(new)
      guard var read = try tables.reservations.find(id) else { throw Missing() }
      read.state = "confirmed"
      read.dueAt = nil
      read.opensAt = start
      read.isTimeByDoctor = true
      let changed = try tables.reservations.change(read, at: start)
      #expect(changed?.version == 2 && changed?.state == "confirmed")
      #expect(try tables.reservations.find(id) == changed)
      read.state = "cancelled"
      #expect(try tables.reservations.change(read, at: start) == nil)
      #expect(try tables.reservations.find(id)?.state == "confirmed")
    }
  }

  @Test func aCellBelongsToOne() async throws {
    let world = try await World.make(.ofTest())
    let new = row(world)
    let (first, second) = try await world.store.write { (tables) throws in
      (try tables.reservations.insert(new), try tables.reservations.insert(new))
    }
    try await world.store.write { (tables) throws in
      #expect(try tables.cells.take(100..<106, of: world.doctor, for: .reservation(first)))
      #expect(try tables.cells.take(106..<109, of: world.doctor, for: .offer(RowID(7))))
      #expect(try tables.cells.take(100..<106, of: world.patient, for: .reservation(first)))
    }
    try await world.store.write { (tables) throws in
      #expect(try !tables.cells.take(105..<107, of: world.doctor, for: .reservation(second)))
    }
    try await world.store.write { (tables) throws in
      #expect(try !tables.cells.take(98..<101, of: world.doctor, for: .reservation(second)))
      #expect(try !tables.cells.take(50..<50, of: world.doctor, for: .reservation(second)))
    }
    let taken = try await world.store.write { (tables) throws in
      try tables.cells.release(.reservation(first))
      let taken = try tables.cells.taken(in: 90..<200, of: world.doctor)
      try tables.cells.release(.offer(RowID(7)))
      return (taken, try tables.cells.taken(in: 90..<200, of: world.doctor))
    }
    #expect(taken.0.filter { (106..<109).contains($0) } == [106, 107, 108])
    #expect(!taken.0.contains(103) && !taken.1.contains(106))
  }

  @Test func pagesNeitherRepeatNorLose() async throws {
    let world = try await World.make(.ofTest())
    let rows = [1, 2, 2, 3, nil].map { row(world, state: "confirmed", startsIn: $0) } + [row(world, state: "expired")]
    let (upcoming, past) = try await world.store.write { (tables) throws in
      for new in rows { _ = try tables.reservations.insert(new) }
      func pages(
        _ page: (ReservationPlace?) throws -> [ReservationRow]
      ) throws -> [ReservationRow] {
        var (all, place): ([ReservationRow], ReservationPlace?) = ([], nil)
        while let last = try page(place).last {
          all += try page(place)
          place = ReservationPlace(placedAt: last.placedAt, id: last.id)
        }
        return all
      }
      return (
        try pages { try tables.reservations.upcoming(of: world.patient, at: start, after: $0, limit: 2) },
        try pages { try tables.reservations.past(of: world.patient, at: start, after: $0, limit: 2) }
      )
    }
    let hours: [Int64?] = [nil, 1, 2, 2, 3]
    #expect(upcoming.map(\.startsAt) == hours.map { $0.map { start.adding(milliseconds: $0 * Self.hour) } })
    #expect(past.map(\.state) == ["expired"])
  }

  @Test func aConsultIsOpenFromItsOpeningUntilItsEnd() async throws {
    let world = try await World.make(.ofTest())
    var new = row(world, state: "confirmed")
    new.opensAt = start
    new.closesAt = start.adding(milliseconds: 10)
    let timed = new
    let answers = try await world.store.write { (tables) throws in
      _ = try tables.reservations.insert(timed)
      return try [-1, 0, 9, 10].map { (delta: Int64) in
        try tables.reservations.isConsultOpen(
          patient: world.patient, doctor: world.doctor, at: start.adding(milliseconds: delta))
      }
    }
    #expect(answers == [false, true, true, false])
    let other = try await world.store.read {
      try $0.reservations.isConsultOpen(patient: world.doctor, doctor: world.patient, at: start)
    }
    #expect(!other)
  }

  @Test func rulesAreWrittenByWhoReadTheNewest() async throws {
    let world = try await World.make(.ofTest())
    try await world.store.write { (tables) throws in
      var rules = ScheduleRow(doctor: world.doctor)
      rules.rules = [ScheduleRow.Rule(weekday: 1, from: 540, to: 1080)]
      rules.exceptions = [
        ScheduleRow.Exception(date: "2026-12-25", kind: "closed", note: "성탄절"),
        ScheduleRow.Exception(date: "2026-12-26", kind: "extra", from: 600, to: 720),
      ]
      rules.languages = ["ko", "en"]
      #expect(try tables.schedules.put(rules, at: start) == 1)
      #expect(try tables.schedules.put(rules, at: start) == nil)
      rules.version = 1
      rules.fee = 15_000
      #expect(try tables.schedules.put(rules, at: start) == 2)
      rules.version = 2
      #expect(try tables.schedules.find(world.doctor) == rules)
      let clinic = try tables.clinics.insert(
        ClinicRow(
          realm: .eyemon, name: "밝은마루안과", address: "서울", phone: "02-000-0000", longitude: 126_977_969,
          latitude: 37_566_535, hours: [ClinicRow.Hours(weekday: 1, from: 540, to: 1080)], specialties: ["망막"]),
        at: start)
      try tables.schedules.assign(world.doctor, to: clinic, at: start)
      #expect(try tables.clinics.clinic(of: world.doctor)?.hours.count == 1)
      #expect(try tables.schedules.put(rules, at: start) == 3)
      #expect(try tables.schedules.doctor(world.doctor, realm: .eyemon)?.clinicName == "밝은마루안과")
      #expect(try tables.schedules.doctor(world.doctor, realm: .flatbread) == nil)
    }
  }

  @Test func theQueueIsInOrderAndKnowsItsDates() async throws {
    let world = try await World.make(.ofTest())
    try await world.store.write { (tables) throws in
      func wait(_ from: String, _ to: String) throws -> RowID<WaitingRow> {
        try tables.waiting.insert(
          WaitingRow(
            realm: .eyemon, doctor: world.doctor, patient: world.patient, from: from, to: to, createdAt: start))
      }
      let (first, _, third) = (
        try wait("2026-12-01", "2026-12-10"), try wait("2026-12-11", "2026-12-12"), try wait("2026-12-05", "2026-12-05")
      )
      #expect(
        try tables.waiting.queue(of: world.doctor, on: "2026-12-05", limit: 9).map(\.id) == [first, third])
      let offer = try tables.waiting.insert(
        WaitingOfferRow(
          entry: first, doctor: world.doctor, startsAt: start, endsAt: start.adding(milliseconds: 1),
          until: start.adding(milliseconds: 5), createdAt: start))
      try tables.waiting.setState(.offered, of: first)
      #expect(try tables.waiting.queue(of: world.doctor, on: "2026-12-05", limit: 9).map(\.id) == [third])
      #expect(try tables.waiting.offer(of: first)?.id == offer)
      #expect(try tables.waiting.dueOffers(of: world.doctor, at: start, limit: 9) == [])
      #expect(
        try tables.waiting.dueOffers(of: world.doctor, at: start.adding(milliseconds: 5), limit: 9).map(\.id)
          == [offer])
      #expect(try tables.waiting.end(offer, as: .taken) && !tables.waiting.end(offer, as: .over))
      #expect(try tables.waiting.wasOffered(start, to: first) && !tables.waiting.wasOffered(start, to: third))
    }
  }
}
