import ChatSync
import Contract
import Domain
import FeatureCore
import JSON
import Wire

extension Chat {
  static func answered(
    _ state: inout State, _ tag: Tag, _ outcome: CallOutcome, _ moment: Moment
  ) -> [Effect] {
    guard !state.me.isNone, let place = ChatTag(tag) else { return [] }
    // A server that asks for a pause gets it: the answer counts only after it.
    if case .failure(.refused(let error)) = outcome, place.isRepeated, error.status == 429 || error.status >= 500,
      let seconds = error.retryAfterSeconds
    {
      return [.startTimer(milliseconds: min(seconds, 300) * 1_000, tag)]
    }
    switch place.kind {
    case .rooms: return roomsAnswered(&state, outcome, moment)
    case .doctors: return doctorsAnswered(&state, outcome)
    case .history:
      let result: SyncResult<MessagePage> = result(outcome) { if case .history(let page) = $0 { page } else { nil } }
      return tell(&state, place.room, .historyFetched(before: place.number, result), moment)
    case .changes:
      let result: SyncResult<ChangePage> = result(outcome) { if case .changes(let page) = $0 { page } else { nil } }
      return tell(&state, place.room, .changesFetched(after: place.number ?? 0, result), moment)
    case .send:
      let result: SyncResult<Message> = result(outcome) { if case .message(let one) = $0 { one } else { nil } }
      return tell(&state, place.room, .sent(clientID: place.rest, result), moment) + list(&state, result)
    case .operate:
      let result: SyncResult<Message> = result(outcome) { if case .message(let one) = $0 { one } else { nil } }
      return tell(&state, place.room, .operated(id: place.rest, result), moment) + list(&state, result)
    case .markRead:
      let room = place.room
      let seq = place.number ?? 0
      let result: SyncResult<Bool> = result(outcome) { _ in true }
      var effects = tell(&state, room, .markedRead(seq, result), moment)
      if case .success = result, let me = state.me {
        effects += writes(state.rooms.take(ReadPosition(personID: me.id, seq: seq), in: room, me: me.id))
      }
      return effects
    case .search: return found(&state, Int(place.id) ?? 0, outcome)
    case .report, .block, .blocks, .allRead, .mute, .pin: return menuAnswered(&state, place, outcome, moment)
    default: return []
    }
  }

  private static func list(_ state: inout State, _ result: SyncResult<Message>) -> [Effect] {
    if case .success(let message) = result { list(&state, message) } else { [] }
  }

  static func result<Value>(_ outcome: CallOutcome, _ pick: (Answer) -> Value?) -> SyncResult<Value> {
    switch outcome {
    case .success(let answer): pick(answer).map { .success($0) } ?? .unreachable
    case .failure(.refused(let error)): SyncResult(error)
    case .failure: .unreachable
    }
  }

  static func recordsRead(
    _ state: inout State, _ tag: Tag, _ records: [Record], _ moment: Moment
  ) -> [Effect] {
    guard !state.me.isNone, let place = ChatTag(tag) else { return [] }
    switch place.kind {
    case .keptRooms:
      state.rooms.restore(records.compactMap { ChatRecords.room($0.value) })
      guard let id = state.conversation?.roomID, let room = state.rooms[id] else { return [] }
      return tell(&state, id, .roomArrived(room), moment)
    case .keptOutboxes: return restoreOutboxes(&state, place, records, moment)
    case .keptMarks: state.rooms.restore(marks: stored(records))
    case .keptDrafts: restoreDrafts(&state, records)
    case .keptDoctors:
      if state.doctors.isEmpty, let record = records.first {
        state.doctors = ChatRecords.doctors(record.value)
      }
    case .doomed: return doomedRead(records)
    case .keptMessages:
      return tell(&state, place.room, .recordsRead(stored(records)), moment)
    default: break
    }
    return []
  }

  static func stored(_ records: [Record]) -> [StoredRecord] {
    records.map { StoredRecord(key: $0.key, value: $0.value) }
  }

  private static func restoreDrafts(_ state: inout State, _ records: [Record]) {
    for record in records {
      let room = ID<Room>(String(decoding: record.key.utf8.dropFirst(ChatRecords.drafts.utf8.count), as: UTF8.self))
      if state.drafts[room].isNone { state.drafts[room] = record.value }
      if state.conversation?.roomID == room, state.conversation?.draft == "" {
        state.conversation?.draft = record.value
      }
    }
  }

  static func timerFired(_ state: inout State, _ tag: Tag, _ moment: Moment) -> [Effect] {
    guard !state.me.isNone, let place = ChatTag(tag) else { return [] }
    if place.isRepeated { return answered(&state, tag, .failure(.unreachable), moment) }
    switch place.kind {
    case .sendTimer: return tell(&state, place.room, .timerFired(.send), moment)
    case .fetchTimer: return tell(&state, place.room, .timerFired(.sync), moment)
    case .readTimer: return tell(&state, place.room, .timerFired(.read), moment)
    case .operateTimer: return tell(&state, place.room, .timerFired(.operate), moment)
    case .uploadTimer: return tell(&state, place.room, .timerFired(.upload), moment)
    case .draftTimer: return state.conversation?.roomID == place.room ? saveDraft(&state) : []
    case .allRead: return tellReads(&state)
    case .roomsTimer: return state.roomsLoading == .unreachable ? askRooms(&state) : []
    case .noticeTimer:
      state.notice = nil
      return []
    case .searchTimer: return searchSettled(&state)
    case .typingTimer: return watchTyping(&state, moment)
    case .foundTimer:
      state.conversation?.found = nil
      state.refreshRows()
      return []
    default: return []
    }
  }
}
