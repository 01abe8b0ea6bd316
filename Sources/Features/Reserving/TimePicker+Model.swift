import BookingContract
import Domain
import FeatureCore
import Wire

public struct CalendarModel {
  public struct Day: Equatable {
    public var date: CalendarDate
    public var text: String
    /// What a screen reader says: the day, and how many times are free.
    public var spoken: String
    public var isFree: Bool
    public var isChosen: Bool
    public var isToday: Bool
  }

  public var title: String
  public var backLabel: String
  public var monthTitle: String
  public var previousLabel: String
  public var nextLabel: String
  public var canGoBack: Bool
  public var weekdays: [String]
  /// Cells before the first day of the month, the week beginning on Sunday.
  public var blanks: Int
  public var days: [Day]
  public var isLoading: Bool
  public var zoneNote: String?
  public var dayTitle: String?
  public var morning: [SlotModel]
  public var afternoon: [SlotModel]
  public var morningTitle: String
  public var afternoonTitle: String
  /// Where the month has nothing free, or nothing could be loaded.
  public var face: (title: String, text: String)?
  public var retryLabel: String?
  public var waitLabel: String
  public var notice: String?
  public var busyText: String?
  public var question: BookingPageModel.Question?
}

extension TimePicker {
  public static func title(_ state: State, _ l: Language) -> String {
    if case .move = state.purpose { return l.say("예약 시간 바꾸기", "Change the time", "予約時間の変更") }
    return l.say("날짜와 시간", "Date and time", "日時の選択")
  }

  /// nil where there are times to look at.
  public static func page(_ state: State, _ l: Language) -> BookingPageModel? {
    guard case .move(let id) = state.purpose else {
      return state.isMissing ? BookingWords.page(title(state, l), l, [BookingWords.noDoctor(l)]) : nil
    }
    if state.isMissing { return BookingWords.page(title(state, l), l, [BookingWords.noReservation(l)]) }
    guard state.isFixed else { return nil }
    return BookingWords.page(
      title(state, l), l,
      [
        .missing(
          l.say("시간을 바꿀 수 없는 예약이에요", "This time can’t be changed", "時間を変更できない予約です"), ReservationWords.fixed(l),
          l.say("예약 보기", "See the booking", "予約を見る"), BookingPath.reservation(id))
      ])
  }

  public static func model(_ state: State, _ l: Language, _ when: When) -> CalendarModel {
    let chosen = state.days.first { $0.date == state.chosen }
    let times = (chosen?.slots ?? []).filter { $0.isFree }.map { slot in
      SlotModel(slot: slot, text: when.time(slot.local.clock), own: when.beside(slot.start, slot.local))
    }
    let hasOther = times.contains { $0.own != nil }
    let first = state.month.firstDay?.weekday.rawValue ?? 0
    return CalendarModel(
      title: title(state, l), backLabel: BookingWords.back(l),
      monthTitle: when.month(state.month.year, state.month.month),
      previousLabel: l.say("이전 달", "Previous month", "前の月"), nextLabel: l.say("다음 달", "Next month", "次の月"),
      canGoBack: (state.month.year, state.month.month) > (state.first.year, state.first.month),
      weekdays: (0..<7).map { when.weekday(($0 + 6) % 7) }, blanks: (first + 1) % 7, days: days(state, l, when),
      isLoading: state.isLoading,
      zoneNote: state.zone.isEmpty
        ? nil
        : l.say("모든 시간은 ", "All times are ", "時間はすべて") + when.zoneName(state.zone)
          + (hasOther
            ? l.say("이에요. 아래에 내 시간도 적었어요", ", with your own below", "です。下にあなたの時間も表示します")
            : l.say("이에요", "", "です")),
      dayTitle: chosen.map { when.day($0.date) }, morning: times.filter { $0.slot.local.clock.minutes < 720 },
      afternoon: times.filter { $0.slot.local.clock.minutes >= 720 }, morningTitle: l.say("오전", "Morning", "午前"),
      afternoonTitle: l.say("오후", "Afternoon", "午後"), face: face(state, l),
      retryLabel: state.hasFailed ? l.say("다시 시도", "Try again", "もう一度試す") : nil,
      waitLabel: l.say("빈자리 알림 신청하기", "Join the waiting list", "キャンセル待ちに登録"),
      notice: state.failure.map { BookingWords.refusal($0, l) },
      busyText: state.isMoving ? l.say("시간을 바꾸고 있어요", "Changing the time", "時間を変更しています") : nil,
      question: state.asked.map { question($0, state.reservation, l, when) })
  }

