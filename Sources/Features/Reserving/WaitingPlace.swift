import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// Waiting for a time to become free: joining, what is offered, leaving.
public enum WaitingPlace: Feature {
  public struct State: Equatable, Sendable {
    /// nil: the person's own list.
    public internal(set) var doctor: ID<Person>?
    public internal(set) var places = Loaded<[Waiting]>.loading
    /// The reader's.
    var today = CalendarDate(daysSinceEpoch: 0)
    public internal(set) var from = ""
    public internal(set) var to = ""
    public internal(set) var showsFaults = false
    public internal(set) var isBusy = false
    public internal(set) var failure: CallFailure?

    public init() {}

    /// nil where they are no days in order.
    var range: DayRange? {
      guard let from = CalendarDate(wire: from), let to = CalendarDate(wire: to), from <= to else { return nil }
      // The clinic may be a day behind: who waits from today on waits for its today as well.
      return DayRange(from: from == today ? from.plus(-1) : from, to: to)
    }
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<Person>?, today: CalendarDate)
    case retryTapped
    case fromTyped(String)
    case toTyped(String)
    case submitted
    case offerTapped(ID<Waiting>)
    case leaveTapped(ID<Waiting>)
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "waiting/"
  static let listTag = Tag("waiting/list")
  static let joinTag = Tag("waiting/join")
  static let leaveTag = Tag("waiting/leave")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let doctor, let today):
      let places = state.places
      state = State()
      state.places = places
      state.doctor = doctor
      state.today = today
      state.from = today.wireText
      state.to = today.plus(13).wireText
      return doctor.isNone ? [BookingAPI.waiting.ask(Nothing(), listTag)] : []
    case .retryTapped:
      state.places.begin()
      return [BookingAPI.waiting.ask(Nothing(), listTag)]
    case .fromTyped(let text): state.from = text
    case .toTyped(let text): state.to = text
    case .submitted: return join(&state)
    case .offerTapped(let id):
      guard let place = state.places.value?.first(where: { $0.id == id }), let offer = place.offer else { return [] }
      return [.pushPath(BookingPath.book(place.doctor.id, offer.slot.start, offer: offer.id))]
    case .leaveTapped(let id):
      guard !state.isBusy else { return [] }
      state.isBusy = true
      state.failure = nil
      return [BookingAPI.leaveWaiting.ask(id, leaveTag)]
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func join(_ state: inout State) -> [Effect] {
    guard let doctor = state.doctor, !state.isBusy else { return [] }
    state.showsFaults = true
    guard let range = state.range else { return [.focus(elementID: "from")] }
    state.isBusy = true
    state.failure = nil
    return [BookingAPI.joinWaiting.ask(Addressed(doctor, range), joinTag)]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    switch tag {
    case listTag:
      switch BookingAPI.waiting.outcome(outcome) {
      case .success(let places): state.places = .value(places)
      case .failure(let failure): state.places.fail(failure)
      }
    case joinTag:
      state.isBusy = false
      switch BookingAPI.joinWaiting.outcome(outcome) {
      case .success: return [.replacePath(BookingPath.waiting)]
      case .failure(let failure): state.failure = failure
      }
    default:
      state.isBusy = false
      if case .failure(let failure) = BookingAPI.leaveWaiting.outcome(outcome) { state.failure = failure }
      return [BookingAPI.waiting.ask(Nothing(), listTag)]
    }
    return []
  }

  public static func title(_ l: Language) -> String { l.say("빈자리 알림", "Waiting list", "キャンセル待ち") }

  public static func page(_ state: State, _ l: Language, _ when: When) -> BookingPageModel {
    let notice = state.failure.map { BookingWords.refusal($0, l) }
    if !state.doctor.isNone { return PageModel(title(l), backLabel: BookingWords.back(l), [form(state, l)]) }
    let empty = (
      title: l.say("기다리는 자리가 없어요", "You’re not waiting for anything", "キャンセル待ちはありません"),
      text: l.say(
        "원하는 날이 모두 찼을 때 신청해 두면 순서대로 알려 드려요", "When all is full, join and you’ll be told in turn",
        "満席のときに登録すると、順番にお知らせします")
    )
    let parts = BookingPageModel.Part.list(state.places, l, empty: empty, retry: .waiting(.retryTapped)) { places in
      places.map { group($0, l, when) }
    }
    return PageModel(title(l), backLabel: BookingWords.back(l), parts, notice: notice)
  }

  private static func group(_ place: Waiting, _ l: Language, _ when: When) -> BookingPageModel.Part {
    var rows: [BookingPageModel.Row] = [
      .init(
        "days", when.day(place.from) + (place.from == place.to ? "" : " – " + when.day(place.to)),
        detail: place.doctor.clinicName, meta: place.offer.isNone ? l.say("기다리는 중", "Waiting", "待機中") : "")
    ]
    if let offer = place.offer {
      let until = when.near(offer.slot.start, offer.slot.local).own(offer.until)
      rows.append(
        .init(
          "offer", l.say("자리가 났어요: ", "A time is free: ", "空きが出ました: ") + when.local(offer.slot.local),
          detail: l.say("\(until)까지 예약할 수 있어요", "Book it by \(until)", "\(until)まで予約できます"),
          meta: l.say("예약하기", "Book", "予約する"), isMarked: true, .button(.waiting(.offerTapped(place.id)))))
    }
    rows.append(
      .init(
        "leave",
        place.offer.isNone
          ? l.say("그만 기다리기", "Stop waiting", "キャンセル待ちをやめる") : l.say("이 자리 거절하기", "Decline this time", "この枠を断る"),
        .danger(.waiting(.leaveTapped(place.id)))))
    return .rows(.init(place.doctor.nick, rows))
  }

  private static func form(_ state: State, _ l: Language) -> BookingPageModel.Part {
    let fault = state.showsFaults && state.range.isNone
    return .form(
      .init(
        text: l.say(
          "이 기간에 자리가 나면 신청한 순서대로 알려 드려요. 알림을 받으면 정해진 시간 안에 예약해 주세요",
          "If a time opens in these days, people are told in turn. Book within the time you are given",
          "この期間に空きが出たら、登録順にお知らせします。時間内に予約してください"),
        fields: [
          .init("from", l.say("언제부터", "From", "いつから"), state.from, type: "date", typed: { .waiting(.fromTyped($0)) }),
          .init(
            "to", l.say("언제까지", "Until", "いつまで"), state.to, type: "date",
            error: fault ? l.say("날짜 순서를 확인해 주세요", "Check the order of the days", "日付の順序を確認してください") : nil,
            typed: { .waiting(.toTyped($0)) }),
        ], submitLabel: l.say("알림 신청하기", "Join the list", "登録する"), isBusy: state.isBusy, submit: .waiting(.submitted),
        notice: state.failure.map { BookingWords.refusal($0, l) }))
  }
}
