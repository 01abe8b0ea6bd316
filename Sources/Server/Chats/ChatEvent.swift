import Domain
import Storage

/// What happened in a room, told after it is durable and in the order in which it became so.
public enum ChatEvent: Equatable, Sendable {
  case sent(MessageForms)
  /// Edited, deleted, or with other reactions.
  case changed(MessageForms)
  case readMoved(room: ID<Room>, ReadPosition, members: [RowID<Person>])
  /// A room that a person has not been shown yet, or that is another one now, as that person sees it.
  case roomShown(Room, to: RowID<Person>)
}

/// One message as each member of its room may see it.
public struct MessageForms: Equatable, Sendable {
  public var common: Message
  public var members: [RowID<Person>]
  /// Members who see something else: what is hidden from them is left out.
  public var others: [RowID<Person>: Message]

  public init(_ common: Message, members: [RowID<Person>], others: [RowID<Person>: Message] = [:]) {
    self.common = common
    self.members = members
    self.others = others
  }

  public func form(for person: RowID<Person>) -> Message { others[person] ?? common }
}
