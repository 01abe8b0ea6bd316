import Booking
import Bookings

extension Flag {
  /// Reservations, and when their consult rooms are open.
  static let booking: [Flag] = [
    number("--hold-minutes", "N", in: 1...1_440, "How long a time is kept that is not paid yet (10).") {
      $1.bookings.holdMinutes = Int($0)
    },
    number(
      "--consult-opens-before", "MINUTES", in: 0...525_600,
      "A consult room opens so long before its time (at the confirmation)."
    ) {
      $1.bookings.consult.opensBeforeMinutes = Int($0)
    },
    number("--consult-closes-after", "HOURS", in: 0...8_784, "And closes so long after it (72).") {
      $1.bookings.consult.closesAfterHours = Int($0)
    },
    number("--offer-minutes", "N", in: 10...10_080, "A freed time is kept so long for one who waits (120).") {
      $1.bookings.waiting.offerMinutes = Int($0)
    },
  ]
}
