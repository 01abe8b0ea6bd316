import FeatureCore
import Testing
import Wire

private enum Counter: Feature {
  struct State: Equatable { var seen: [String] = [] }
  enum Action {
    case push(String)
    case twice
  }

  static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .push(let text):
      state.seen.append(text)
      return [.announce(text)]
    case .twice:
      state.seen.append("twice")
      return [.announce("one"), .announce("two")]
    }
  }
}

private let moment = Moment(now: Timestamp(milliseconds: 0), entropy: (0, 0))

/// A shell that answers at once, as a cache might.
private final class Shell {
  var store: Store<Counter>?
  var performed: [Effect] = []
  var drawn: [[String]] = []
  /// The action that an announced text brings, once.
  var answers: [String: Counter.Action] = [:]
}

private func makeShell(answers: [String: Counter.Action] = [:]) -> Shell {
  let shell = Shell()
  shell.answers = answers
  let store = Store<Counter>(Counter.State()) { [unowned shell] effect in
    shell.performed.append(effect)
    if case .announce(let text) = effect, let answer = shell.answers.removeValue(forKey: text) {
      shell.store?.send(answer, at: moment)
    }
  }
  store.observe { [unowned shell] state in shell.drawn.append(state.seen) }
  shell.store = store
  return shell
}

@Suite struct StoreTests {
  @Test func effectsArePerformedInOrder() {
    let shell = makeShell()
    shell.store?.send(.twice, at: moment)
    #expect(shell.performed == [.announce("one"), .announce("two")])
  }

  @Test func anActionSentByAnEffectWaitsForTheOtherEffects() {
    let shell = makeShell(answers: ["one": .push("answer")])
    shell.store?.send(.twice, at: moment)
    #expect(shell.performed == [.announce("one"), .announce("two"), .announce("answer")])
    #expect(shell.store?.state.seen == ["twice", "answer"])
  }

  @Test func observersAreToldOncePerTurn() {
    let shell = makeShell(answers: ["one": .push("answer")])
    shell.store?.send(.twice, at: moment)
    #expect(shell.drawn == [["twice", "answer"]])
    shell.store?.send(.push("next"), at: moment)
    #expect(shell.drawn.count == 2)
  }

  @Test func anActionSentByAnObserverStartsAnotherTurn() {
    let shell = makeShell()
    var isFirst = true
    shell.store?.observe { [unowned shell] _ in
      if isFirst {
        isFirst = false
        shell.store?.send(.push("again"), at: moment)
      }
    }
    shell.store?.send(.push("first"), at: moment)
    #expect(shell.drawn == [["first"], ["first", "again"]])
  }
}
