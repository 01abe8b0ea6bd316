import ChatSync
import Domain
import FeatureCore
import Wire

/// Leading the person to one message, wherever it is.
extension Chat {
  static func aim(_ state: inout State, at seq: Int64, _ moment: Moment) -> [Effect] {
    guard let room = state.conversation?.roomID else { return [] }
    state.aim = Aim(room: room, seq: seq)
    return pursue(&state, moment)
  }

  /// Shows the wanted message as soon as it is there, and has it fetched where it is not.
  static func pursue(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard let aim = state.aim, aim.room == state.conversation?.roomID, let machine = state.openMachine,
      machine.isCacheRestored, !machine.log.messages.isEmpty
    else { return [] }
    let log = machine.log
    let index = log.position(of: aim.seq)
    let isHeld = index >= log.tailStart || (aim.isSought && machine.isSoughtHeld)
    if isHeld && index < log.messages.count && log.messages[index].seq == aim.seq {
      state.aim = nil
      return reveal(&state, aim.seq, at: index, of: log)
    }
    if machine.isUnreachable || !machine.refusal.isNone || aim.seq > log.newestSeq {
      state.aim = nil
      return machine.isUnreachable ? say(&state, .unreachable) : []
    }
    guard !aim.isSought else { return [] }
    state.aim?.isSought = true
    return tell(&state, aim.room, .sought(aim.seq), moment)
  }

  /// Far up only what is around it is shown.
  private static func reveal(_ state: inout State, _ seq: Int64, at index: Int, of log: MessageLog) -> [Effect] {
    guard let conversation = state.conversation else { return [] }
    let count = log.messages.count
    let isFar = index < log.tailStart || count - index > mostUnreadShown
    state.conversation?.end = isFar ? seq + Int64(windowStep / 2) : nil
    state.conversation?.window =
      isFar ? windowStep : max(conversation.end.isNone ? conversation.window : 0, count - index + windowStep / 2)
    state.conversation?.found = seq
    state.conversation?.isAtEnd = false
    state.conversation?.opensAtUnread = false
    state.refreshRows()
    for case .bubble(let bubble) in state.conversation?.rows ?? [] where bubble.target == .message(seq) {
      return [.reveal(elementID: bubble.key), .startTimer(milliseconds: 2_000, ChatTag.foundTimer.tag)]
    }
    return []
  }
}
