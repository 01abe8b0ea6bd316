import Domain
import JSON
import Storage
import Wire

/// Something that a buyer is told of their money.
public struct OrderTold: Sendable {
  /// Of two with the same name only one is told.
  public var name: String
  public var person: RowID<Person>
  public var news: String
  /// What was ordered.
  public var title: String
  /// With its currency; empty where it is about none.
  public var amount: String
  /// A path in the app.
  public var target: String

  public init(
    name: String, person: RowID<Person>, news: String, title: String, amount: String = "", target: String
  ) {
    self.name = name
    self.person = person
    self.news = news
    self.title = title
    self.amount = amount
    self.target = target
  }
}

extension Pushes {
  /// Tells a buyer, in the inbox and on their devices. Once: a repeat does nothing.
  public func tell(_ told: OrderTold) async throws {
    let facts: JSONObject = ["name": .string(told.title), "amount": .string(told.amount)]
    try await tellOnce(
      NewNotice(
        name: Self.noticeName("order", told.name), personID: told.person, kind: OrderWords.kind, title: told.news,
        subtitle: told.target, body: JSONValue.object(facts).text))
  }
}

extension NoticeRow {
  /// What a notice of reservations or money says, and where it leads; nil for every other one.
  func told(_ language: String) -> (words: (title: String, body: String), target: String)? {
    if let told = BookingWords(self) { return (told.words(language), told.target) }
    if let told = OrderWords(self) { return (told.words(language), told.target) }
    return nil
  }
}
