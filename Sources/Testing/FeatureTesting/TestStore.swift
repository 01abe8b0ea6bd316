import FeatureCore
import Testing
import Wire

/// Runs a feature under exhaustive assertions: every state change and every effect of an action must be stated, or the
/// test fails. It carries no effect out; it only remembers which timers are running.
public final class TestStore<F: Feature> {
  public private(set) var state: F.State
  public private(set) var clock: VirtualClock
  public private(set) var timers: [PendingTimer] = []
  private let report: (String, SourceLocation) -> Void

  public struct PendingTimer: Equatable, Sendable {
    public let tag: FeatureCore.Tag
    public let due: Timestamp
  }

  public init(
    _ state: F.State, clock: VirtualClock = VirtualClock(),
    report: @escaping (String, SourceLocation) -> Void = { text, location in
      Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
  ) {
    self.state = state
    self.clock = clock
    self.report = report
  }

  /// Sends an action. `effects` are all that it must ask for, in order; `change` turns the state before into the state
  /// that must come.
  public func send(
    _ action: F.Action, effects: [Effect] = [], sourceLocation: SourceLocation = #_sourceLocation,
    change: ((inout F.State) -> Void)? = nil
  ) {
    let before = state
    let came = F.reduce(&state, action, at: clock.moment())
    keepTimers(came)
    var expected = before
    change?(&expected)
    if change != nil && expected == before && state == before {
      report("\(name(action)): a change is stated, but it changes nothing and nothing changed", sourceLocation)
    } else if expected != state {
      let text = Difference.lines(expected: expected, actual: state)
      report("\(name(action)): another state than stated (- expected, + came)\n\(text)", sourceLocation)
    }
    if came != effects {
      let text = Difference.lines(expected: effects, actual: came)
      report("\(name(action)): other effects than stated (- expected, + came)\n\(text)", sourceLocation)
    }
  }

  /// Sends an action of a scene that another test states in full, and gives back its effects.
  @discardableResult
  public func arrange(_ action: F.Action) -> [Effect] {
    let came = F.reduce(&state, action, at: clock.moment())
    keepTimers(came)
    return came
  }

  /// Moves time and gives the tags of the timers that fire on the way, in order. The test sends their actions.
  public func advance(milliseconds: Int64) -> [FeatureCore.Tag] {
    clock.advance(milliseconds: milliseconds)
    let fired = timers.filter { $0.due <= clock.now }.sorted { $0.due < $1.due }
    timers.removeAll { $0.due <= clock.now }
    return fired.map(\.tag)
  }

  /// An action that carries a whole answer would bury what differs.
  private func name(_ action: F.Action) -> String {
    let text = "\(action)"
    return text.count > 160 ? text.prefix(160) + "…" : text
  }

  private func keepTimers(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .startTimer(let milliseconds, let tag):
        timers.removeAll { $0.tag == tag }
        timers.append(PendingTimer(tag: tag, due: clock.now.adding(milliseconds: Int64(milliseconds))))
      case .cancel(let tag): timers.removeAll { $0.tag == tag }
      default: break
      }
    }
  }
}
