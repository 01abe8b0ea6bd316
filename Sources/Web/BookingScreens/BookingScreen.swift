import BookingCore
import Components
import FeatureCore
import Markup
import PageScreens
import Reserving
import Wire

/// Draws the third program from its state.
public func bookingScreen(_ state: BookingState) -> Node<BookingAnnex.Action> {
  div(.class("annex-root")) { place(state) }
}

private func place(_ state: BookingState) -> Node<BookingAnnex.Action> {
  let l = state.language
  let when = state.when
  if let page = BookingAnnex.page(state) { return pageScreen(page) }
  switch state.route {
  case .doctor:
    return DoctorPlace.model(state.doctor, l, when).map(doctorScreen)
      ?? pageScreen(DoctorPlace.page(state.doctor, l))
  case .times, .move: return calendarScreen(TimePicker.model(state.times, l, when))
  case .reservations: return reservationsScreen(state.reservations, l, when)
  case .order:
    return OrderResult.model(state.result, l, when).map { resultScreen($0, title: OrderResult.title(l)) }
      ?? pageScreen(OrderResult.page(state.result, l))
  default:
    let model = BookingAnnex.notFound(l)
    return section(.key("unknown"), .class("screen"), .label(model.title)) {
      bar(model.title, back: BackButton(label: BookingWords.back(l), action: .backTapped), titleID: "place")
      face(.search, title: model.title, text: model.text)
    }
  }
}

func pageScreen(_ page: BookingPageModel) -> Node<BookingAnnex.Action> {
  PageScreen(model: page, back: .backTapped, left: .fieldLeft).node
}

/// The groups of a page that has more above them.
func groups(_ parts: [BookingPageModel.Part], of title: String) -> [Node<BookingAnnex.Action>] {
  PageScreen.parts(parts, of: title, left: .fieldLeft)
}

/// What went wrong, said to screen readers as well.
func noticeLine(_ text: String?) -> Node<BookingAnnex.Action> {
  div(.key("notice"), .role("alert")) {
    if let text { p(.class("form-error page-notice"), .text(text)) }
  }
}
