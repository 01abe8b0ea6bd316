import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct NotifyingTests {
  private let store = TestStore<Notifying>(Notifying.State())
  private let form = WebPushForm(endpoint: "https://push.test/1", p256dh: "p", auth: "a")
  private var subscribed: PushStanding { .on(endpoint: form.endpoint, p256dh: "p", auth: "a") }

  private func show(_ standing: PushStanding) {
    store.arrange(.shown)
    store.arrange(.answered(Notifying.levelTag, reply(AccountAPI.notificationSettings.response(.none))))
    store.arrange(.answered(Notifying.keyTag, reply(AccountAPI.pushKey.response("key"))))
    store.arrange(.standing(standing))
  }

  @Test func theBrowserAsksAndTheServerIsTold() {
    show(.off)
    store.send(.onTapped, effects: [.push(.subscribe(key: "key"))]) { $0.isBusy = true }
    store.send(.standing(subscribed), effects: [AccountAPI.subscribe.ask(form, Notifying.subscribeTag)]) {
      $0.standing = subscribed
    }
    store.send(.answered(Notifying.subscribeTag, reply(HTTPResponse(200)))) { $0.isBusy = false }
  }

  /// An ended session has taken its device along, and the browser its subscription not.
  @Test func whatTheBrowserHasKeptTheServerIsToldAgain() {
    store.arrange(.shown)
    store.send(.standing(subscribed), effects: [AccountAPI.subscribe.ask(form, Notifying.keepTag)]) {
      $0.standing = subscribed
    }
    // It stays where the server cannot be reached now: the next session tells it again.
    store.send(.answered(Notifying.keepTag, .unreachable))
    store.send(.standing(.off)) { $0.standing = .off }
  }

  @Test func aRefusalIsShownAndNothingIsSent() {
    show(.off)
    store.arrange(.onTapped)
    store.send(.standing(.refused)) {
      $0.standing = .refused
      $0.isBusy = false
    }
    guard case .rows(let group)? = Notifying.page(store.state, .ko).parts.first else {
      Issue.record("no rows")
      return
    }
    #expect(group.rows.first?.meta == "막혀 있음")
  }

  @Test func whatTheServerDidNotTakeIsForgotten() {
    show(.off)
    store.arrange(.onTapped)
    store.arrange(.standing(subscribed))
    store.send(.answered(Notifying.subscribeTag, .unreachable), effects: [.push(.unsubscribe)]) {
      $0.isBusy = false
      $0.hasFailed = true
    }
  }

  @Test func leavingTellsTheServerFirst() {
    show(subscribed)
    store.send(.offTapped, effects: [AccountAPI.unsubscribe.ask(Nothing(), Notifying.unsubscribeTag)]) {
      $0.isBusy = true
    }
    store.send(.answered(Notifying.unsubscribeTag, reply(HTTPResponse(200))), effects: [.push(.unsubscribe)]) {
      $0.isBusy = false
    }
  }

  @Test func theLevelIsDrawnAtOnceAndReadAgainWhereItWasRefused() {
    show(.off)
    store.send(
      .levelChosen(.full), effects: [AccountAPI.setNotificationSettings.ask(.full, Notifying.chooseTag)]
    ) { $0.level = .value(.full) }
    store.send(
      .answered(Notifying.chooseTag, .unreachable),
      effects: [AccountAPI.notificationSettings.ask(Nothing(), Notifying.levelTag)]
    ) { $0.hasFailed = true }
  }
}
