import Accounts
import Crypto
import Domain
import JSON
import Jobs
import Mail
import Storage
import Wire

extension JobKind {
  /// A letter to nobody: kept, taken and ended like any other, so that nobody can tell by the time.
  static let nobody = JobKind(rawValue: "nobody")
  /// A letter with a code: `{to, language, sealed, until}`.
  static let codeMail = JobKind(rawValue: "code_mail")
}

/// Letters of the accounts, as jobs: sent once the transaction is durable, and after a restart as well. A text with a
/// code lies sealed in the database, under a key that does not lie there.
struct Deliveries: Sendable {
  private let sealing: AESGCM?
  private let clock: @Sendable () -> Timestamp

  /// - Parameter key: 32 bytes.
  init(key: [UInt8], clock: @escaping @Sendable () -> Timestamp) {
    sealing = AESGCM(key: Hashing.hmacSHA256(Array("maru/letters".utf8), key: key))
    self.clock = clock
  }

  struct NotSealed: Error {}

  func add(_ delivery: Delivery?, _ tables: Tables) throws {
    guard let delivery, try !isStopped(delivery, tables) else {
      try tables.jobs.add(kind: .nobody, payload: [:], runAt: clock())
      return
    }
    let isMail = delivery.channel == .mail
    let payload: JSONObject
    if let end = delivery.codeUntil {
      payload = try sealed(delivery, until: end)
    } else {
      payload = Self.open(delivery)
    }
    let kind: JobKind = !isMail ? .sms : delivery.codeUntil == nil ? .mail : .codeMail
    try tables.jobs.add(kind: kind, payload: .object(payload), about: delivery.person, runAt: clock())
  }

  /// Whether a provider has said that mail to that address arrives no more.
  private func isStopped(_ delivery: Delivery, _ tables: Tables) throws -> Bool {
    guard delivery.channel == .mail, let person = delivery.person, try tables.people.isMailStopped(person) else {
      return false
    }
    return try tables.people.find(person)?.email == delivery.recipient
  }

  private static func open(_ delivery: Delivery) -> JSONObject {
    var payload: JSONObject = [
      "to": .string(delivery.recipient), "text": .string(delivery.text),
      "language": .string(delivery.language.rawValue),
    ]
    if delivery.channel == .mail { payload["subject"] = .string(delivery.subject) }
    return payload
  }

  private func sealed(_ delivery: Delivery, until end: Timestamp) throws -> JSONObject {
    let nonce = SecureRandom.bytes(AESGCM.nonceBytes)
    let text = JSONValue.object(Self.open(delivery)).bytes
    guard let bytes = sealing?.seal(text, nonce: nonce, data: Array(delivery.recipient.utf8)) else {
      throw NotSealed()
    }
    return [
      "to": .string(delivery.recipient), "sealed": .string(Base64URL.encode(nonce + bytes)),
      "until": .integer(end.milliseconds),
    ]
  }

  /// What a job is to bring: its payload, or what is sealed in it.
  /// - Throws: where the code in it has run out: it would only mislead. Nobody tries it again.
  func unsealed(_ payload: JSONValue) throws(JobFailure) -> JSONValue {
    guard let text = payload["sealed"]?.string else { return payload }
    guard let end = payload["until"]?.int64, end > clock().milliseconds else {
      throw .never("its code has run out")
    }
    guard let sealing, let bytes = Base64URL.decode(text), bytes.count > AESGCM.nonceBytes,
      let opened = sealing.open(
        bytes.dropFirst(AESGCM.nonceBytes), nonce: Array(bytes.prefix(AESGCM.nonceBytes)),
        data: Array((payload["to"]?.string ?? "").utf8)),
      let letter = try? JSONValue(parsing: opened)
    else { throw .never("sealed with another key") }
    return letter
  }

  static let nobody = JobHandler(kind: .nobody) { _ in .nothing }
}
