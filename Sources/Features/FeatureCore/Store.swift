/// Holds the state of a feature and runs its turns. A turn reduces one action and whatever is sent meanwhile, each
/// action's effects in order before the next action, and then tells the observers once.
public final class Store<F: Feature> {
  public private(set) var state: F.State
  private let perform: (Effect) -> Void
  private var observers: [(F.State) -> Void] = []
  private var waiting: [(action: F.Action, moment: Moment)] = []
  private var isRunning = false

  /// - Parameter perform: carries an effect out. It may send actions: they are reduced after the one in hand.
  public init(_ state: F.State, perform: @escaping (Effect) -> Void) {
    self.state = state
    self.perform = perform
  }

  /// Calls `observer` at the end of every turn, for as long as the store lives.
  public func observe(_ observer: @escaping (F.State) -> Void) {
    observers.append(observer)
  }

  public func send(_ action: F.Action, at moment: Moment) {
    waiting.append((action: action, moment: moment))
    if isRunning { return }
    isRunning = true
    while !waiting.isEmpty { runTurn() }
    isRunning = false
  }

  private func runTurn() {
    var next = 0
    while next < waiting.count {
      let (action, moment) = waiting[next]
      next += 1
      for effect in F.reduce(&state, action, at: moment) { perform(effect) }
    }
    waiting.removeAll()
    for observer in observers { observer(state) }
  }
}
