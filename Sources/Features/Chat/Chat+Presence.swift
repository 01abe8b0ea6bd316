import ChatSync
import Domain
import FeatureCore
import Wire

extension Chat {
  static func typed(
    _ state: inout State, _ room: ID<Room>, _ person: ID<Person>, lease: Int64, _ moment: Moment
  ) -> [Effect] {
    guard person != state.me?.id, !state.blocked.contains(person) else { return [] }
    state.typing.take(person, in: room, milliseconds: lease, now: moment.now)
    return watchTyping(&state, moment)
  }

  /// Notes in which rooms somebody types, until the next of them stops.
  static func watchTyping(_ state: inout State, _ moment: Moment) -> [Effect] {
    state.typingRooms = []
    for room in state.rooms.rooms
    where state.typing.people(in: room.id, now: moment.now).contains(where: { !state.blocked.contains($0) }) {
      state.typingRooms.append(room.id)
    }
    guard let pause = state.typing.nextEnd(now: moment.now) else { return [] }
    return [.startTimer(milliseconds: Int(clamping: max(pause, 1)), ChatTag.typingTimer.tag)]
  }
}
