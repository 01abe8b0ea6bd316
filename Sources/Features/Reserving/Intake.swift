import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// Who is treated, what is agreed to, and the way from there to the payment.
public enum Intake: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var doctor = ID<Person>("")
    public internal(set) var start = Timestamp(milliseconds: 0)
    public internal(set) var offer: String?
    public internal(set) var page = Loaded<DoctorPage>.loading
    /// Of the server, so that both clocks can be shown; nil until it is found, or where it is none.
    public internal(set) var slot: Slot?
    /// Somebody was quicker, or it never was a time.
    public internal(set) var isGone = false
    /// Of the days around the time.
    public internal(set) var days: [SlotDay] = []
    /// What is free soonest, after somebody was quicker.
    public internal(set) var fresh: [Slot] = []
    public internal(set) var name = ""
    public internal(set) var birth = ""
    public internal(set) var symptoms = ""
    public internal(set) var agreesToPolicy = false
    public internal(set) var agreesToShare = false
    /// What was agreed to is not what would be paid: it is looked at anew.
    public internal(set) var hasChanged = false
    public internal(set) var showsFaults = false
    public internal(set) var isReserving = false
    public internal(set) var failure: CallFailure?
    public internal(set) var paying = Paying.State()
    var reservation: Reservation?
    var key = ""

    public init() {}

    public var isBusy: Bool { isReserving || paying.isBusy }

    /// What is free on the day of the time, the nearest to it, in their order.
    public var sameDay: [Slot] {
      let start = start
      let day = days.first { day in day.slots.contains { $0.start == start } }
      let free = (day?.slots ?? []).filter { $0.isFree && $0.start != start }
      // As many as a look takes in: those before it and after it by turns.
      let later = free.firstIndex { $0.start > start } ?? free.count
      let from = max(0, min(later - Intake.sameDayCount / 2, free.count - Intake.sameDayCount))
      return Array(free[from...].prefix(Intake.sameDayCount))
    }
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<Person>, Timestamp, offer: String?)
    case retryTapped
    case nameTyped(String)
    case birthTyped(String)
    case symptomsTyped(String)
    case policyTapped
    case shareTapped
    case slotTapped(Slot)
    case timesTapped
    case submitted
    case answered(Tag, HTTPOutcome)
    case paying(Paying.Action)
  }

  public static let prefix = "intake/"
  static let pageTag = Tag("intake/page")
  static let slotsTag = Tag("intake/slots")
  static let mineTag = Tag("intake/mine")
  static let reserveTag = Tag("intake/reserve")
  static let sameDayCount = 6

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let doctor, let start, let offer): return begin(doctor, start, offer, &state)
    case .retryTapped:
      state.page.begin()
      return load(state)
    case .nameTyped(let text): state.name = text
    case .birthTyped(let text): state.birth = text
    case .symptomsTyped(let text): state.symptoms = text
    case .policyTapped:
      state.agreesToPolicy.toggle()
      if state.agreesToPolicy { state.hasChanged = false }
    case .shareTapped: state.agreesToShare.toggle()
    case .slotTapped(let slot): return [.replacePath(BookingPath.book(state.doctor, slot.start))]
    case .timesTapped: return [.replacePath(BookingPath.times(state.doctor))]
    case .submitted: return submit(&state, moment)
    case .answered(let tag, let outcome): return take(tag, outcome, &state, moment)
    case .paying(let action): return Paying.reduce(&state.paying, action, at: moment)
    }
    return []
  }

  private static func begin(
    _ doctor: ID<Person>, _ start: Timestamp, _ offer: String?, _ state: inout State
  ) -> [Effect] {
    var fresh = State()
    // Another time of the same doctor: what was written stays.
    if state.doctor == doctor {
      fresh.page = state.page
      fresh.name = state.name
      fresh.birth = state.birth
      fresh.symptoms = state.symptoms
      fresh.agreesToPolicy = state.agreesToPolicy
      fresh.agreesToShare = state.agreesToShare
      fresh.hasChanged = state.hasChanged
      if state.start == start { fresh.reservation = state.reservation }
    }
    fresh.doctor = doctor
    fresh.start = start
    fresh.offer = offer
    state = fresh
    return load(state)
  }

  private static func load(_ state: State) -> [Effect] {
    [BookingAPI.doctorPage.ask(state.doctor, pageTag), loadDays(state)]
  }

  private static func loadDays(_ state: State) -> Effect {
    // Whatever the zone of the clinic, the day of the time is one of these three.
    let day = CalendarDate(daysSinceEpoch: state.start.milliseconds / 86_400_000 - 1)
    return BookingAPI.slots.ask(Addressed(state.doctor, SlotQuery(from: day, days: 3)), slotsTag)
  }

  private static func submit(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard !state.isBusy else { return [] }
    state.failure = nil
    if let reservation = state.reservation, state.agreesToPolicy {
      return Paying.reduce(&state.paying, .start(reservation), at: moment)
    }
    state.showsFaults = true
    guard let form = state.form else {
      return [.focus(elementID: state.nameFault ? "person" : state.birthFault ? "birth" : "checks")]
    }
    if state.key.isEmpty { state.key = moment.tryKey }
    state.isReserving = true
    return [BookingAPI.reserve.ask(Keyed(key: state.key, form), reserveTag)]
  }

  private static func take(
    _ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State, _ moment: Moment
  ) -> [Effect] {
    switch tag {
    case pageTag:
      switch BookingAPI.doctorPage.outcome(outcome) {
      case .success(let page): state.show(page)
      case .failure(let failure): state.page.fail(failure)
      }
    case slotsTag:
      guard case .success(let table) = BookingAPI.slots.outcome(outcome) else { return [] }
      let start = state.start
      state.days = table.days
      for day in table.days {
        if let slot = day.slots.first(where: { $0.start == start }) { state.slot = slot }
      }
      // An offered time is kept for its person, and is free to nobody else.
      guard !(state.slot?.isFree ?? false), state.offer.isNone, state.reservation.isNone, !state.isGone else {
        return []
      }
      // Perhaps it is the person's own: the way back from a payment that was left leads here.
      return [BookingAPI.reservations.ask(ReservationQuery(scope: .upcoming), mineTag)]
    case mineTag:
      guard case .success(let mine) = BookingAPI.reservations.outcome(outcome) else { return [] }
      let (doctor, start) = (state.doctor, state.start)
      if let own = mine.entries.first(where: { $0.doctor.id == doctor && $0.start == start }) {
        return [.replacePath(BookingPath.reservation(own.id))]
      }
      state.isGone = true
    case reserveTag: return takeReservation(outcome, &state, moment)
    default:
      let effects = Paying.reduce(&state.paying, .answered(tag, outcome), at: moment)
      guard state.paying.isOver, let reservation = state.reservation else { return effects }
      // Its hold ended, or it was paid elsewhere: its own place says which.
      state.reservation = nil
      state.key = ""
      return [.replacePath(BookingPath.reservation(reservation.id))]
    }
    return []
  }

  private static func takeReservation(
    _ outcome: HTTPOutcome, _ state: inout State, _ moment: Moment
  ) -> [Effect] {
    state.isReserving = false
    if case .response(let response) = outcome, let slots = SlotTaken.read(response) {
      state.isGone = true
      state.fresh = slots
      state.key = ""
      return [loadDays(state)]
    }
    switch BookingAPI.reserve.outcome(outcome) {
    case .success(let reservation):
      state.reservation = reservation
      guard reservation.state == .held, reservation.fee > 0 else {
        return [.replacePath(BookingPath.reservation(reservation.id))]
      }
      if let page = state.page.value { state.show(page) }
      guard state.agreesToPolicy else { return [.focus(elementID: "checks")] }
      return Paying.reduce(&state.paying, .start(reservation), at: moment)
    case .failure(let failure):
      state.failure = failure
      if case .refused = failure { state.key = "" }
      return []
    }
  }
}

