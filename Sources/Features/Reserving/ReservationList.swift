import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// The person's reservations: those to come, and those that are over.
public enum ReservationList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var scope = ReservationQuery.Scope.upcoming
    public internal(set) var reservations = PagedList<Reservation>()
    public internal(set) var feedFailure: CallFailure?
    public internal(set) var isCopied = false

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case scopeTapped(ReservationQuery.Scope)
    case retryTapped
    case moreTapped
    case feedTapped
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "reservations/"
  static let moreTag = Tag("reservations/more")
  static let feedTag = Tag("reservations/feed")
  static let orderPrefix = "reservations/order/"

  static func listTag(_ scope: ReservationQuery.Scope) -> Tag { Tag(prefix + scope.rawValue) }

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped: return load(&state)
    case .scopeTapped(let scope):
      guard scope != state.scope else { return [] }
      state = State()
      state.scope = scope
      return load(&state)
    case .moreTapped:
      guard let next = state.reservations.more() else { return [] }
      return [BookingAPI.reservations.ask(ReservationQuery(scope: state.scope, cursor: next), moreTag)]
    case .feedTapped:
      state.feedFailure = nil
      return [BookingAPI.calendarFeed.ask(Nothing(), feedTag)]
    case .answered(feedTag, let outcome):
      switch BookingAPI.calendarFeed.outcome(outcome) {
      case .success(let url):
        state.isCopied = true
        return [.copy(url)]
      case .failure(let failure): state.feedFailure = failure
      }
    case .answered(let tag, let outcome) where tag.isUnder(orderPrefix):
      if case .success(let answer) = BookingAPI.orderState.outcome(outcome),
        let reservation = answer.reservationWithOrder
      {
        state.reservations.change(to: reservation) { $0.id == reservation.id }
      }
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func load(_ state: inout State) -> [Effect] {
    state.reservations.begin()
    return [BookingAPI.reservations.ask(ReservationQuery(scope: state.scope), listTag(state.scope))]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    let isMore = tag == moreTag
    guard isMore || tag == listTag(state.scope) else { return [] }
    let page = BookingAPI.reservations.outcome(outcome)
    state.reservations.take(page, isMore: isMore) { $0.id == $1.id }
    guard case .success(let found) = page else { return [] }
    return found.entries.compactMap { $0.askWhatBecame(Tag(orderPrefix + $0.id.text)) }
  }

  public static func title(_ l: Language) -> String { l.say("내 예약", "My bookings", "予約一覧") }

  public static func scopeName(_ scope: ReservationQuery.Scope, _ l: Language) -> String {
    scope == .upcoming ? l.say("다가오는 예약", "Upcoming", "今後の予約") : l.say("지난 예약", "Past", "過去の予約")
  }

  public static func parts(_ state: State, _ l: Language, _ when: When) -> [BookingPageModel.Part] {
    let isUpcoming = state.scope == .upcoming
    let empty = (
      title: isUpcoming
        ? l.say("다가오는 예약이 없어요", "Nothing booked", "今後の予約はありません")
        : l.say("지난 예약이 없어요", "No past bookings", "過去の予約はありません"),
      text: isUpcoming
        ? l.say("의사를 골라 예약해 보세요", "Choose a doctor to book a time", "医師を選んで予約してみましょう") : ""
    )
    var parts = BookingPageModel.Part.list(
      state.reservations.entries, l, empty: empty, retry: .reservations(.retryTapped)
    ) {
      list in
      var rows = list.map { row($0, l, when) }
      if !state.reservations.next.isNone {
        rows.append(.init("more", BookingWords.more(l), .button(.reservations(.moreTapped))))
      }
      return [.rows(.init(rows))]
    }
    parts.append(
      .rows(
        .init([
          .init("waiting", WaitingPlace.title(l), .link(BookingPath.waiting)),
          .init("payments", PaymentList.title(l), .link(BookingPath.payments)),
          .init(
            "feed", l.say("캘린더 주소 복사", "Copy the calendar address", "カレンダーのアドレスをコピー"),
            detail: state.feedFailure.map { BookingWords.refusal($0, l) }
              ?? l.say("캘린더 앱에서 예약을 볼 수 있어요", "See your bookings in a calendar app", "カレンダーアプリで予約を確認できます"),
            meta: state.isCopied ? l.say("복사했어요", "Copied", "コピーしました") : "", .button(.reservations(.feedTapped))),
        ])))
    return parts
  }

  private static func row(_ reservation: Reservation, _ l: Language, _ when: When) -> BookingPageModel.Row {
    let lines = when.lines(of: reservation)
    let asksAccount = reservation.order?.needsAccount ?? false
    let isLive = reservation.state == .held || reservation.state == .requested || reservation.state == .confirmed
    return .init(
      reservation.id.text, lines[0],
      detail: BookingWords.joined(reservation.doctor.nick, reservation.doctor.clinicName)
        + (lines.count > 1 ? "\n" + lines[1] : ""),
      meta: asksAccount
        ? l.say("환불 계좌 필요", "Account needed", "返金先の口座が必要") : ReservationWords.state(reservation, l),
      isMarked: isLive || asksAccount, .link(BookingPath.reservation(reservation.id)))
  }
}
