import Domain
import Storage
import Wire

/// A text for one address or number, to be sent after the transaction that asked for it.
public struct Delivery: Equatable, Sendable {
  public enum Channel: String, Sendable { case mail, message }

  public var channel: Channel
  /// An address, or a number in E.164.
  public var recipient: String
  /// Of a mail; a message has none.
  public var subject: String
  public var text: String
  public var language: Language
  /// Of a text with a code: when the code is worth nothing any more. nil: the text holds no secret.
  public var codeUntil: Timestamp?
  /// With whom it goes, where it could not be sent.
  public var person: RowID<Person>?

  public init(
    channel: Channel, recipient: String, subject: String = "", text: String, language: Language
  ) {
    self.channel = channel
    self.recipient = recipient
    self.subject = subject
    self.text = text
    self.language = language
  }

  public func withCode(until end: Timestamp) -> Delivery {
    var delivery = self
    delivery.codeUntil = end
    return delivery
  }

  public func about(_ person: RowID<Person>?) -> Delivery {
    var delivery = self
    delivery.person = person
    return delivery
  }
}

/// Where a call comes from: for the record of accounts, and for what is written to the person.
public struct Caller: Sendable {
  public var address: String
  public var language: Language

  public init(address: String = "", language: Language = .ko) {
    self.address = address
    self.language = language
  }
}
