import Contract
import Crypto
import Domain
import Storage
import Synchronization
import Wire

/// Files of messages: taking them in, keeping them sealed, and giving them to exactly those who can see the message.
/// Refusals are thrown as `APIError`; anything else is a fault of the server.
public final class Files: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let settings: FileSettings
  let folder: FileFolder
  let disk: DiskWorkers
  let media: MediaClient
  let links: LinkMint
  let openings = OpeningRegistry()
  let uploads = UploadLocks()
  let slots = UploadSlots()
  let variants = VariantRegistry()
  let clock: @Sendable () -> Timestamp
  /// Whether a session still is one.
  let isLive: @Sendable (RowID<SessionRow>) -> Bool

  /// - Parameter linkKey: signs links; at least 32 bytes.
  public init(
    store: DataStore, identifiers: Identifiers, settings: FileSettings, folder: FileFolder, media: MediaClient,
    linkKey: [UInt8], clock: @escaping @Sendable () -> Timestamp,
    isLive: @escaping @Sendable (RowID<SessionRow>) -> Bool
  ) {
    self.store = store
    self.identifiers = identifiers
    self.settings = settings
    self.folder = folder
    self.media = media
    disk = DiskWorkers(count: 4)
    links = LinkMint(key: linkKey)
    self.clock = clock
    self.isLive = isLive
  }

  /// Where a person may upload to.
  struct Target: Sendable {
    var room: RowID<Room>
    var realm: Realm
  }

  /// - Throws: 404 for an unknown room, 445 where the caller is not in it; 413 where they keep too much already.
  func target(_ room: ID<Room>, _ caller: FileCaller, adding bytes: Int64) async throws -> Target {
    let limit = settings.personBytes
    return try await store.read { [identifiers] tables in
      guard let id = identifiers.row(room), let found = try tables.rooms.find(id) else { throw APIError.roomNotFound }
      guard try tables.rooms.members(of: id, for: caller.person).contains(where: { $0.person.id == caller.person })
      else {
        // A room of another realm is not even there.
        let realm = try tables.people.find(caller.person)?.realm
        throw realm == found.realm ? APIError.notParticipant : APIError.roomNotFound
      }
      guard try tables.files.byteCount(of: caller.person) <= limit - bytes else { throw APIError.quotaReached }
      return Target(room: id, realm: found.realm)
    }
  }

  /// A name of which there is no other: 128 random bits.
  static func newName() -> String { Hex.encode(SecureRandom.bytes(16)) }
}

extension APIError {
  static let quotaReached = APIError(
    status: 413, code: .fileSize, message: "보관할 수 있는 용량을 넘었습니다.", display: .dialog)
}

extension SealingError {
  /// What a client is told of a disk that cannot do its work.
  var refusal: any Error {
    switch self {
    case .full: APIError.storageUnavailable
    case .missing: APIError.fileGone
    case .disk, .damaged, .outside: self
    }
  }
}
