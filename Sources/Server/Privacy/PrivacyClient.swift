import Domain
import Storage
import Wire

/// Something that must be settled before a person can go.
public struct Obligation: Equatable, Sendable {
  public enum Kind: String, Sendable { case reservation, order }

  public var kind: Kind
  public var id: String
  /// For people: whom and what it is about.
  public var title: String
  /// When it takes place, or was made.
  public var at: Timestamp

  public init(kind: Kind, id: String, title: String, at: Timestamp) {
    self.kind = kind
    self.id = id
    self.title = title
    self.at = at
  }
}

/// What other areas do for privacy. ServerApp joins them.
public struct PrivacyClient: Sendable {
  /// Open orders and future reservations, the next first.
  public var obligations: @Sendable (Tables, RowID<Person>) throws -> [Obligation]
  /// In the transaction that erases, while everything is still there: sessions end, and what must be told to providers
  /// is written down as jobs. What it gives back is called after the commit.
  public var willErase: @Sendable (Tables, RowID<Person>, Timestamp) throws -> @Sendable () -> Void
  /// Takes a message back from everybody who sees it.
  public var takeBack: @Sendable (RowID<Message>, _ room: RowID<Room>, _ sender: RowID<Person>) async throws -> Void
  public var removeBytes: @Sendable (LostBytes) async throws -> Void
  /// Seals entries into an archive, and says how large it is.
  public var archive: @Sendable (ExportRow, @escaping @Sendable () async throws -> ArchiveEntry?) async throws -> Int64

  public init(
    obligations: @escaping @Sendable (Tables, RowID<Person>) throws -> [Obligation] = { _, _ in [] },
    willErase: @escaping @Sendable (Tables, RowID<Person>, Timestamp) throws -> @Sendable () -> Void,
    takeBack: @escaping @Sendable (RowID<Message>, RowID<Room>, RowID<Person>) async throws -> Void,
    removeBytes: @escaping @Sendable (LostBytes) async throws -> Void,
    archive:
      @escaping @Sendable (ExportRow, @escaping @Sendable () async throws -> ArchiveEntry?) async throws -> Int64
  ) {
    self.obligations = obligations
    self.willErase = willErase
    self.takeBack = takeBack
    self.removeBytes = removeBytes
    self.archive = archive
  }
}

/// One file of an archive.
public struct ArchiveEntry: Sendable {
  public enum Content: Sendable {
    case bytes([UInt8])
    case file(FileRow)
    case picture(PictureRow<Person>)
  }

  public var name: String
  public var content: Content
}
