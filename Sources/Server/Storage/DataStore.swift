import SQL
import SQLite

/// Everything that the server keeps: opens the database, brings its schema up to date, and hands out its tables.
public final class DataStore: Sendable {
  private let database: Database

  private init(database: Database) {
    self.database = database
  }

  /// Opens and migrates. In memory for tests.
  public static func open(
    _ place: DataPlace, durability: Durability = .full, readers: Int = 2
  ) async throws -> DataStore {
    try await openReporting(place, durability: durability, readers: readers).store
  }

  /// The same, and which migrations it took.
  public static func openReporting(
    _ place: DataPlace, durability: Durability = .full, readers: Int = 2
  ) async throws -> (store: DataStore, applied: [Migration]) {
    let store = DataStore(database: try place.open(durability, readers: readers))
    return (store, try await store.migrate())
  }

  /// Applies what is missing, in order, and says what that was.
  @discardableResult
  public func migrate() async throws -> [Migration] {
    try await database.write { try Migration.apply(Migration.all, to: $0) }
  }

  /// Transactions so far.
  public var commitCount: Int { database.commitCount }

  /// One consistent look at the data.
  public func read<T: Sendable>(_ body: @escaping @Sendable (Tables) throws -> T) async throws -> T {
    try await database.read { try body(Tables(connection: $0)) }
  }

  /// All or nothing; returns when it is durable. The body has no effects besides the tables: it may run twice.
  /// - Parameter committed: runs in the order of commits, before `write` returns; quick and without waiting.
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (Tables) throws -> T, committed: @escaping @Sendable (T) -> Void = { _ in }
  ) async throws -> T {
    try await database.write({ try body(Tables(connection: $0)) }, committed: committed)
  }

  /// Lets queued work finish; later calls throw.
  public func close() { database.close() }
}

/// The tables, inside one transaction.
public struct Tables {
  public let connection: any SQLConnection

  public var people: PeopleStore { PeopleStore(connection: connection) }
  public var identities: IdentityStore { IdentityStore(connection: connection) }
  public var doctors: DoctorStore { DoctorStore(connection: connection) }
  public var consents: ConsentStore { ConsentStore(connection: connection) }
  public var guardians: GuardianStore { GuardianStore(connection: connection) }
  public var codes: CodeStore { CodeStore(connection: connection) }
  public var sessions: SessionStore { SessionStore(connection: connection) }
  public var tries: TryStore { TryStore(connection: connection) }
  public var rooms: RoomStore { RoomStore(connection: connection) }
  public var messages: MessageStore { MessageStore(connection: connection) }
  public var search: SearchStore { SearchStore(connection: connection) }
  public var reports: ReportStore { ReportStore(connection: connection) }
  public var blocks: BlockStore { BlockStore(connection: connection) }
  public var files: FileStore { FileStore(connection: connection) }
  public var uploads: UploadStore { UploadStore(connection: connection) }
  public var profiles: ProfileStore { ProfileStore(connection: connection) }
  public var pictures: PictureStore { PictureStore(connection: connection) }
  public var exports: ExportStore { ExportStore(connection: connection) }
  public var erasures: ErasureStore { ErasureStore(connection: connection) }
  public var audit: AuditStore { AuditStore(connection: connection) }
  public var jobs: JobStore { JobStore(connection: connection) }
  public var devices: DeviceStore { DeviceStore(connection: connection) }
  public var notices: NoticeStore { NoticeStore(connection: connection) }
  public var push: PushStore { PushStore(connection: connection) }
  public var providers: ProviderStore { ProviderStore(connection: connection) }
  public var clinics: ClinicStore { ClinicStore(connection: connection) }
  public var clinicPictures: ClinicPictureStore { ClinicPictureStore(connection: connection) }
  public var schedules: ScheduleStore { ScheduleStore(connection: connection) }
  public var reservations: ReservationStore { ReservationStore(connection: connection) }
  public var cells: CellStore { CellStore(connection: connection) }
  public var waiting: WaitingStore { WaitingStore(connection: connection) }
  public var attendances: AttendanceStore { AttendanceStore(connection: connection) }
  public var calendarLinks: CalendarLinkStore { CalendarLinkStore(connection: connection) }
  public var orders: OrderStore { OrderStore(connection: connection) }
  public var payments: PaymentStore { PaymentStore(connection: connection) }
  public var ledger: LedgerStore { LedgerStore(connection: connection) }
  public var idempotency: IdempotencyStore { IdempotencyStore(connection: connection) }
}
