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
    guard state.me != nil, let place = ChatTag(tag) else { return [] }
    switch place {
    case .rooms: return roomsAnswered(&state, outcome, moment)
    case .doctors: return doctorsAnswered(&state, outcome)
    case .openRoom(let doctor): return roomOpened(&state, with: doctor, outcome)
    case .history(let room, let before):
      let result: SyncResult<MessagePage> = result(outcome) { if case .history(let page) = $0 { page } else { nil } }
      return tell(&state, room, .historyFetched(before: before, result), moment)
    case .changes(let room, let after):
      let result: SyncResult<ChangePage> = result(outcome) { if case .changes(let page) = $0 { page } else { nil } }
      return tell(&state, room, .changesFetched(after: after, result), moment)
    case .send(let room, let clientID):
      let result: SyncResult<Message> = result(outcome) { if case .message(let one) = $0 { one } else { nil } }
      return tell(&state, room, .sent(clientID: clientID, result), moment) + list(&state, result)
    case .operate(let room, let id):
      let result: SyncResult<Message> = result(outcome) { if case .message(let one) = $0 { one } else { nil } }
      return tell(&state, room, .operated(id: id, result), moment) + list(&state, result)
    case .markRead(let room, let seq):
      let result: SyncResult<Bool> = result(outcome) { _ in true }
      var effects = tell(&state, room, .markedRead(seq, result), moment)
      if case .success = result, let me = state.me {
        effects += writes(state.rooms.take(ReadPosition(personID: me.id, seq: seq), in: room, me: me.id))
      }
      return effects
    case .search(let number): return found(&state, number, outcome)
    case .report, .block, .blocks, .allRead, .mute, .pin: return menuAnswered(&state, place, outcome, moment)
    default: return []
    }
  }

  private static func list(_ state: inout State, _ result: SyncResult<Message>) -> [Effect] {
    if case .success(let message) = result { list(&state, message) } else { [] }
  }

  private static func result<Value>(_ outcome: CallOutcome, _ pick: (Answer) -> Value?) -> SyncResult<Value> {
    switch outcome {
    case .success(let answer): pick(answer).map { .success($0) } ?? .unreachable
    case .failure(.refused(let error)): SyncResult(error)
    case .failure: .unreachable
    }
  }

  static func recordsRead(
    _ state: inout State, _ tag: Tag, _ records: [Record], _ moment: Moment
  ) -> [Effect] {
    guard state.me != nil, let place = ChatTag(tag) else { return [] }
    switch place {
    case .keptRooms:
      state.rooms.restore(records.compactMap { ChatRecords.room($0.value) })
      guard let id = state.conversation?.roomID, let room = state.rooms[id] else { return [] }
      return tell(&state, id, .roomArrived(room), moment)
    case .keptOutboxes: return restoreOutboxes(&state, records, moment)
    case .keptDrafts: restoreDrafts(&state, records)
    case .keptDoctors:
      if state.doctors.isEmpty, let record = records.first {
        state.doctors = ChatRecords.doctors(record.value)
      }
    case .keptMessages(let room):
      return tell(&state, room, .recordsRead(stored(records)), moment)
    default: break
    }
    return []
  }

  private static func restoreOutboxes(
    _ state: inout State, _ records: [Record], _ moment: Moment
  ) -> [Effect] {
    guard !state.areOutboxesRestored else { return [] }
    let kept = ChatRecords.outboxes(stored(records))
    var effects: [Effect] = []
    for room in kept.keys { ensureMachine(&state, room) }
    state.areOutboxesRestored = true
    for room in state.machineRooms {
      effects += tell(&state, room, .outboxRestored(kept[room] ?? KeptOutbox()), moment)
    }
    effects.append(prune(state))
    return effects
  }

  private static func stored(_ records: [Record]) -> [StoredRecord] {
    records.map { StoredRecord(key: $0.key, value: $0.value) }
  }

  private static func restoreDrafts(_ state: inout State, _ records: [Record]) {
    for record in records {
      let room = ID<Room>(String(decoding: record.key.utf8.dropFirst(ChatRecords.drafts.utf8.count), as: UTF8.self))
      if state.drafts[room] == nil { state.drafts[room] = record.value }
      if state.conversation?.roomID == room, state.conversation?.draft == "" {
        state.conversation?.draft = record.value
      }
    }
  }

  static func timerFired(_ state: inout State, _ tag: Tag, _ moment: Moment) -> [Effect] {
    guard state.me != nil, let place = ChatTag(tag) else { return [] }
    switch place {
    case .sendTimer(let room): return tell(&state, room, .timerFired(.send), moment)
    case .fetchTimer(let room): return tell(&state, room, .timerFired(.sync), moment)
    case .readTimer(let room): return tell(&state, room, .timerFired(.read), moment)
    case .operateTimer(let room): return tell(&state, room, .timerFired(.operate), moment)
    case .uploadTimer(let room): return tell(&state, room, .timerFired(.upload), moment)
    case .draftTimer(let room): return state.conversation?.roomID == room ? saveDraft(&state) : []
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
