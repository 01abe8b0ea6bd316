import FeatureCore

/// Everything that can happen in the third program. The places make their pages of it at once: a page that is turned
/// into one of another action costs the program its whole code once more.
public indirect enum BookingAction: Equatable, Sendable {
  case shell(ShellEvent)
  case doctor(DoctorPlace.Action)
  case times(TimePicker.Action)
  case intake(Intake.Action)
  case reservations(ReservationList.Action)
  case reservation(ReservationPlace.Action)
  case cancelling(Cancelling.Action)
  case waiting(WaitingPlace.Action)
  case payments(PaymentList.Action)
  case result(OrderResult.Action)
  /// A field lost the focus.
  case fieldLeft
  case backTapped
}

/// A place of the third program.
public typealias BookingPageModel = PageModel<BookingAction>
