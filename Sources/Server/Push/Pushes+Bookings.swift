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
  /// Of that clock, IANA; empty where it is the person's own.
  public var zone: String
  /// A path in the app.
  public var target: String

  public init(
    name: String, person: RowID<Person>, other: RowID<Person>, otherName: String, news: String, local: String,
    zone: String = "", target: String
  ) {
    self.name = name
    self.person = person
    self.other = other
    self.otherName = otherName
    self.news = news
    self.local = local
    self.zone = zone
    self.target = target
  }
}

extension Pushes {
  /// Tells a person, in the inbox and on their devices. Once: a repeat does nothing.
  public func tell(_ told: BookingTold) async throws {
    let facts: JSONObject = [
      "name": .string(told.otherName), "local": .string(told.local), "zone": .string(told.zone),
    ]
    try await tellOnce(
      NewNotice(
        name: Self.noticeName("booking", told.name), personID: told.person, kind: BookingWords.kind,
        senderID: told.other, title: told.news, subtitle: told.target, body: JSONValue.object(facts).text))
  }

  /// - Parameter name: of its kind.
  static func noticeName(_ kind: String, _ name: String) -> String {
    Hex.encode(Array(Hashing.sha256(Array("maru \(kind) \(name)".utf8)).prefix(12)))
  }

  /// Whoever is gone, and whoever was told under that name, is not told.
  func tellOnce(_ notice: NewNotice) async throws {
    let now = clock()
    let id = try await store.write { [self] tables -> RowID<NoticeRow>? in
      guard try tables.people.find(notice.personID) != nil, let id = try tables.notices.putOnce(notice, at: now)
      else { return nil }
      _ = try addJobs(for: notice.personID, ["notice": .integer(id.value)], tables, at: now)
      return id
    }
    guard let id else { return }
    wake()
    try await tellNew(id)
  }
}
