import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  /// What comes by itself: the socket, and the screen's being looked at.
  static func live(_ state: inout State, _ action: Action, _ moment: Moment) -> [Effect] {
    switch action {
    case .connected: return connected(&state, moment)
    case .disconnected:
      state.connection = .lost
      state.online = []
      state.typing.endAll()
      return watchTyping(&state, moment) + tellAll(&state, .disconnected, moment)
    case .messageArrived(let message): return arrived(&state, message, moment)
    case .readArrived(let room, let position): return arrived(&state, position, in: room, moment)
    case .roomArrived(let room):
      guard let me = state.me else { return [] }
      let effects = writes(state.rooms.merge(room, me: me.id)) + tell(&state, room.id, .roomArrived(room), moment)
      if state.conversation?.roomID == room.id { state.refreshRows() }
      return effects
    case .typingArrived(let room, let person, let lease): return typed(&state, room, person, lease: lease, moment)
    case .presencesArrived(let people): state.online = people
    case .presenceArrived(let person, let isOnline):
      state.online.removeAll { $0 == person }
      if isOnline { state.online.append(person) }
    case .visibilityChanged(let isVisible):
      state.isVisible = isVisible
      return tellOpenRoom(&state, .lookingChanged(isVisible), moment)
    default: break
    }
    return []
  }

  private static func connected(_ state: inout State, _ moment: Moment) -> [Effect] {
    state.connection = .connected
    var effects = askRooms(&state)
    if state.doctorsLoading == .unreachable { effects += loadDoctors(&state) }
    if !state.me.isNone && !state.areBlocksKnown { effects.append(.call(.blocks, ChatTag.blocks.tag)) }
    return effects + tellAll(&state, .connected, moment)
  }

  private static func arrived(_ state: inout State, _ message: Message, _ moment: Moment) -> [Effect] {
    guard !state.me.isNone else { return [] }
    state.typing.end(message.sender.id, in: message.roomID)
    return watchTyping(&state, moment) + list(&state, message)
      + tell(&state, message.roomID, .messageArrived(message), moment)
  }

  /// Shows a message in the list. A room that is not known yet is asked for.
  static func list(_ state: inout State, _ message: Message) -> [Effect] {
    guard let me = state.me else { return [] }
    guard let changes = state.rooms.take(message, me: me.id) else { return askRooms(&state) }
    return writes(changes) + (state.rooms.isBehind ? askRooms(&state) : [])
  }

  private static func arrived(
    _ state: inout State, _ position: ReadPosition, in room: ID<Room>, _ moment: Moment
  ) -> [Effect] {
    guard let me = state.me else { return [] }
    return writes(state.rooms.take(position, in: room, me: me.id))
      + tell(&state, room, .readArrived(position), moment) + (state.rooms.isBehind ? askRooms(&state) : [])
  }
}
