import Domain
import JSON
import Payment
import SQL
import SQLite
import Storage
import Testing
import Wire

struct OrderStoreTests {
  private func order(_ world: World, _ code: String = "M1", reservation: Int64? = 7) -> OrderRow {
    var record = OrderRecord(
      code: code, price: Money(50_000, .won), createdAt: start, expiresAt: start.adding(milliseconds: 600_000),
      latestHold: start.adding(milliseconds: 900_000))
    record.nextCheckAt = start.adding(milliseconds: 30_000)
    return OrderRow(
      realm: .eyemon, buyer: world.patient, doctor: world.doctor, reservation: reservation, provider: "sandbox",
      title: "진료 상담", record: record, updatedAt: start)
  }

  private func inserted(_ row: OrderRow, _ tables: Tables) throws -> OrderRow {
    var row = row
    guard let id = try tables.orders.insert(row) else { throw Missing() }
    row.id = id
    return row
  }

  private func paid(_ id: String = "imp_1") -> PaymentReport {
    PaymentReport(id: id, orderCode: "M1", status: .paid, currency: .won, captured: 50_000, method: .virtualAccount)
  }

  @Test(arguments: Kind.allCases)
  func anOrderIsReadAsItWasWritten(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      var row = try inserted(order(world), tables)
      #expect(try tables.orders.find(row.id) == row)
      #expect(try tables.orders.find(code: "M1") == row)
      #expect(try tables.orders.find(reservation: 7) == row)
      var machine = OrderMachine(row.record)
      var report = PaymentReport(
        id: "imp_1", orderCode: "M1", status: .waitingDeposit, currency: .won, method: .virtualAccount)
      report.deposit = DepositAccount(bank: "신한", account: "1-2", holder: "마루", until: start)
      _ = machine.receive(.reported(report), at: start)
      _ = machine.receive(.reported(paid()), at: start)
      _ = machine.receive(.reservationAnswered(isOurs: true), at: start)
      _ = machine.receive(.declined, at: start)
      _ = machine.receive(.unreadable, at: start)
      row.record = machine.order
      row.paidAt = start
      try tables.orders.save(row, at: start)
      #expect(try tables.orders.find(row.id) == row)
      #expect(try tables.orders.inReview(limit: 5) == [row])
    }
  }

  @Test(arguments: Kind.allCases)
  func aReservationHasOneOrder(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      _ = try inserted(order(world), tables)
      #expect(try tables.orders.insert(order(world, "M2")) == nil)
      #expect(try tables.orders.insert(order(world, "M1", reservation: 8)) == nil)
      _ = try inserted(order(world, "M3", reservation: nil), tables)
      _ = try inserted(order(world, "M4", reservation: nil), tables)
    }
  }

  @Test(arguments: Kind.allCases)
  func aPaymentStaysWithItsFirstOrder(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      var (first, second) = (
        try inserted(order(world), tables), try inserted(order(world, "M2", reservation: 8), tables)
      )
      let payment = OrderPayment(id: "imp_1", status: .paid, currency: .won, method: .card, captured: 1)
      first.record.payments = [payment]
      try tables.orders.save(first, at: start)
      second.record.payments = [payment]
      second.record.payments[0].captured = 2
      try tables.orders.save(second, at: start)
      #expect(try tables.payments.order(of: "imp_1", provider: "sandbox") == first.id)
      #expect(try tables.payments.order(of: "imp_1", provider: "other") == nil)
      #expect(try tables.payments.list(of: first.id) == [payment])
      #expect(try tables.payments.list(of: second.id) == [])
    }
  }

  @Test(arguments: Kind.allCases)
  func whatIsOpenAndWhatIsDueIsFound(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      var row = try inserted(order(world), tables)
      let later = start.adding(milliseconds: 30_000)
      #expect(try tables.orders.nextCheck(of: row.id) == later)
      #expect(try tables.orders.toCheck(after: RowID(0), limit: 5) == [row.id])
      #expect(try tables.orders.toCheck(after: row.id, limit: 5) == [])
      #expect(try tables.orders.unsettled(of: world.patient, limit: 5) == [row])
      #expect(try tables.orders.takeTurn(row.id, pause: 2_000, at: later))
      #expect(try !tables.orders.takeTurn(row.id, pause: 2_000, at: later.adding(milliseconds: 1_999)))
      #expect(try tables.orders.takeTurn(row.id, pause: 2_000, at: later.adding(milliseconds: 2_000)))
      try tables.orders.postpone(row.id, until: later.adding(milliseconds: 1))
      #expect(try tables.orders.nextCheck(of: row.id) == later.adding(milliseconds: 1))
      try tables.orders.hasten(row.id, to: start)
      #expect(try tables.orders.nextCheck(of: row.id) == start)
      row.record.phase = .paid
      row.record.stage = .bought
      row.paidAt = start
      try tables.orders.save(row, at: start)
      #expect(try tables.orders.unsettled(of: world.patient, limit: 5) == [])
      #expect(try tables.orders.paid(by: world.patient, limit: 5).map(\.id) == [row.id])
      #expect(try tables.orders.paid(by: world.patient, before: row.id.value, limit: 5) == [])
      #expect(try tables.orders.withMoney(of: world.patient, limit: 5) == [])
    }
  }

  @Test(arguments: Kind.allCases)
  func theLedgerIsOnlyAddedTo(kind: Kind) async throws {
    let world = try await World.make(kind)
    let entry = LedgerEntry(payment: "imp_1", kind: .captured, amount: 50_000, currency: .won, total: 50_000)
    let id = try await world.store.write { (tables) throws in
      let id = try inserted(order(world), tables).id
      for _ in 0..<2 { try tables.ledger.enter(entry, of: id, at: start) }
      let back = LedgerEntry(payment: "imp_1", kind: .refunded, amount: 20_000, currency: .won, total: 20_000)
      try tables.ledger.enter(back, of: id, at: start)
      #expect(try tables.ledger.entries(of: id) == [entry, back])
      #expect(
        try tables.ledger.balances() == [LedgerStore.Balance(currency: .won, captured: 50_000, refunded: 20_000)])
      return id
    }
    for change in ["UPDATE ledger_entries SET amount = 1", "DELETE FROM ledger_entries"] {
      await #expect(throws: SQLError.self) { try await world.store.write { try $0.connection.execute(change) } }
    }
    _ = try await world.store.write {
      try $0.connection.execute("DELETE FROM orders WHERE id = ?1", [.integer(id.value)])
    }
    #expect(try await world.store.read { try $0.ledger.balances() } == [])
  }

  @Test(arguments: Kind.allCases)
  func historyAndAccountsAreKept(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let id = try inserted(order(world), tables).id
      try tables.ledger.note(OrderNote(.created), of: id, at: start)
      try tables.ledger.note(OrderNote(.paid, Money(50_000, .won), detail: "imp_1"), of: id, at: start)
      #expect(try tables.ledger.history(of: id).map(\.note.code) == [.created, .paid])
      #expect(try tables.ledger.history(of: id).last?.note == OrderNote(.paid, Money(50_000, .won), detail: "imp_1"))
      for sealed in ["a", "b"] { try tables.ledger.keepAccount(sealed: sealed, of: id, at: start) }
      #expect(try tables.ledger.account(of: id) == "b")
      try tables.ledger.forgetAccount(of: id)
      #expect(try tables.ledger.account(of: id) == nil)
    }
  }
}

