import Crypto
import Domain
import Storage
import Wire

/// People to try the apps with. Added once: where one of them is there, nothing is added.
public struct DemoPeople: Sendable {
  public static let password = "maru!2345"

  /// Address, nickname and app of each, for the sign-in texts at the start.
  public static let signIns: [(app: App, email: String, nick: String)] =
    doctors.map { (.eyemonDoctor, $0.email, $0.nick) } + patients.map { (.eyemon, $0.email, $0.nick) }

  let store: DataStore
  let cost: PasswordHash.Cost

  /// And where their doctors work.
  func addAll(now: Timestamp) async throws {
    try await add(now: now)
    try await DemoClinics(store: store).add(now: now)
  }

  func add(now: Timestamp) async throws {
    let hash = try PasswordHash.hash(Self.password, cost: cost)
    try await store.write { tables in
      guard try !tables.people.isTaken(email: Self.doctors[0].email, realm: .eyemon) else { return }
      var ids: [String: RowID<Person>] = [:]
      for person in Self.doctors + Self.patients {
        let role: Role = person.practice == nil ? .patient : .doctor
        let new = NewPerson(
          realm: .eyemon, email: person.email, nick: person.nick, introduction: person.introduction, role: role,
          passwordHash: hash)
        guard let id = try tables.people.insert(new, at: now.adding(milliseconds: -20 * DemoTalk.day)) else { continue }
        ids[person.email] = id
        if let practice = person.practice {
          try tables.people.insertDoctor(
            id, realm: .eyemon, state: .approved, clinic: practice.clinic, specialty: practice.specialty)
        }
      }
      for talk in DemoTalk.all {
        if let patient = ids[talk.patient], let doctor = ids[talk.doctor] {
          try talk.write(patient: patient, doctor: doctor, tables, now: now)
        }
      }
    }
  }

  struct Entry: Sendable {
    var email: String
    var nick: String
    var introduction: String
    var practice: (clinic: String, specialty: String)?
  }

  static let doctors = [
    Entry(
      email: "doctor1@maru.demo", nick: "김서윤", introduction: "망막과 황반 질환을 15년째 보고 있습니다. 궁금한 점은 편하게 물어보세요.",
      practice: ("밝은마루안과", "망막 · 황반변성")),
    Entry(
      email: "doctor2@maru.demo", nick: "박준호", introduction: "시력교정과 건성안을 함께 봅니다. 수술 전 걱정부터 회복까지 곁에 있겠습니다.",
      practice: ("새봄안과의원", "시력교정 · 건성안")),
    Entry(
      email: "doctor3@maru.demo", nick: "이하린", introduction: "아이들의 근시와 사시를 봅니다. 진료실이 무섭지 않도록 천천히 설명합니다.",
      practice: ("한빛어린이안과", "소아안과 · 근시")),
  ]

  static let patients = [
    Entry(email: "patient1@maru.demo", nick: "정민지", introduction: "", practice: nil),
    Entry(email: "patient2@maru.demo", nick: "최도현", introduction: "", practice: nil),
    Entry(email: "patient3@maru.demo", nick: "한소라", introduction: "", practice: nil),
  ]
}
