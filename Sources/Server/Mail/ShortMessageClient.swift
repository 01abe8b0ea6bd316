import JSON
import Wire

/// What a job of the kind `sms` says.
public struct ShortMessage: Equatable, Sendable {
  /// E.164: `+821012345678`.
  public var to: String
  public var text: String

  public init(to: String, text: String) {
    self.to = to
    self.text = text
  }

  public var json: JSONValue { ["to": .string(to), "text": .string(text)] }

  /// nil where a member is missing.
  public init?(json: JSONValue) {
    guard let to = json["to"]?.string, let text = json["text"]?.string else { return nil }
    self.init(to: to, text: text)
  }
}

/// Hands short messages over. There is no provider of them in this house: an operator's own stands behind the same
/// interface.
public struct ShortMessageClient: Sendable {
  public var send: @Sendable (_ message: ShortMessage, _ id: String, _ now: Timestamp) async throws(MailFailure) -> Void

  public init(
    send:
      @escaping @Sendable (_ message: ShortMessage, _ id: String, _ now: Timestamp) async throws(MailFailure) -> Void
  ) {
    self.send = send
  }

  /// Messages become files: the number in the first line, the text below.
  public static func outbox(_ folder: OutboxFolder) -> ShortMessageClient {
    ShortMessageClient { (message, id, now) async throws(MailFailure) in
      guard message.to.utf8.count <= 16, message.to.hasPrefix("+"),
        message.to.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw .refused("no number") }
      try folder.write(
        Array("\(message.to)\n\(message.text)\n".utf8), name: "\(now.milliseconds)-\(id).txt", at: now)
    }
  }
}
