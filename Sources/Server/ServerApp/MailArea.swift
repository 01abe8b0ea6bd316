import Foundation
import Jobs
import Mail
import Outgoing
import Storage
import Wire

/// Letters and short messages: where they go, and the jobs that bring them there.
struct MailArea: Sendable {
  /// Below the data; of a server that keeps nothing, among the temporary files.
  let outbox: String
  private let isTemporary: Bool
  private let mail: MailClient
  private let messages: ShortMessageClient
  private let deliveries: Deliveries
  private let clock: @Sendable () -> Timestamp

  init(
    _ settings: ServerSettings, _ folder: DataFolder?, _ outgoing: OutgoingClient,
    key: [UInt8], clock: @escaping @Sendable () -> Timestamp
  ) throws(StartError) {
    outbox = folder.map { $0.path + "/outbox" } ?? NSTemporaryDirectory() + "maru-outbox-" + UUID().uuidString
    isTemporary = folder == nil
    mail = try Self.client(settings.mail, OutboxFolder(outbox + "/mail"), outgoing)
    messages = .outbox(OutboxFolder(outbox + "/sms"))
    deliveries = Deliveries(key: key, clock: clock)
    self.clock = clock
  }

  private static func client(
    _ settings: MailSettings, _ outbox: OutboxFolder, _ outgoing: OutgoingClient
  ) throws(StartError) -> MailClient {
    guard let server = settings.server else { return .outbox(outbox, from: settings.from) }
    var login: OutgoingMail.Login?
    if let name = settings.login {
      let path = settings.passwordPath ?? ""
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .badKey(path) }
      login = OutgoingMail.Login(name: name, password: text.trimmingCharacters(in: .newlines))
    }
    return .server(server, login: login, from: settings.from, needsTLS: settings.needsTLS, outgoing)
  }

  func close() {
    if isTemporary { try? FileManager.default.removeItem(atPath: outbox) }
  }

  var handlers: [JobHandler] {
    [
      letters(.mail, keepsDead: true),
      // A code is worth nothing by then, and the number may be nobody's here.
      letters(.codeMail, keepsDead: false),
      JobHandler(kind: .sms, retries: RetryPolicy(attempts: 5), keepsDead: false) { [messages, deliveries, clock] job in
        let payload = try deliveries.unsealed(job.payload)
        guard let message = ShortMessage(json: payload) else { throw JobFailure.never("no message") }
        return try await Self.handing { () async throws(MailFailure) in
          try await messages.send(message, Self.name(job), clock())
        }
      },
    ]
  }

  private func letters(_ kind: JobKind, keepsDead: Bool) -> JobHandler {
    JobHandler(kind: kind, retries: RetryPolicy(attempts: 10), keepsDead: keepsDead) { [mail, deliveries, clock] job in
      let payload = try deliveries.unsealed(job.payload)
      guard let letter = Letter(json: payload) else { throw JobFailure.never("no letter") }
      return try await Self.handing { () async throws(MailFailure) in
        try await mail.send(letter, Self.name(job), clock())
      }
    }
  }

  private static func handing(
    _ over: () async throws(MailFailure) -> Void
  ) async throws(JobFailure) -> JobResult {
    do { try await over() } catch { throw JobFailure(error) }
    return .nothing
  }

  /// The same at every try, so that whoever gets a letter twice can tell.
  private static func name(_ job: JobRow) -> String { "\(job.id.value).\(job.createdAt.milliseconds)@maru" }
}

extension JobFailure {
  init(_ failure: MailFailure) {
    switch failure {
    case .unavailable(let text): self = .again(text)
    case .refused(let text): self = .never(text)
    }
  }
}
