import AccountContract
import Contract
import Domain
import Storage
import Wire

/// Profiles: one's own, and those of others as far as one may see them. Refusals are thrown as `APIError`; anything
/// else is a fault of the server.
public final class Profiles: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let clock: @Sendable () -> Timestamp
  /// Of one search.
  static let searchMaximum = 50

  public init(store: DataStore, identifiers: Identifiers, clock: @escaping @Sendable () -> Timestamp) {
    self.store = store
    self.identifiers = identifiers
    self.clock = clock
  }

  /// - Throws: 403 where the person is gone.
  public func own(_ person: RowID<Person>) async throws -> Profile {
    guard let row = try await store.read({ try $0.profiles.find(person) }) else { throw APIError.personGone }
    return view(row, isOwn: true)
  }

  /// - Throws: 404 where there is nobody whom the viewer may know of.
  public func profile(of id: ID<Person>, for viewer: RowID<Person>) async throws -> Profile {
    guard let person = identifiers.row(id) else { throw APIError.personNotFound }
    let found = try await store.read { tables -> ProfileRow? in
      guard let own = try tables.people.find(viewer) else { throw APIError.personGone }
      return try tables.profiles.find(person, visibleTo: own)
    }
    guard let found else { throw APIError.personNotFound }
    return view(found, isOwn: person == viewer)
  }

  /// People whose nick holds a text; those called exactly so first.
  /// - Throws: 400 for a text that no nick can hold.
  public func search(_ nick: String, for viewer: RowID<Person>) async throws -> [Person] {
    guard nick.utf8.count <= 400, !nick.utf8.contains(0) else { throw APIError.badRequest }
    let rows = try await store.read { tables -> [ProfileRow] in
      guard let own = try tables.people.find(viewer) else { throw APIError.personGone }
      return try tables.profiles.search(nick: nick, visibleTo: own, limit: Self.searchMaximum)
    }
    return rows.map { identifiers.person($0.person) }
  }

  /// Whether an edit can be, before anything is done for it.
  /// - Throws: 402 for the nick, 400 for the rest.
  public func check(_ edit: ProfileEdit, by person: RowID<Person>) async throws {
    try ProfileRules.check(edit)
    // Whoever could not sign up with a birthday cannot have it either.
    guard Age.isTooYoung(birthDay: edit.birthDay ?? "", at: clock()) else { return }
    guard try await store.read({ try $0.guardians.have(person) }) else { throw APIError.underAge }
  }

  /// Changes what the edit names.
  /// - Returns: the profile, and pictures that are in no profile any more.
  /// - Throws: 402 for a nick that cannot be, 400 for what is too long and for a picture that is not the person's own.
  public func change(
    _ edit: ProfileEdit, by person: RowID<Person>, address: String
  ) async throws -> (Profile, LostBytes) {
    try await check(edit, by: person)
    let now = clock()
    let (row, lost) = try await store.write { tables -> (ProfileRow, LostBytes) in
      guard let old = try tables.profiles.find(person) else { throw APIError.personGone }
      var lost = LostBytes()
      if let path = edit.profileImage, path != old.person.profileImage ?? "" {
        let own = try tables.pictures.list(of: person)
        guard path.isEmpty || own.contains(where: { $0.path == path }) else { throw APIError.badRequest }
        lost.pictures = try tables.pictures.delete(of: person, except: path.isEmpty ? nil : path).map(\.name)
      }
      try tables.profiles.update(person, edit)
      guard let row = try tables.profiles.find(person) else { throw APIError.personGone }
      if row != old {
        try tables.audit.record(AuditEntry(person: person, kind: .profileChanged, address: address, at: now))
      }
      return (row, lost)
    }
    return (view(row, isOwn: true), lost)
  }

  /// What is private is empty in other people's profiles.
  private func view(_ row: ProfileRow, isOwn: Bool) -> Profile {
    Profile(
      person: identifiers.person(row.person), email: isOwn ? row.person.email : "",
      phoneNumber: isOwn ? row.phoneNumber : "", role: row.person.role, name: row.details.name,
      hashTags: row.details.hashTags, gender: isOwn ? row.details.gender : "",
      birthDay: isOwn ? row.details.birthDay : "", info: row.details.info)
  }
}

/// What a profile can hold.
public enum ProfileRules {
  static let tagMaximum = 30

  /// - Throws: 402 for the nick, 400 for the rest.
  public static func check(_ edit: ProfileEdit) throws(APIError) {
    if let nick = edit.nick {
      guard AccountRules.fault(nickname: nick) == nil else { throw .badNickname }
    }
    try check(edit.phoneNumber, 30)
    try check(edit.introduction, 500)
    try check(edit.profileImage, 200)
    try check(edit.name, 50)
    try check(edit.birthDay, 30)
    try check(edit.gender, 30)
    for text in edit.info { try check(text, 500) }
    guard edit.hashTags?.count ?? 0 <= tagMaximum else { throw .badRequest }
    for tag in edit.hashTags ?? [] { try check(tag, 50) }
  }

  /// - Parameter limit: letters; a letter may be of some bytes, not of many.
  private static func check(_ text: String?, _ limit: Int) throws(APIError) {
    guard let text else { return }
    guard text.count <= limit, text.utf8.count <= limit * 8, !text.utf8.contains(0) else { throw .badRequest }
  }
}
