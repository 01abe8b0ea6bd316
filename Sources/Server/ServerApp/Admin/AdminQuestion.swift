import JSON

/// What an operator asks of a running server: `maru admin …`.
public enum AdminQuestion: Equatable, Sendable {
  case status
  case reports(all: Bool)
  case closeReport(Int64)
  /// Doctors; those alone who wait for the operator.
  case doctors(waiting: Bool)
  case approveDoctor(String)
  /// The doctor reads the reason.
  case refuseDoctor(String, reason: String)
  /// Who opened files of consults; of one of them by its path.
  case openings(file: String?)
  /// What happened to accounts; to that of one person by their id.
  case audit(person: String?)
  /// Erases a person.
  case erase(String)
  /// Signs a person out everywhere.
  case endSessions(String)
  /// What waits, runs and is dead; or what is dead, or all that is kept.
  case jobs(Jobs)
  case retryJob(Int64)
  case cancelJob(Int64)
  /// Sends a letter, to see whether letters arrive.
  case tryMail(String)

  case clinics
  /// Makes a clinic, or changes the one of that id.
  case putClinic(id: String?, ClinicFlags)
  /// Puts a doctor into a clinic; nil: out of all.
  case assignDoctor(String, clinic: String?)

  case payments(PaymentQuestion)
  case guardian(GuardianQuestion)

  public enum Jobs: String, Sendable { case open, dead, all }

  /// A new key signs tokens.
  case rotateKeys(isLeak: Bool)

  var json: JSONValue {
    switch self {
    case .status: ["command": "status"]
    case .reports(let all): ["command": "reports", "all": .bool(all)]
    case .closeReport(let id): ["command": "close_report", "id": .integer(id)]
    case .doctors(let waiting): ["command": "doctors", "waiting": .bool(waiting)]
    case .approveDoctor(let id): ["command": "approve_doctor", "id": .string(id)]
    case .refuseDoctor(let id, let reason):
      ["command": "refuse_doctor", "id": .string(id), "reason": .string(reason)]
    case .rotateKeys(let isLeak): ["command": "rotate_keys", "leaked": .bool(isLeak)]
    case .openings(let file): ["command": "openings", "file": file.map { .string($0) } ?? .null]
    case .audit(let person): ["command": "audit", "person": person.map { .string($0) } ?? .null]
    case .erase(let person): ["command": "erase", "person": .string(person)]
    case .endSessions(let person): ["command": "end_sessions", "person": .string(person)]
    case .payments(let question): question.json
    case .guardian(let question): question.json
    case .jobs(let which): ["command": "jobs", "which": .string(which.rawValue)]
    case .retryJob(let id): ["command": "retry_job", "id": .integer(id)]
    case .cancelJob(let id): ["command": "cancel_job", "id": .integer(id)]
    case .tryMail(let address): ["command": "try_mail", "to": .string(address)]
    case .clinics: ["command": "clinics"]
    case .putClinic(let id, let flags):
      [
        "command": "put_clinic", "id": id.map { .string($0) } ?? .null, "fields": Self.object(flags.fields),
        "pictures": .array(flags.pictures.map { .string($0) }), "drops_pictures": .bool(flags.dropsPictures),
      ]
    case .assignDoctor(let doctor, let clinic):
      ["command": "assign_doctor", "doctor": .string(doctor), "id": clinic.map { .string($0) } ?? .null]
    }
  }

