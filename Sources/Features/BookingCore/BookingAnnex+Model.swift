import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

extension BookingAnnex {
  /// The place, where it is one made of groups alone.
  public static func page(_ state: State) -> BookingPageModel? {
    let l = state.language
    let when = state.when
    return switch state.route {
    case .book: Intake.page(state.intake, l, when)
    case .reservation: ReservationPlace.page(state.reservation, l, when)
    case .cancel: Cancelling.page(state.cancelling, l, when)
    case .wait, .waiting: WaitingPlace.page(state.waiting, l, when)
    case .payments, .receipt: PaymentList.page(state.payments, l, when)
    case .times, .move: TimePicker.page(state.times, l)
    case .doctor, .reservations, .order, .unknown: nil
    }
  }

  static func title(_ state: State) -> String {
    let l = state.language
    return switch state.route {
    case .doctor: DoctorPlace.title(state.doctor, l)
    case .times, .move: TimePicker.title(state.times, l)
    case .reservations: ReservationList.title(l)
    case .order: OrderResult.title(l)
    case .unknown: notFound(l).title
    default: page(state)?.title ?? ""
    }
  }

  public static func notFound(_ l: Language) -> (title: String, text: String) {
    (
      l.say("페이지를 찾을 수 없어요", "We can’t find this page", "ページが見つかりません"),
      l.say("주소가 바뀌었거나 사라졌어요", "It may have moved or been removed", "移動したか、削除された可能性があります")
    )
  }
}