  private static func days(_ state: State, _ l: Language, _ when: When) -> [CalendarModel.Day] {
    (1...state.month.dayCount).compactMap { number in
      CalendarDate(year: state.month.year, month: state.month.month, day: number).map { date in
        let free = state.days.first { $0.date == date }?.slots.count { $0.isFree } ?? 0
        let words =
          free > 0
          ? l.say(", 빈 시간 \(free)개", ", \(free) free", "、空き\(free)件") : l.say(", 예약 불가", ", not available", "、予約不可")
        return CalendarModel.Day(
          date: date, text: "\(number)", spoken: when.day(date) + words, isFree: free > 0,
          isChosen: date == state.chosen, isToday: date == state.today)
      }
    }
  }

  private static func face(_ state: State, _ l: Language) -> (title: String, text: String)? {
    if state.hasFailed {
      return (
        l.say("시간을 불러오지 못했어요", "We couldn’t load the times", "時間を読み込めませんでした"),
        l.say("연결을 확인하고 다시 시도해 주세요", "Check your connection and try again", "接続を確認して、もう一度お試しください")
      )
    }
    guard !state.isLoading, state.chosen == nil else { return nil }
    return (
      l.say("이 달에는 빈 시간이 없어요", "Nothing is free this month", "この月に空き時間はありません"),
      l.say(
        "다음 달을 보거나, 자리가 나면 알려 드릴게요", "Look at the next month, or let us tell you when one opens",
        "次の月を見るか、空きが出たらお知らせします")
    )
  }

  /// What becomes of it where the doctor has to say yes to the new time.
  private static func asksDoctor(_ reservation: Reservation, _ l: Language) -> String {
    guard reservation.needsApproval else { return "" }
    let room =
      reservation.state == .confirmed
      ? l.say(
        " 그때까지 예약은 확정되지 않고 상담방도 닫혀요.", " Until then it isn’t confirmed and the consult room is closed.",
        "それまで予約は確定せず、相談ルームも閉じます。") : ""
    return "\n"
      + l.say(
        "의사가 새 시간을 다시 확인해요.", "The doctor has to agree to the new time.", "医師が新しい時間を改めて確認します。") + room
      + l.say(
        " 지금 시간은 바로 비워지고, 의사가 받지 못하거나 답하지 않으면 예약이 끝나고 전액 환불돼요",
        " The present time is given up at once; if the doctor declines or doesn’t answer, you get a full refund",
        "今の時間はすぐに空き、お受けできない場合や返答がない場合は予約が終了し、全額返金されます")
  }

  private static func question(
    _ slot: Slot, _ reservation: Reservation?, _ l: Language, _ when: When
  ) -> BookingPageModel.Question {
    .init(
      title: l.say("이 시간으로 바꿀까요?", "Change to this time?", "この時間に変更しますか？"),
      text: when.local(slot.local) + (when.beside(slot.start, slot.local).map { "\n" + $0 } ?? "") + "\n"
        + l.say("결제는 그대로 유지돼요", "Your payment stays as it is", "お支払いはそのままです")
        + (reservation.map { asksDoctor($0, l) } ?? ""),
      confirmLabel: l.say("시간 바꾸기", "Change the time", "時間を変更"), confirm: .times(.confirmed),
      cancelLabel: BookingWords.cancel(l), dismiss: .times(.dismissed))
  }
}
