import Accounts
import Bookings
import Chats
import Files
import JSON
import Jobs
import Payment
import Payments
import Privacy
import Profiles
import Storage
import Wire

/// Profiles, and what people may know and have done about their data.
struct PeopleArea: Sendable {
  let privacy: Privacy
  private let profiles: Profiles
  private let files: Files
  private let identifiers: Identifiers
  private let clock: @Sendable () -> Timestamp

  init(
    _ store: DataStore, _ identifiers: Identifiers, _ accounts: Accounts, _ chats: Chats, _ files: Files,
    _ bookings: Bookings, clock: @escaping @Sendable () -> Timestamp
  ) {
    privacy = Privacy(
      store: store, identifiers: identifiers,
      client: .wired(
        accounts: accounts, chats: chats, files: files, bookings: bookings, identifiers: identifiers), clock: clock)
    profiles = Profiles(store: store, identifiers: identifiers, clock: clock)
    self.files = files
    self.identifiers = identifiers
    self.clock = clock
  }

  func add(to calls: inout CallTable, _ ways: WaysDesk, searches: TryLimiter, hasPages: Bool) {
    calls.addHome(profiles, hasPages: hasPages)
    calls.addProfiles(profiles, files, searches: searches, clock: clock)
    calls.addPrivacy(PrivacyDesk(privacy: privacy, files: files, identifiers: identifiers, ways: ways, clock: clock))
  }
}

extension PrivacyClient {
  /// Joins the areas that hold something of people.
  static func wired(
    accounts: Accounts, chats: Chats, files: Files, bookings: Bookings, identifiers: Identifiers
  ) -> PrivacyClient {
    PrivacyClient(
      obligations: { tables, person in
        let reservations = try bookings.open(of: person, tables).map {
          Obligation(kind: .reservation, id: $0.id, title: $0.title, at: $0.at)
        }
        return reservations
          + (try Payments.unsettled(of: person, in: tables).map {
            Obligation(kind: .order, id: $0.record.code, title: $0.title, at: $0.record.createdAt)
          })
      },
      willErase: { tables, person, now in
        try ProviderLeaving.willErase(person, tables, at: now)
        let over = try Accounts.endSessions(of: person, .personGone, in: tables, at: now)
        return {
          accounts.sessionsEnded(over)
          // Who is not told now learns it with the next list of rooms.
          Task { try? await chats.tellErased(person) }
        }
      },
      takeBack: { message, room, sender in
        _ = try await chats.delete(identifiers.id(message), in: identifiers.id(room), by: sender)
      },
      removeBytes: { try await files.removeBytes($0) },
      archive: { row, next in
        try await files.makeArchive(row) {
          guard let entry = try await next() else { return nil }
          return (entry.name, entry.content.archived)
        }
      })
  }
}

extension ArchiveEntry.Content {
  fileprivate var archived: ArchivedFile {
    switch self {
    case .bytes(let bytes): .bytes(bytes)
    case .file(let row): .file(row)
    case .picture(let row): .picture(row)
    }
  }
}

extension Privacy {
  /// Makes the archives that were asked for.
  var exportHandler: JobHandler {
    JobHandler(kind: .export, parallel: 1) { [self] job in
      guard let name = job.payload["name"]?.string else { throw JobFailure.never("no name") }
      try await makeExport(name)
      return .nothing
    }
  }
}
