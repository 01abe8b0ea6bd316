import BookingCore
import BookingScreens
import Browser
import Reserving

private func start() {
  Runtime<BookingAnnex>(BookingState(), view: { state, _ in bookingScreen(state) }, receive: { .shell($0) }).start()
}

start()
