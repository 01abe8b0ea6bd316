import Domain
import Realtime

/// How live what is shown is.
public enum ChatConnection: Equatable, Sendable {
  /// Not wanted, or the first attempt is under way.
  case off, connecting
  case connected
  /// Lost; new attempts follow by themselves.
  case reconnecting

  init(_ status: RealtimeMachine.Status) {
    self =
      switch status {
      case .off: .off
      case .connecting: .connecting
      case .connected: .connected
      case .reconnecting: .reconnecting
      }
  }
}

/// All rooms of a person, as known now.
public struct RoomListState: Equatable, Sendable {
  /// Newest first.
  public var rooms: [Room] = []
  /// Unread messages, by room; what was seen on this device counts as read at once.
  public var unread: [ID<Room>: Int] = [:]
  /// The server has said which rooms there are since the start; before that, no rooms means nothing.
  public var isConfirmed = false
  /// The last attempt to ask the server got no answer.
  public var isUnreachable = false
  public var connection = ChatConnection.off
  /// People of the person's rooms who look at their app now.
  public var online: Set<ID<Person>> = []
  /// What is shown could not be written to this device, and would not survive the end of the process.
  public var isStorageFailing = false

  public init() {}

  public var unreadTotal: Int { unread.values.reduce(0, +) }
}
