import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// The whole state of the third program. Like the annex it holds no token, keeps nothing on the device, and ends with
/// the session that it was opened in.
public struct BookingState: Equatable, Sendable {
  public internal(set) var app = App.eyemon
  public internal(set) var route = BookingRoute.unknown
  public internal(set) var language = Language.ko
  public internal(set) var zone = ZoneOffsets.utc
  public internal(set) var doctor = DoctorPlace.State()
  public internal(set) var times = TimePicker.State()
  public internal(set) var intake = Intake.State()
  public internal(set) var reservations = ReservationList.State()
  public internal(set) var reservation = ReservationPlace.State()
  public internal(set) var cancelling = Cancelling.State()
  public internal(set) var waiting = WaitingPlace.State()
  public internal(set) var payments = PaymentList.State()
  public internal(set) var result = OrderResult.State()
  var documentTitle = ""

  public init() {}

  public var when: When { When(language, zone) }
}

/// The root of the third program: reservations and payments. It is an annex of the app as the second one is.
public enum BookingAnnex: Feature {
  public typealias State = BookingState

  public typealias Action = BookingAction

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    let effects: [Effect]
    switch action {
    case .shell(let event): effects = state.receive(event, moment)
    case .fieldLeft: return []
    case .backTapped: return [.wish(.back)]
    default: effects = state.tell(action, moment)
    }
    return effects.map { $0.placed(under: "/" + state.app.rawValue) } + state.titleChange()
  }
}

extension BookingState {
  mutating func receive(_ event: ShellEvent, _ moment: Moment) -> [Effect] {
    switch event {
    case .started(let path, let languages, let preferences, let zone, _, _):
      self.zone = zone
      begin(path, languages, preferences)
      return show(path, moment)
    case .pathChanged(let path): return show(path, moment)
    case .httpAnswered(let tag, let outcome): return take(tag, outcome, moment)
    case .timerFired(OrderResult.timer): return tell(.result(.timerFired), moment)
    case .timerFired(ReservationPlace.timer): return tell(.reservation(.timerFired), moment)
    case .told("reservation", _), .told("joined", _), .onlineChanged(true): return lookAgain(moment)
    default: return []
    }
  }

  /// Something became of a reservation, or nobody would have told it meanwhile.
  private mutating func lookAgain(_ moment: Moment) -> [Effect] {
    switch route {
    case .reservation: tell(.reservation(.timerFired), moment)
    case .reservations: tell(.reservations(.shown), moment)
    case .order: tell(.result(.timerFired), moment)
    case .waiting: tell(.waiting(.retryTapped), moment)
    default: []
    }
  }

  private mutating func begin(_ path: String, _ languages: [String], _ preferences: [Record]) {
    let prefix = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    app = App(rawValue: String(Substring(prefix))) ?? app
    let kept = preferences.first { $0.key == app.rawValue + "/language" }?.value
    language = kept.flatMap { Language(rawValue: $0) } ?? Language(among: languages)
  }

  /// Places that nobody looks at do not go on asking.
  private mutating func show(_ path: String, _ moment: Moment) -> [Effect] {
    let quiet: [Effect] = [.cancel(OrderResult.timer), .cancel(ReservationPlace.timer)]
    route = BookingRoute(path: path)
    let today = when.ownDay(moment.now)
    let shown: BookingAnnex.Action? =
      switch route {
      case .doctor(let id): .doctor(.shown(id))
      case .times(let id): .times(.shown(.reserve(id), today: today))
      case .move(let id): .times(.shown(.move(id), today: today))
      case .book(let id, let start, let offer): .intake(.shown(id, start, offer: offer))
      case .wait(let id): .waiting(.shown(id, today: today))
      case .waiting: .waiting(.shown(nil, today: today))
      case .reservations: .reservations(.shown)
      case .reservation(let id): .reservation(.shown(id))
      case .cancel(let id): .cancelling(.shown(id))
      case .payments: .payments(.shown(nil))
      case .receipt(let code): .payments(.shown(code))
      case .order(let code): .result(.shown(code))
      case .unknown: nil
      }
    return quiet + (shown.map { tell($0, moment) } ?? [])
  }

  private mutating func take(_ tag: Tag, _ outcome: HTTPOutcome, _ moment: Moment) -> [Effect] {
    if tag.isUnder(Paying.prefix) { return takePayment(tag, outcome, moment) }
    if tag.isUnder(DoctorPlace.prefix) { return tell(.doctor(.answered(tag, outcome)), moment) }
    if tag.isUnder(TimePicker.prefix) { return tell(.times(.answered(tag, outcome)), moment) }
    if tag.isUnder(Intake.prefix) { return tell(.intake(.answered(tag, outcome)), moment) }
    if tag.isUnder(ReservationList.prefix) { return tell(.reservations(.answered(tag, outcome)), moment) }
    if tag.isUnder(ReservationPlace.prefix) { return tell(.reservation(.answered(tag, outcome)), moment) }
    if tag.isUnder(Cancelling.prefix) { return tell(.cancelling(.answered(tag, outcome)), moment) }
    if tag.isUnder(WaitingPlace.prefix) { return tell(.waiting(.answered(tag, outcome)), moment) }
    if tag.isUnder(PaymentList.prefix) { return tell(.payments(.answered(tag, outcome)), moment) }
    if tag.isUnder(OrderResult.prefix) { return tell(.result(.answered(tag, outcome)), moment) }
    return []
  }

  /// To the place that is paying: only one can be.
  private mutating func takePayment(_ tag: Tag, _ outcome: HTTPOutcome, _ moment: Moment) -> [Effect] {
    if intake.paying.isBusy { return tell(.intake(.answered(tag, outcome)), moment) }
    if reservation.paying.isBusy { return tell(.reservation(.answered(tag, outcome)), moment) }
    if result.paying.isBusy { return tell(.result(.answered(tag, outcome)), moment) }
    return []
  }

  /// The effects of a part, not yet under the app's prefix.
  mutating func tell(_ action: BookingAnnex.Action, _ moment: Moment) -> [Effect] {
    switch action {
    case .doctor(let action): DoctorPlace.reduce(&doctor, action, at: moment)
    case .times(let action): TimePicker.reduce(&times, action, at: moment)
    case .intake(let action): Intake.reduce(&intake, action, at: moment)
    case .reservations(let action): ReservationList.reduce(&reservations, action, at: moment)
    case .reservation(let action): ReservationPlace.reduce(&reservation, action, at: moment)
    case .cancelling(let action): Cancelling.reduce(&cancelling, action, at: moment)
    case .waiting(let action): WaitingPlace.reduce(&waiting, action, at: moment)
    case .payments(let action): PaymentList.reduce(&payments, action, at: moment)
    case .result(let action): OrderResult.reduce(&result, action, at: moment)
    case .shell, .fieldLeft, .backTapped: []
    }
  }

  mutating func titleChange() -> [Effect] {
    let title = BookingAnnex.title(self)
    guard title != documentTitle else { return [] }
    documentTitle = title
    return [.setDocument(title: title, language: language.rawValue)]
  }
}
