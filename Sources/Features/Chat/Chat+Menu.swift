import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  static func menu(_ state: inout State, _ action: MenuAction, _ moment: Moment) -> [Effect] {
    let open = state.sheet
    state.sheet = nil
    switch action {
    case .dismissed: return []
    case .shown(let sheet):
      state.sheet = sheet
      state.reportNote = ""
    case .noted(let text):
      state.sheet = open
      state.reportNote = text
    case .opened(.message(let seq)): if !state.message(seq).isNone { state.sheet = .message(seq) }
    case .opened(.item(let clientID)): state.sheet = .item(clientID: clientID)
    case .copy(let text): return [.copy(text)] + say(&state, .copied)
    case .reply(let seq): return reply(&state, to: seq)
    case .edit(let target): return edit(&state, target)
    case .react(let seq, let emoji): return react(&state, seq, emoji, moment)
    case .delete(let seq): return delete(&state, seq, moment)
    case .retry(let clientID): return tellOpenRoom(&state, .retried(clientID: clientID), moment)
    case .remove(let clientID): return tellOpenRoom(&state, .removed(clientID: clientID), moment)
    case .retryChange(let id): return tellOpenRoom(&state, .operationRetried(id: id), moment)
    case .dropChange(let id): return tellOpenRoom(&state, .operationRemoved(id: id), moment)
    case .pin(let message): return pin(state, message)
    case .report(let seq, let reason):
      guard let message = state.message(seq) else { return [] }
      return [.call(.report(message: message.id, Report(reason: reason, note: state.reportNote)), ChatTag.report.tag)]
    case .block(let person, let isBlocked):
      return [.call(.block(person: person, isBlocked: isBlocked), ChatTag.block(person, isBlocked).tag)]
    case .mute(let room, let isMuted): return [.call(.mute(room: room, isMuted: isMuted), ChatTag.mute(room).tag)]
    case .read(let room):
      return writes(state.rooms.sawAll(in: room)) + tellReads(&state)
    case .search(let room): return [.pushPath(searchPath(room))]
    }
    return []
  }

  /// Shows a short text for a moment.
  static func say(_ state: inout State, _ notice: Notice) -> [Effect] {
    state.notice = notice
    return [.startTimer(milliseconds: 4_000, ChatTag.noticeTimer.tag)]
  }

  static func say(_ state: inout State, why failure: CallFailure) -> [Effect] {
    switch failure {
    case .refused(let error): say(&state, .refused(error.code))
    case .unreachable: say(&state, .unreachable)
    case .signedOut: []
    }
  }

  private static func pin(_ state: State, _ message: ID<Message>?) -> [Effect] {
    guard let room = state.conversation?.roomID else { return [] }
    return [.call(.pin(room: room, message: message), ChatTag.pin(room).tag)]
  }

  /// One move for all rooms that hold something unread.
  static func markAllRead(_ state: inout State) -> [Effect] {
    writes(state.rooms.sawAll()) + tellReads(&state)
  }

  static func tellReads(_ state: inout State) -> [Effect] {
    let reads = state.rooms.nextReads()
    return reads.isEmpty ? [] : [.call(.markAllRead(reads), ChatTag.allRead.tag)]
  }

  /// Without an answer it is told again.
  private static func readsTold(_ state: inout State, _ outcome: CallOutcome, _ moment: Moment) -> [Effect] {
    let result: SyncResult<Bool> = result(outcome) { _ in true }
    let writes = writes(state.rooms.readsTold(result))
    guard result == .unreachable else {
      state.readsFailures = 0
      return writes + tellReads(&state) + askRooms(&state)
    }
    state.readsFailures += 1
    let pause = Backoff.milliseconds(afterFailures: state.readsFailures, entropy: moment.entropy.0)
    return [.startTimer(milliseconds: pause, ChatTag.allRead.tag)]
  }

  static func menuAnswered(
    _ state: inout State, _ place: ChatTag, _ outcome: CallOutcome, _ moment: Moment
  ) -> [Effect] {
    let told = place.kind == .allRead ? readsTold(&state, outcome, moment) : []
    let answer: Answer
    switch outcome {
    case .success(let value): answer = value
    case .failure(let failure): return told + (place.kind == .blocks ? [] : say(&state, why: failure))
    }
    switch place.kind {
    case .report: return say(&state, .reported)
    case .block:
      let person = ID<Person>(place.id)
      state.blocked.removeAll { $0 == person }
      if place.rest == "1" { state.blocked.append(person) }
      return watchTyping(&state, moment)
    case .blocks:
      guard case .people(let people) = answer else { return [] }
      state.blocked = people.map { $0.id }
      state.areBlocksKnown = true
      return watchTyping(&state, moment)
    case .allRead: return told
    default:
      guard case .room(let room) = answer else { return [] }
      return live(&state, .roomArrived(room), moment)
    }
  }
}