  /// - Parameter words: what follows `maru admin`, without the flags of the data folder.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    switch rest.popFirst() {
    case "status": self = .status
    case "reports":
      switch rest.popFirst() {
      case nil: self = .reports(all: false)
      case "--all": self = .reports(all: true)
      case "--close":
        guard let text = rest.popFirst() else { throw .missingValue("--close") }
        guard let id = Int64(text), id > 0 else { throw .badValue("--close", text, "the number of a report") }
        self = .closeReport(id)
      case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
      }
    case "doctors", "approve-doctor", "refuse-doctor": self = try Self.doctors(words.first ?? "", &rest)
    case "openings":
      switch rest.popFirst() {
      case nil: self = .openings(file: nil)
      case "--file":
        guard let path = rest.popFirst() else { throw .missingValue("--file") }
        self = .openings(file: path)
      case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
      }
    case "audit", "erase", "end-sessions": self = try Self.privacy(words.first ?? "", &rest)
    case "jobs": self = try Self.jobs(&rest)
    case "payments": self = .payments(try PaymentQuestion(&rest))
    case "guardian": self = .guardian(try GuardianQuestion(&rest))
    case "clinic": self = try Self.clinic(&rest)
    case "try-mail":
      guard let address = rest.popFirst() else { throw .missingValue("try-mail") }
      self = .tryMail(address)
    case "rotate-keys":
      switch rest.popFirst() {
      case nil: self = .rotateKeys(isLeak: false)
      case "--leaked": self = .rotateKeys(isLeak: true)
      case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
      }
    case nil: throw .missingValue("admin")
    case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unknownCommand("admin \(word)")
    }
    if let word = rest.first { throw .unexpected(word) }
  }

  private static func object(_ fields: [String: String]) -> JSONValue {
    var object = JSONObject()
    for field in fields.sorted(by: { $0.key < $1.key }) { object[field.key] = .string(field.value) }
    return .object(object)
  }

  private static func clinic(_ rest: inout ArraySlice<String>) throws(UsageError) -> AdminQuestion {
    switch rest.popFirst() {
    case nil, "list": return .clinics
    case "create": return .putClinic(id: nil, try ClinicFlags(&rest))
    case "edit":
      guard let id = rest.popFirst(), !id.hasPrefix("-") else { throw .missingValue("clinic edit") }
      return .putClinic(id: id, try ClinicFlags(&rest))
    case "assign":
      guard let doctor = rest.popFirst(), let clinic = rest.popFirst() else { throw .missingValue("clinic assign") }
      return .assignDoctor(doctor, clinic: clinic == "none" ? nil : clinic)
    case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unknownCommand("admin clinic \(word)")
    }
  }

  private static func jobs(_ rest: inout ArraySlice<String>) throws(UsageError) -> AdminQuestion {
    switch rest.popFirst() {
    case nil: return .jobs(.open)
    case "--dead": return .jobs(.dead)
    case "--all": return .jobs(.all)
    case "--retry": return .retryJob(try number(&rest, of: "--retry"))
    case "--cancel": return .cancelJob(try number(&rest, of: "--cancel"))
    case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
    }
  }

  private static func number(_ rest: inout ArraySlice<String>, of flag: String) throws(UsageError) -> Int64 {
    guard let text = rest.popFirst() else { throw .missingValue(flag) }
    guard let id = Int64(text), id > 0 else { throw .badValue(flag, text, "the number of a job") }
    return id
  }

  private static func privacy(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> AdminQuestion {
    switch (word, rest.popFirst()) {
    case ("audit", nil): return .audit(person: nil)
    case ("audit", "--person"):
      guard let id = rest.popFirst() else { throw .missingValue("--person") }
      return .audit(person: id)
    case ("erase", let id?) where !id.hasPrefix("-"): return .erase(id)
    case ("end-sessions", let id?) where !id.hasPrefix("-"): return .endSessions(id)
    case ("erase", nil), ("end-sessions", nil): throw .missingValue(word)
    case (_, let word?): throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
    default: throw .missingValue(word)
    }
  }

  private static func doctors(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> AdminQuestion {
    switch (word, rest.popFirst()) {
    case ("doctors", nil): return .doctors(waiting: false)
    case ("doctors", "--waiting"): return .doctors(waiting: true)
    case ("approve-doctor", let id?): return .approveDoctor(id)
    case ("refuse-doctor", let id?):
      guard let reason = rest.popFirst(), !reason.allSatisfy(\.isWhitespace) else {
        throw .missingValue("refuse-doctor ID")
      }
      return .refuseDoctor(id, reason: reason)
    case ("doctors", let word?): throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
    default: throw .missingValue(word)
    }
  }
}
