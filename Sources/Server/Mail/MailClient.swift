import Outgoing
import Wire

/// Hands letters over, wherever they go.
public struct MailClient: Sendable {
  /// - Parameter id: names the letter, the same at every try.
  public var send: @Sendable (_ letter: Letter, _ id: String, _ now: Timestamp) async throws(MailFailure) -> Void

  public init(
    send: @escaping @Sendable (_ letter: Letter, _ id: String, _ now: Timestamp) async throws(MailFailure) -> Void
  ) {
    self.send = send
  }

  /// Letters become files, for an operator who has no mail server yet, and for tests.
  public static func outbox(_ folder: OutboxFolder, from: String) -> MailClient {
    MailClient { (letter, id, now) async throws(MailFailure) in
      guard let bytes = LetterWire.bytes(letter, from: from, id: id, at: now) else { throw .refused("no address") }
      try folder.write(bytes, name: "\(now.milliseconds)-\(id).eml", at: now)
    }
  }

  /// Letters go to a mail server (RFC 5321), which sees to the rest.
  /// - Parameter server: `smtp://host:587` (STARTTLS) or `smtps://host:465`.
  public static func server(
    _ server: String, login: OutgoingMail.Login?, from: String, needsTLS: Bool, _ outgoing: OutgoingClient
  ) -> MailClient {
    MailClient { (letter, id, now) async throws(MailFailure) in
      guard let bytes = LetterWire.bytes(letter, from: from, id: id, at: now) else {
        throw .refused("no address")
      }
      let mail = OutgoingMail(
        server: server, login: login, needsTLS: needsTLS, from: from, to: [letter.to], message: bytes)
      do {
        try await outgoing.send(mail)
      } catch {
        throw .unavailable("the mail server did not take it: \(error)")
      }
    }
  }
}
