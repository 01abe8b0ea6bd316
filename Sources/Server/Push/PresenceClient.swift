import Domain
import Storage

/// Who is there, as the realtime connections say.
public struct PresenceClient: Sendable {
  /// Whether an app of the person is on a screen.
  public var isOnline: @Sendable (RowID<Person>) -> Bool
  /// Whether the person listens to this room and no other: as older clients do while they show it.
  public var isInRoom: @Sendable (RowID<Person>, RowID<Room>) -> Bool

  public init(
    isOnline: @escaping @Sendable (RowID<Person>) -> Bool,
    isInRoom: @escaping @Sendable (RowID<Person>, RowID<Room>) -> Bool
  ) {
    self.isOnline = isOnline
    self.isInRoom = isInRoom
  }

  public static let nobody = PresenceClient(isOnline: { _ in false }, isInRoom: { _, _ in false })
}
