import Domain
import Storage

/// What happened in a room, told after it is durable and in the order in which it became so.
public enum ChatEvent: Equatable, Sendable {
  case sent(Message, members: [RowID<Person>])
  case readMoved(room: ID<Room>, ReadPosition, members: [RowID<Person>])
  /// A room that a person has not been shown yet, as that person sees it.
  case roomShown(Room, to: RowID<Person>)
}
