import Contract
import Domain
import EyeMon
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import AppCore

/// Somebody who came back from a provider's page for the first time, and was asked nothing there.
@Suite struct NewcomerTests {
  private let store = AppStore(VisibleApp.State(EyeMon.configuration))
  private let entering = Record(key: "eyemon/entering", value: "1")

  private func owing(_ token: String) -> SessionAnswer {
    var answer = session(token)
    answer.owesConsent = true
    return answer
  }

  private func comeBack(to place: String) -> [Effect] {
    store.arrange(started(place, preferences: [entering]))
    guard let renewal = store.state.app.exchanges.first(where: { $0.call == nil }) else { return [] }
    return store.arrange(answer(renewal.number, .session(owing("t1"))))
  }

  @Test func everyPlaceLeadsToTheTermsAndNoConnectionBegins() {
    let effects = comeBack(to: "/eyemon/chats/r1")
    #expect(store.state.app.route == .consents && store.state.app.wanted == .room(room))
    #expect(effects.contains(.replacePath("/eyemon/me/consents")))
    #expect(effects.contains(preference("owing", "1")))
    #expect(!effects.contains(.openSocket(path: socketPath)))
    for path in ["/eyemon/doctors", "/eyemon/chats", "/eyemon/settings", "/eyemon/me", "/eyemon/", "/eyemon/sign-in"] {
      let back = store.arrange(.shell(.pathChanged(path)))
      #expect(back.contains(.replacePath("/eyemon/me/consents")), "\(path)")
      #expect(store.state.app.route == .consents)
    }
    for place in [Route.doctors, .rooms, .settings, .me] {
      store.arrange(.placeTapped(place))
      #expect(store.state.app.route == .consents)
    }
    #expect(store.arrange(.shell(.wished(.back))).isEmpty)
    let returned = store.arrange(.shell(.visibilityChanged(visible: true, handheld: true)))
    #expect(!returned.contains(.openSocket(path: socketPath)))
  }

  @Test func aReloadBeginsWhereItLeftOff() {
    let preferences = [
      memberRecord, Record(key: "eyemon/owing", value: "1"), Record(key: "eyemon/wanted", value: "/eyemon/chats/r1"),
    ]
    let effects = store.arrange(started("/eyemon/doctors", preferences: preferences))
    #expect(store.state.app.route == .consents && store.state.app.wanted == .room(room))
    #expect(!effects.contains(.openSocket(path: socketPath)))
    for exchange in store.state.app.exchanges where exchange.call == nil {
      store.arrange(answer(exchange.number, .session(owing("t1"))))
    }
    #expect(store.state.app.route == .consents)
  }

  @Test func agreeingOpensTheWantedPlace() {
    _ = comeBack(to: "/eyemon/chats/r1")
    store.arrange(.shell(.wished(.renewal)))
    guard let renewal = store.state.app.exchanges.first(where: { $0.call == nil }) else {
      Issue.record("no renewal")
      return
    }
    let effects = store.arrange(answer(renewal.number, .session(session("t2"))))
    #expect(store.state.app.route == .room(room) && store.state.app.wanted == nil)
    #expect(effects.contains(preference("owing", nil)) && effects.contains(.openSocket(path: socketPath)))
    #expect(effects.contains(.replacePath("/eyemon/chats/r1")))
  }

  @Test func signingOutForgetsIt() {
    _ = comeBack(to: "/eyemon/chats")
    #expect(store.arrange(.shell(.wished(.signOut))).contains(preference("owing", nil)))
    #expect(!store.state.app.owesConsent && store.state.app.route == .home)
  }
}