struct IdempotencyStoreTests {
  @Test(arguments: Kind.allCases)
  func aRepeatIsAnsweredAsTheFirst(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let store = tables.idempotency
      func find(_ key: String, _ digest: String = "d", _ person: RowID<Person>? = nil, _ scope: String = "orders")
        throws
        -> IdempotencyStore.Found
      { try store.find(key, of: person ?? world.patient, scope: scope, digest: digest) }
      #expect(try find("k") == .nothing)
      try store.keep("first", for: "k", of: world.patient, scope: "orders", digest: "d", at: start)
      try store.keep("second", for: "k", of: world.patient, scope: "orders", digest: "d", at: start)
      #expect(try find("k") == .answer("first"))
      #expect(try find("k", "other") == .otherRequest)
      #expect(try find("k", "d", world.doctor) == .nothing)
      #expect(try find("k", "d", nil, "cancel") == .nothing)
      try store.keep("x", for: "", of: world.patient, scope: "orders", digest: "d", at: start)
      #expect(try find("") == .nothing)
      let end = start.adding(milliseconds: IdempotencyStore.keepMilliseconds)
      #expect(try store.deleteKept(until: end.adding(milliseconds: -1), limit: 5) == 0)
      #expect(try store.deleteKept(until: end, limit: 5) == 1)
      #expect(try find("k") == .nothing)
    }
  }

  @Test func queriesUseIndexes() async throws {
    let world = try await World.make()
    let slow = try await world.store.write { tables in
      for number in 0..<200 {
        let record = OrderRecord(
          code: "M\(number)", price: Money(1, .won), createdAt: start, expiresAt: start, nextCheckAt: start)
        let row = OrderRow(
          realm: .eyemon, buyer: world.patient, doctor: world.doctor, reservation: Int64(number), provider: "p",
          title: "t", record: record, updatedAt: start)
        guard var saved = try tables.orders.insert(row).flatMap({ try tables.orders.find($0) }) else { throw Missing() }
        saved.record.payments = [OrderPayment(id: "i\(number)", status: .paid, currency: .won, method: .card)]
        try tables.orders.save(saved, at: start)
        try tables.ledger.note(OrderNote(.created), of: saved.id, at: start)
      }
      try Self.ask(world, tables)
      return (tables.connection as? SQLiteConnection)?.slowStatements
    }
    #expect(slow == [])
  }

  private static func ask(_ world: World, _ tables: Tables) throws {
    let (orders, ledger, id) = (tables.orders, tables.ledger, RowID<OrderRow>(1))
    _ = try orders.find(code: "M3")
    _ = try orders.find(reservation: 3)
    _ = try orders.paid(by: world.patient, limit: 5)
    _ = try orders.withMoney(of: world.patient, limit: 5)
    _ = try orders.unsettled(of: world.patient, limit: 5)
    _ = try orders.nextCheck(of: id)
    _ = try orders.toCheck(after: RowID(0), limit: 5)
    _ = try orders.takeTurn(id, pause: 1, at: start)
    try orders.hasten(id, to: start)
    try orders.postpone(id, until: start.adding(milliseconds: 1))
    _ = try orders.inReview(limit: 5)
    _ = try orders.list(limit: 5)
    _ = try tables.payments.order(of: "i3", provider: "p")
    _ = try tables.payments.receipt(of: "i3", provider: "p")
    try tables.payments.setReceipt([:], of: "i3", provider: "p")
    _ = try ledger.entries(of: id)
    _ = try ledger.history(of: id)
    _ = try ledger.account(of: id)
    try ledger.forgetAccount(of: id)
    _ = try tables.idempotency.find("k", of: world.patient, scope: "s", digest: "d")
    _ = try tables.idempotency.deleteKept(until: start, limit: 5)
  }
}
