import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  static func start(_ state: inout State, _ me: Person, _ role: Role, _ setting: Setting) -> [Effect] {
    let connection = state.connection
    let isVisible = state.isVisible
    state = State()
    state.me = me
    state.role = role
    state.setting = setting
    state.connection = connection
    state.isVisible = isVisible
    return [
      .readRecords(prefix: ChatRecords.rooms, ChatTag.keptRooms.tag),
      .readRecords(prefix: ChatRecords.marks, ChatTag.keptMarks.tag),
      .readRecords(prefix: ChatRecords.drafts, ChatTag.keptDrafts.tag),
      .readRecords(prefix: ChatRecords.doctors, ChatTag.keptDoctors.tag),
    ]
  }

  static func reset(_ state: inout State) -> [Effect] {
    let setting = state.setting
    let isVisible = state.isVisible
    state = State()
    state.setting = setting
    state.isVisible = isVisible
    return []
  }

  static func loadDoctors(_ state: inout State) -> [Effect] {
    guard !state.me.isNone, !state.isAskingDoctors else { return [] }
    state.isAskingDoctors = true
    state.doctorsLoading = .loading
    return [.call(.doctors, ChatTag.doctors.tag)]
  }

  /// Live events keep a list current; without them it is asked for whenever it is shown.
  static func loadRooms(_ state: inout State) -> [Effect] {
    state.connection == .connected && state.rooms.isConfirmed ? [] : askRooms(&state)
  }

  static func askRooms(_ state: inout State) -> [Effect] {
    guard !state.me.isNone else { return [] }
    guard !state.isAskingRooms else {
      state.asksRoomsAgain = true
      return []
    }
    state.isAskingRooms = true
    state.asksRoomsAgain = false
    if !state.rooms.isConfirmed { state.roomsLoading = .loading }
    state.rooms.asked()
    return [.call(.rooms, ChatTag.rooms.tag)]
  }

  static func reload(_ state: inout State, _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    if state.roomsLoading != .loaded { effects += askRooms(&state) }
    if state.doctorsLoading != .loaded { effects += loadDoctors(&state) }
    if let room = state.conversation?.roomID { effects += tell(&state, room, .opened, moment) }
    return effects
  }

  static func path(of room: ID<Room>) -> String { "/chats/" + room.text }

  static func roomsAnswered(_ state: inout State, _ outcome: CallOutcome, _ moment: Moment) -> [Effect] {
    state.isAskingRooms = false
    switch outcome {
    case .success(.rooms(let rooms)):
      state.roomsLoading = .loaded
      state.roomsFailures = 0
      var effects = writes(state.rooms.replace(with: rooms))
      for room in state.rooms.rooms where !state.machines[room.id].isNone {
        effects += tell(&state, room.id, .roomArrived(room), moment)
      }
      effects += tellAll(&state, .reached, moment) + tellReads(&state)
      state.refreshRows()
      return effects + (state.asksRoomsAgain ? askRooms(&state) : [])
    case .failure(.refused(let error)):
      state.roomsLoading = .refused(error.code)
      return []
    case .success, .failure:
      state.roomsLoading = .unreachable
      state.roomsFailures += 1
      let pause = Backoff.milliseconds(afterFailures: state.roomsFailures, entropy: moment.entropy.0)
      return [.startTimer(milliseconds: pause, ChatTag.roomsTimer.tag)]
    }
  }

  static func doctorsAnswered(_ state: inout State, _ outcome: CallOutcome) -> [Effect] {
    state.isAskingDoctors = false
    switch outcome {
    case .success(.doctors(let doctors)):
      state.doctorsLoading = .loaded
      guard doctors != state.doctors else { return [] }
      state.doctors = doctors
      return writes([ChatRecords.write(doctors)])
    case .failure(.refused(let error)): state.doctorsLoading = .refused(error.code)
    case .success, .failure: state.doctorsLoading = .unreachable
    }
    return []
  }

  static func writes(_ changes: [RecordWrite]) -> [Effect] {
    changes.isEmpty ? [] : [.writeRecords(changes.map { RecordChange(key: $0.key, value: $0.value) })]
  }
}
