import Accounts
import Domain
import JSON
import Jobs
import Storage
import Wire

extension JobKind {
  /// A letter to nobody: kept, taken and ended like any other, so that nobody can tell by the time.
  static let nobody = JobKind(rawValue: "nobody")
}

/// Letters of the accounts, as jobs: sent once the transaction is durable, and after a restart as well.
enum Deliveries {
  static func add(
    clock: @escaping @Sendable () -> Timestamp
  ) -> @Sendable (Delivery?, Tables) throws -> Void {
    { delivery, tables in
      guard let delivery else {
        try tables.jobs.add(kind: .nobody, payload: [:], runAt: clock())
        return
      }
      var payload: JSONObject = [
        "to": .string(delivery.recipient), "text": .string(delivery.text),
        "language": .string(delivery.language.rawValue),
      ]
      if delivery.channel == .mail { payload["subject"] = .string(delivery.subject) }
      try tables.jobs.add(
        kind: delivery.channel == .mail ? .mail : .sms, payload: .object(payload), about: delivery.person,
        runAt: clock())
    }
  }

  static let nobody = JobHandler(kind: .nobody) { _ in .nothing }
}
