import FeatureCore
import FeatureTesting
import Testing
import Wire

/// Testing has a `Tag` of its own.
private typealias Tag = FeatureCore.Tag

private enum Door: Feature {
  struct State: Equatable {
    var isOpen = false
    var knocks = 0
  }
  enum Action { case opened, knocked, looked, belled }

  static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .opened: state.isOpen = true
    case .knocked:
      state.knocks += 1
      return [.announce("knock")]
    case .looked: break
    case .belled: return [.startTimer(milliseconds: 500, Tag("bell")), .startTimer(milliseconds: 200, Tag("echo"))]
    }
    return []
  }
}

private final class Reports {
  var texts: [String] = []
}

private func makeStore() -> (TestStore<Door>, Reports) {
  let reports = Reports()
  return (TestStore<Door>(Door.State()) { text, _ in reports.texts.append(text) }, reports)
}

@Suite struct TestStoreTests {
  @Test func whatIsStatedInFullPasses() {
    let (store, reports) = makeStore()
    store.send(.opened) { $0.isOpen = true }
    store.send(.knocked, effects: [.announce("knock")]) { $0.knocks = 1 }
    store.send(.looked)
    #expect(reports.texts == [])
  }

  @Test func anUnstatedChangeOfStateFails() {
    let (store, reports) = makeStore()
    store.send(.opened)
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("-   isOpen: false") == true)
  }

  @Test func aWrongChangeOfStateFails() {
    let (store, reports) = makeStore()
    store.send(.knocked, effects: [.announce("knock")]) { $0.knocks = 2 }
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("knocks: 2") == true)
    #expect(reports.texts.first?.contains("knocks: 1") == true)
    #expect(reports.texts.first?.contains("isOpen") == false)
  }

  @Test func anUnstatedEffectFails() {
    let (store, reports) = makeStore()
    store.send(.knocked) { $0.knocks = 1 }
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("announce: \"knock\"") == true)
  }

  @Test func aStatedEffectThatDoesNotComeFails() {
    let (store, reports) = makeStore()
    store.send(.looked, effects: [.closeSocket])
    #expect(reports.texts.count == 1)
  }

  @Test func aStatedChangeThatDoesNotComeFails() {
    let (store, reports) = makeStore()
    store.send(.looked) { $0.isOpen = true }
    store.send(.looked) { $0.isOpen = false }
    #expect(reports.texts.count == 2)
  }

  @Test func withoutAReporterTheRunningTestFails() {
    let store = TestStore<Door>(Door.State())
    withKnownIssue { store.send(.opened) }
  }

  @Test func timersFireInTheOrderOfTheirTime() {
    let (store, _) = makeStore()
    store.arrange(.belled)
    #expect(store.advance(milliseconds: 199) == [])
    #expect(store.advance(milliseconds: 301) == [Tag("echo"), Tag("bell")])
    #expect(store.timers == [])
  }

  @Test func eachMomentDrawsFreshEntropy() {
    var clock = VirtualClock()
    let first = clock.moment()
    let second = clock.moment()
    #expect(first.now == second.now)
    #expect(first != second)
  }
}