extension Intake.State {
  /// Nobody pays by terms that they did not see: where they are others than those agreed to, they are asked again.
  fileprivate mutating func show(_ found: DoctorPage) {
    var new = found
    // What is held stays as it was when it was reserved.
    if let reservation {
      new.doctor.fee = reservation.fee
      new.doctor.currency = reservation.currency
      new.policy = reservation.policy
      new.needsApproval = reservation.needsApproval
    }
    if let seen = page.value, !seen.hasTerms(of: new), agreesToPolicy {
      agreesToPolicy = false
      hasChanged = true
    }
    page = .value(new)
  }

  var nameFault: Bool { !TreatedPersonRule.isName(trimmed(name)) }
  var birthFault: Bool { !birth.isEmpty && birthDate == nil }

  /// Eight digits, with or without something between them; nil where they are no day.
  var birthDate: CalendarDate? {
    let digits = birth.utf8.filter { $0 &- 0x30 < 10 }.map { Int($0 - 0x30) }
    guard digits.count == 8 else { return nil }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    let date = CalendarDate(year: year, month: digits[4] * 10 + digits[5], day: digits[6] * 10 + digits[7])
    guard let date, TreatedPersonRule.isBirthDate(date, before: start) else { return nil }
    return date
  }

  /// nil while something is missing.
  var form: ReservationForm? {
    guard !nameFault, !birthFault, agreesToPolicy, agreesToShare else { return nil }
    return ReservationForm(
      doctorID: doctor, start: start, personName: trimmed(name), personBirthDate: birthDate, symptoms: symptoms,
      offerID: offer)
  }
}

extension DoctorPage {
  fileprivate func hasTerms(of other: DoctorPage) -> Bool {
    doctor.fee == other.doctor.fee && doctor.currency == other.doctor.currency && policy == other.policy
      && needsApproval == other.needsApproval
  }
}
