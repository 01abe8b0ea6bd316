import Domain
import Storage
import Wire

/// Clinics and hours of the demo doctors. Added once for each who has none.
struct DemoClinics: Sendable {
  let store: DataStore

  func add(now: Timestamp) async throws {
    try await store.write { tables in
      for place in Self.all {
        guard let doctor = try tables.people.credentials(email: place.doctor, realm: .eyemon)?.person.id,
          try tables.schedules.find(doctor) == nil
        else { continue }
        let clinic = try tables.clinics.insert(place.clinic, at: now)
        var schedule = place.schedule
        schedule.doctor = doctor
        _ = try tables.schedules.put(schedule, at: now)
        try tables.schedules.assign(doctor, to: clinic, at: now)
      }
    }
  }

  struct Entry: Sendable {
    var doctor: String
    var clinic: ClinicRow
    var schedule: ScheduleRow
  }

  static let all = [retina, refraction, children]

  private static let hour: Int64 = 60

  /// - Parameter days: 1 (Monday) … 7.
  private static func rules(_ days: ClosedRange<Int64>, _ spans: [(Int64, Int64)]) -> [ScheduleRow.Rule] {
    days.flatMap { day in spans.map { ScheduleRow.Rule(weekday: day, from: $0.0 * hour, to: $0.1 * hour) } }
  }

  private static func hours(_ days: ClosedRange<Int64>, _ from: Int64, _ to: Int64) -> [ClinicRow.Hours] {
    days.map { ClinicRow.Hours(weekday: $0, from: from * hour, to: to * hour) }
  }

  private static let retina: Entry = {
    var schedule = ScheduleRow(doctor: RowID(0))
    schedule.fee = 15_000
    schedule.languages = ["ko", "en"]
    schedule.introduction = "망막과 황반 질환을 15년째 보고 있습니다. 궁금한 점은 편하게 물어보세요."
    schedule.answerTime = "보통 진료일 저녁까지 답합니다."
    schedule.rules = rules(1...5, [(9, 13), (14, 18)])
    return Entry(
      doctor: "doctor1@maru.demo",
      clinic: ClinicRow(
        realm: .eyemon, name: "밝은마루안과", address: "서울특별시 중구 세종대로 110", phone: "02-0000-0101",
        longitude: 126_977_969, latitude: 37_566_535, hours: hours(1...5, 9, 18) + hours(6...6, 9, 13),
        specialties: ["망막", "황반변성"]),
      schedule: schedule)
  }()

  private static let refraction: Entry = {
    var schedule = ScheduleRow(doctor: RowID(0))
    schedule.fee = 20_000
    schedule.slotMinutes = 20
    schedule.needsApproval = true
    schedule.languages = ["ko", "ja"]
    schedule.introduction = "시력교정과 건성안을 함께 봅니다. 수술 전 걱정부터 회복까지 곁에 있겠습니다."
    schedule.answerTime = "오전에 남긴 질문은 당일에 답합니다."
    schedule.policy = PolicyRow(freeHours: 48, partHours: 12, partPercent: 50)
    schedule.rules = rules(2...6, [(10, 13), (14, 19)])
    return Entry(
      doctor: "doctor2@maru.demo",
      clinic: ClinicRow(
        realm: .eyemon, name: "새봄안과의원", address: "서울특별시 강남구 테헤란로 152", phone: "02-0000-0102",
        longitude: 127_036_508, latitude: 37_500_028, hours: hours(2...6, 10, 19), specialties: ["시력교정", "건성안"]),
      schedule: schedule)
  }()

  private static let children: Entry = {
    var schedule = ScheduleRow(doctor: RowID(0))
    schedule.fee = 12_000
    schedule.slotMinutes = 15
    schedule.languages = ["ko"]
    schedule.introduction = "아이들의 근시와 사시를 봅니다. 진료실이 무섭지 않도록 천천히 설명합니다."
    schedule.answerTime = "하루 안에 답합니다."
    schedule.rules = rules(1...5, [(9, 12), (13, 17)]) + rules(6...6, [(9, 13)])
    return Entry(
      doctor: "doctor3@maru.demo",
      clinic: ClinicRow(
        realm: .eyemon, name: "한빛어린이안과", address: "경기도 성남시 분당구 판교역로 235", phone: "031-000-0103",
        longitude: 127_111_202, latitude: 37_394_776, hours: hours(1...5, 9, 17) + hours(6...6, 9, 13),
        specialties: ["소아안과", "근시"]),
      schedule: schedule)
  }()
}
