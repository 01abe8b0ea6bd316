import BookingContract
import BookingCore
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Reserving
import Testing
import Wire

@Suite struct BookingRouteTests {
  @Test(arguments: [
    ("/eyemon/doctors/d", BookingRoute.doctor(ID("d"))), ("/eyemon/doctors/d/times", .times(ID("d"))),
    ("/eyemon/doctors/a%2Fb/waiting", .wait(ID("a/b"))),
    ("/eyemon/doctors/d/book/1767661200000", .book(ID("d"), Timestamp(milliseconds: 1_767_661_200_000), offer: nil)),
    ("/eyemon/doctors/d/book/5/o?x=1#y", .book(ID("d"), Timestamp(milliseconds: 5), offer: "o")),
    ("/eyemon/reservations", .reservations), ("/eyemon/reservations/r/", .reservation(ID("r"))),
    ("/eyemon/reservations/r/cancel", .cancel(ID("r"))), ("/eyemon/reservations/r/times", .move(ID("r"))),
    ("/eyemon/waiting", .waiting), ("/eyemon/payments", .payments), ("/eyemon/payments/M-1", .receipt(ID("M-1"))),
    ("/eyemon/orders/M-1", .order(ID("M-1"))), ("/eyemon/orders", .reservations),
  ])
  func everyPlaceIsReadFromItsPath(path: String, route: BookingRoute) {
    #expect(BookingRoute(path: path) == route)
  }

  @Test(arguments: [
    "/eyemon", "/eyemon/doctors", "/eyemon/doctors/d/book/x", "/eyemon/doctors/d/book/-1",
    "/eyemon/doctors/d/book/9223372036854775807", "/eyemon/doctors/d/book/1/2/3", "/eyemon/reservations/r/other",
    "/eyemon/payments/a/b", "/eyemon/schedule/x",
  ])
  func everythingElseIsUnknown(path: String) {
    #expect(BookingRoute(path: path) == .unknown)
  }

  @Test func pathsOfLinksAreReadBack() {
    #expect(BookingRoute(path: "/eyemon" + BookingPath.times(ID("a/b"))) == .times(ID("a/b")))
    let start = Timestamp(milliseconds: 12)
    #expect(
      BookingRoute(path: "/eyemon" + BookingPath.book(ID("d"), start, offer: "o/1"))
        == .book(ID("d"), start, offer: "o/1"))
    #expect(BookingRoute(path: "/eyemon" + BookingPath.cancel(ID("r"))) == .cancel(ID("r")))
    #expect(BookingRoute(path: "/eyemon" + BookingPath.order(ID("M 1"))) == .order(ID("M 1")))
  }
}

@Suite struct BookingAnnexTests {
  private let store = TestStore<BookingAnnex>(BookingState())

  private func start(_ path: String) -> [Effect] {
    store.arrange(
      .shell(
        .started(
          path: path, languages: ["en"], preferences: [Record(key: "eyemon/language", value: "ko")], zone: .utc,
          online: true)))
  }

  @Test func aPlaceAsksForWhatItShowsAndTellsItsName() {
    let effects = start("/eyemon/reservations")
    #expect(effects.last == .setDocument(title: "내 예약", language: "ko"))
    #expect(effects.count == 4)
    #expect(BookingAnnex.page(store.state) == nil)
  }

  @Test(arguments: ["reservation", "joined"]) func whatMayHaveChangedIsAskedForAgain(_ name: String) {
    _ = start("/eyemon/reservations/r")
    #expect(
      store.arrange(.shell(.told(name: name, payload: "")))
        == [BookingAPI.reservation.ask(ID("r"), Tag("reservation/load"))])
  }

  @Test func waysOnAreBelowTheAppsPrefix() {
    _ = start("/eyemon/doctors/d")
    #expect(store.arrange(.doctor(.timesTapped)) == [.pushPath("/eyemon/doctors/d/times")])
    #expect(store.arrange(.backTapped) == [.wish(.back)])
  }

  @Test func whoLooksElsewhereIsNotAskedForAnyMore() {
    _ = start("/eyemon/orders/M-1")
    let effects = store.arrange(.shell(.pathChanged("/eyemon/payments")))
    #expect(effects.prefix(2).allSatisfy { if case .cancel = $0 { true } else { false } })
  }
}
