import Crypto
import Domain
import JSON
import Storage
import Wire

/// Something that a person is told of a reservation.
public struct BookingTold: Equatable, Sendable {
  /// Of two with the same name only one is told.
  public var name: String
  public var person: RowID<Person>
  /// Whom it is about.
  public var other: RowID<Person>
  public var otherName: String
  /// What happened, as `BookingWords` names it.
  public var news: String
  /// `2026-12-01T09:30` on the doctor's clock; empty where there is no time.
  public var local: String
  /// A path in the app.
  public var target: String

  public init(
    name: String, person: RowID<Person>, other: RowID<Person>, otherName: String, news: String, local: String,
    target: String
  ) {
    self.name = name
    self.person = person
    self.other = other
    self.otherName = otherName
    self.news = news
    self.local = local
    self.target = target
  }
}

extension Pushes {
  /// Tells a person, in the inbox and on their devices. Once: a repeat does nothing.
  public func tell(_ told: BookingTold) async throws {
    let now = clock()
    let name = Hex.encode(Array(Hashing.sha256(Array("maru booking \(told.name)".utf8)).prefix(12)))
    let facts: JSONObject = ["name": .string(told.otherName), "local": .string(told.local)]
    let id = try await store.write { [self] tables -> RowID<NoticeRow>? in
      guard try tables.people.find(told.person) != nil,
        let id = try tables.notices.putOnce(
          NewNotice(
            name: name, personID: told.person, kind: BookingWords.kind, senderID: told.other, title: told.news,
            subtitle: told.target, body: JSONValue.object(facts).text), at: now)
      else { return nil }
      _ = try addJobs(for: told.person, ["notice": .integer(id.value)], tables, at: now)
      return id
    }
    guard let id else { return }
    wake()
    try await tellNew(id)
  }
}
