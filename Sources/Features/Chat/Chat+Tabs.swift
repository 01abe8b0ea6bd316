import ChatSync
import Domain
import FeatureCore
import Wire

/// Several tabs of one browser have one store. One of them sends what waits in it; all show it.
extension Chat {
  static func storeChanged(_ state: inout State, _ isWriter: Bool, _ moment: Moment) -> [Effect] {
    guard !state.me.isNone else { return [] }
    state.becomesWriter = isWriter
    return (isWriter ? [] : setWriter(&state, false, moment)) + askOutboxes(&state)
  }

  private static func askOutboxes(_ state: inout State) -> [Effect] {
    state.outboxAsk += 1
    state.hasWrittenOutbox = false
    return [.readRecords(prefix: ChatRecords.outboxes, ChatTag.keptOutboxes(state.outboxAsk).tag)]
  }

  static func restoreOutboxes(
    _ state: inout State, _ place: ChatTag, _ records: [Record], _ moment: Moment
  ) -> [Effect] {
    guard Int(place.id) ?? 0 == state.outboxAsk else { return [] }
    // What was read may lack what this tab has written since.
    if state.hasWrittenOutbox { return askOutboxes(&state) }
    let kept = ChatRecords.outboxes(stored(records))
    var effects: [Effect] = []
    for room in kept.keys { ensureMachine(&state, room) }
    let isFirst = !state.areOutboxesRestored
    state.areOutboxesRestored = true
    for room in state.machineRooms {
      effects += tell(&state, room, .outboxRestored(kept[room] ?? KeptOutbox()), moment)
    }
    if state.becomesWriter { effects += setWriter(&state, true, moment) }
    return isFirst ? effects + [prune(state)] : effects
  }

  /// What cannot be read counts as nothing. What cannot be written is sent all the same; the person is told once.
  static func recordsFailed(_ state: inout State, _ tag: Tag?, _ moment: Moment) -> [Effect] {
    guard let tag else {
      guard !state.isUnkeptSaid, state.unsentCount > 0 else { return [] }
      state.isUnkeptSaid = true
      return say(&state, .notKept)
    }
    if ChatTag(tag)?.kind == .keptOutboxes {
      if state.areOutboxesRestored { return state.becomesWriter ? setWriter(&state, true, moment) : [] }
      // So that no file is dropped for whose message nobody could look.
      state.areOutboxesRestored = true
    }
    return recordsRead(&state, tag, [], moment)
  }

  private static func setWriter(_ state: inout State, _ isWriter: Bool, _ moment: Moment) -> [Effect] {
    guard state.isWriter != isWriter else { return [] }
    state.isWriter = isWriter
    return tellAll(&state, .writerChanged(isWriter), moment)
  }
}
