import AccountContract
import Contract
import Crypto
import Domain
import JSON
import Storage
import Synchronization
import Wire

extension JobKind {
  /// One push to one device: `{device, room, seq}` or `{device, notice}`. Holds no text: it is read when it is sent.
  public static let push = JobKind(rawValue: "push")
}

/// Pushes and the notification inbox. Refusals are thrown as `APIError`; anything else that is thrown is a fault of the
/// server.
public final class Pushes: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let settings: PushSettings
  let identity: ServerIdentity
  /// By the push service that they speak to; without one, devices of that kind are kept and get nothing.
  let clients: [DeviceRow.Way: PushClient]
  let presence: PresenceClient
  let clock: @Sendable () -> Timestamp
  /// Tells a person's open apps of a new notice.
  let tell: @Sendable (RowID<Person>, Notice, _ unread: Int64) -> Void
  /// Whether somebody may let something appear at another one's now, beside sharing a room.
  let checkMayReach: @Sendable (_ other: RowID<Person>, _ caller: RowID<Person>, Tables, Timestamp) throws -> Void
  /// Jobs were added.
  let wake: @Sendable () -> Void
  let rooms: Mutex<RoomQueue>
  /// Rooms in which something was said since the last look: all that a send does for pushes.
  let fresh = Mutex<Set<ID<Room>>>([])

  public init(
    store: DataStore, identifiers: Identifiers, settings: PushSettings, identity: ServerIdentity,
    clients: [DeviceRow.Way: PushClient], presence: PresenceClient, clock: @escaping @Sendable () -> Timestamp,
    tell: @escaping @Sendable (RowID<Person>, Notice, _ unread: Int64) -> Void = { _, _, _ in },
    checkMayReach:
      @escaping @Sendable (RowID<Person>, RowID<Person>, Tables, Timestamp) throws -> Void = { _, _, _, _ in },
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.store = store
    self.identifiers = identifiers
    self.settings = settings
    self.identity = identity
    self.clients = clients
    self.presence = presence
    self.clock = clock
    self.tell = tell
    self.checkMayReach = checkMayReach
    self.wake = wake
    rooms = Mutex(RoomQueue(gathering: settings.gathering, pause: settings.pause))
  }

  public var publicKey: String { identity.publicKey }

  /// A new name for a notice.
  static func newName() -> String { Hex.encode(SecureRandom.bytes(12)) }

  /// One job for each device of a person that can be reached. - Returns: whether there were any.
  func addJobs(
    for person: RowID<Person>, _ what: JSONObject, _ tables: Tables, at now: Timestamp
  ) throws -> Bool {
    let devices = try tables.devices.list(of: person, at: now).filter { clients[$0.way] != nil }
    for device in devices {
      var payload = what
      payload["device"] = .integer(device.id.value)
      try tables.jobs.add(kind: .push, payload: .object(payload), about: person, runAt: now)
    }
    return !devices.isEmpty
  }
}
