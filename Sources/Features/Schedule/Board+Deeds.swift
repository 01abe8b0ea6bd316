import BookingContract
import Contract
import Domain
import FeatureCore
import Reserving
import Wire

extension Board.State {
  func load() -> [Effect] { [BookingAPI.doctorReservations.ask(range, Board.listTag)] }

  func loadOpen() -> Effect {
    BookingAPI.doctorReservations.ask(DayRange(from: today.plus(-1), to: today.plus(Board.openDays)), Board.openTag)
  }

  /// A week shades the hours in which nobody works.
  func loadRules() -> [Effect] { extent == .week ? [BookingAPI.schedule.ask(Nothing(), Board.rulesTag)] : [] }

  mutating func turn(to date: CalendarDate) -> [Effect] {
    self.date = date
    reservations = .loading
    return load()
  }

  /// Nothing of one reservation is carried to another.
  mutating func leave() {
    chosen = nil
    asked = nil
    reason = ""
    note = nil
    times = nil
    failure = nil
    found = nil
    isMissing = false
  }

  mutating func begin(_ today: CalendarDate) {
    pass(to: today)
    leave()
  }

  /// It is another day, perhaps. Who looks at today goes on with it.
  /// - Parameter own: the reader's day.
  mutating func pass(to own: CalendarDate) {
    let day = wall?.date ?? own
    guard day != today else { return }
    if date == today {
      // What is being looked at stays in sight.
      found = reservation
      date = day
      reservations = .loading
    }
    today = day
  }

  private mutating func show(_ reservation: Reservation) -> [Effect] {
    found = reservation
    guard let date = reservation.localStart?.date, !(range.from...range.to).contains(date) else { return [] }
    return turn(to: date)
  }

  private mutating func takeSought(_ outcome: HTTPOutcome) -> [Effect] {
    switch BookingAPI.reservation.outcome(outcome) {
    case .success(let reservation):
      return chosen == reservation.id ? show(reservation) : []
    case .failure(let failure):
      leave()
      isMissing = failure.isMissing
      if !isMissing { loadFailure = failure }
      return []
    }
  }

  mutating func act(_ action: Board.Action) -> [Effect] {
    guard let reservation else { return [] }
    switch action {
    case .deedTapped(let deed):
      guard !isBusy, reservation.allows(deed, now: now) else { return [] }
      guard deed.isAsked else { return carry(out: deed, reservation.id) }
      asked = deed
      reason = ""
    case .reasonTyped(let text): reason = text
    case .dismissed: asked = nil
    case .confirmed:
      guard let deed = asked, !isBusy else { return [] }
      asked = nil
      return carry(out: deed, reservation.id)
    case .noteTapped: note = note.isNone ? reservation.note ?? "" : nil
    case .noteTyped(let text): note = text
    case .noteSaved:
      guard let note, !isBusy else { return [] }
      return begin(BookingAPI.writeNote.ask(Addressed(reservation.id, trimmed(note)), Board.deedTag))
    case .roomTapped:
      guard let room = reservation.roomID else { return [] }
      return [.pushPath("/chats/" + PercentEncoding.encode(segment: room.text))]
    case .timesTapped:
      times = .loading
      failure = nil
      return askTimes(reservation)
    case .timeTapped(let start):
      guard !isBusy else { return [] }
      return begin(BookingAPI.giveTime.ask(Addressed(reservation.id, start), Board.deedTag))
    case .timesClosed: times = nil
    default: break
    }
    return []
  }

  private func askTimes(_ reservation: Reservation) -> [Effect] {
    let query = SlotQuery(from: max(date, today), days: Board.timesDays)
    return [BookingAPI.slots.ask(Addressed(reservation.doctor.id, query), Board.timesTag)]
  }

  private mutating func begin(_ effect: Effect) -> [Effect] {
    isBusy = true
    failure = nil
    return [effect]
  }

  private mutating func carry(out deed: Board.Deed, _ id: ID<Reservation>) -> [Effect] {
    let reason = trimmed(reason)
    let effect =
      switch deed {
      case .approve: BookingAPI.approve.ask(id, Board.deedTag)
      case .decline: BookingAPI.decline.ask(Addressed(id, reason), Board.deedTag)
      case .cancel: BookingAPI.cancelAsDoctor.ask(Addressed(id, reason), Board.deedTag)
      case .noShow: BookingAPI.markNoShow.ask(id, Board.deedTag)
      case .done: BookingAPI.markDone.ask(id, Board.deedTag)
      }
    return begin(effect)
  }

  mutating func take(_ tag: Tag, _ outcome: HTTPOutcome) -> [Effect] {
    switch tag {
    case Board.listTag:
      switch BookingAPI.doctorReservations.outcome(outcome) {
      case .success(let days):
        let range = range
        offset = days.offset
        pass(to: today)
        guard range == self.range else { return load() }
        reservations = .value(days.reservations)
        guard revealsNow, extent == .week else { break }
        revealsNow = false
        return [.reveal(elementID: Board.nowID)]
      case .failure(let failure):
        reservations.fail(failure)
        loadFailure = failure
      }
    case Board.rulesTag:
      if case .success(let form) = BookingAPI.schedule.outcome(outcome) { schedule = form }
    case Board.openTag:
      if case .success(let days) = BookingAPI.doctorReservations.outcome(outcome) {
        open = days.reservations.filter { $0.state == .requested || ($0.state == .confirmed && $0.start.isNone) }
      }
    case Board.timesTag:
      guard !times.isNone else { return [] }
      switch BookingAPI.slots.outcome(outcome) {
      case .success(let table): times = .value(table.days.flatMap { $0.slots.filter { $0.isFree } })
      case .failure(let failure): times = failure.isMissing ? .value([]) : .failed
      }
    case Board.soughtTag: return takeSought(outcome)
    case Board.deedTag: return takeDeed(outcome)
    default: break
    }
    return []
  }

  /// All deeds are answered with the reservation as it is then.
  private mutating func takeDeed(_ outcome: HTTPOutcome) -> [Effect] {
    isBusy = false
    switch BookingAPI.approve.outcome(outcome) {
    case .success(let changed):
      if case .value(let list) = reservations {
        reservations = .value(list.map { $0.id == changed.id ? changed : $0 })
      }
      open = open.map { $0.id == changed.id ? changed : $0 }
      if found?.id == changed.id { found = changed }
      note = nil
      times = nil
    case .failure(let failure):
      self.failure = failure
      // Somebody took the time meanwhile: what is free now is to be seen.
      if case .refused(let error) = failure, error.code == .slotTaken, let reservation {
        times = .loading
        return load() + [loadOpen()] + askTimes(reservation)
      }
    }
    return load() + [loadOpen()]
  }
}

extension Reservation {
  /// Whether the doctor can do that with it; the server has the last word.
  func allows(_ deed: Board.Deed, now: Timestamp) -> Bool {
    let hasBegun = start.map { $0 <= now } ?? true
    return switch deed {
    case .approve, .decline: state == .requested
    case .cancel: state == .confirmed
    case .noShow: state == .confirmed && hasBegun && !start.isNone
    case .done: (state == .confirmed && hasBegun) || state == .noShow
    }
  }

  var mayHaveNote: Bool { state == .confirmed || state == .done || state == .noShow }
  var mayMove: Bool { state == .requested || state == .confirmed }

  /// Whether it is to be seen among the appointments of a day.
  var isOnBoard: Bool {
    switch state {
    case .held, .requested, .confirmed, .done, .noShow: true
    case .cancelled, .expired, .declined: false
    }
  }
}
