import AppCore
import Domain
import EyeMon
import EyeMonDoctor
import FeatureCore
import Testing

@Suite struct RouteTests {
  private let base = "/eyemon"

  @Test(arguments: [
    (Route.home, "/eyemon/"), (.signIn, "/eyemon/sign-in"), (.signUp, "/eyemon/sign-up"),
    (.doctors, "/eyemon/doctors"), (.rooms, "/eyemon/chats"), (.settings, "/eyemon/settings"),
    (.me, "/eyemon/me"), (.annex("me/sessions"), "/eyemon/me/sessions"),
    (.annex("doctors/d/times"), "/eyemon/doctors/d/times"), (.annex("orders/M-1"), "/eyemon/orders/M-1"),
    (.annex("reservations"), "/eyemon/reservations"), (.annex("waiting"), "/eyemon/waiting"),
    (.annex("schedule/hours"), "/eyemon/schedule/hours"),
    (.room(ID("65f0c0ffee")), "/eyemon/chats/65f0c0ffee"),
    (.room(ID("a/b 마루")), "/eyemon/chats/a%2Fb%20%EB%A7%88%EB%A3%A8"),
  ])
  func everyRouteIsReadBackFromItsPath(route: Route, path: String) {
    #expect(route.path(under: base) == path)
    #expect(Route(path: path, under: base) == route)
  }

  @Test(arguments: ["/eyemon", "/eyemon/", "/eyemon/?source=pwa", "/eyemon/#top"])
  func homeHasManySpellings(path: String) {
    #expect(Route(path: path, under: base) == .home)
  }

  @Test func aTrailingSlashAndAQueryDoNotMatter() {
    #expect(Route(path: "/eyemon/chats/", under: base) == .rooms)
    #expect(Route(path: "/eyemon/chats/7?from=push", under: base) == .room(ID("7")))
  }

  @Test(arguments: [
    "/", "", "/eyemon-doctor/chats", "/eyemonx", "/eyemon/nowhere", "/eyemon/chats/a/b", "/eyemon/chats/%zz",
    "/eyemon/mean",
  ])
  func anUnknownPathStaysAsItIs(path: String) {
    #expect(Route(path: path, under: base) == .unknown(path))
    #expect(Route.unknown(path).path(under: base) == path)
  }

  @Test func theTwoAppsDifferInTheirConfiguration() {
    #expect(EyeMon.configuration.listsDoctors)
    #expect(!EyeMonDoctor.configuration.listsDoctors)
    #expect(EyeMonDoctor.configuration.tabs.map(\.route) == [.rooms, .annex("schedule"), .me])
    #expect(Route(path: "/eyemon-doctor/chats", under: EyeMonDoctor.configuration.basePath) == .rooms)
    for configuration in [EyeMon.configuration, EyeMonDoctor.configuration] {
      #expect(configuration.tabs.contains(configuration.home))
      for language in Language.allCases { #expect(!configuration.name.text(language).isEmpty) }
    }
  }
}
