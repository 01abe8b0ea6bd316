import Sockets
import Synchronization

/// What a server takes on at most. 0 is without end.
public struct AdmissionLimits: Equatable, Sendable {
  /// New connections a second, over all.
  public var connectionsPerSecond = 2_000
  /// Requests a second, over all.
  public var requestsPerSecond = 10_000
  /// New realtime sessions a second, over all.
  public var sessionsPerSecond = 1_000
  /// Open connections from one network address.
  public var connectionsPerNetwork = 2_000
  /// Sessions by long polling of one network address.
  public var pollingPerNetwork = 500
  /// How late the loops may be, in milliseconds and on average over half a second, until new sessions are turned away;
  /// at twice that requests are, too.
  public var lagMilliseconds: Int64 = 1_000

  public init() {}
}

/// Turns away what would be too much, with a clear answer and while the server is still quick. Shared by all loops; any
/// thread.
public final class Admission: Sendable {
  public enum Kind: Int, CaseIterable, Sendable {
    case connection, request, session
  }

  private struct State {
    var buckets: [RateBucket]
    var lags: [ObjectIdentifier: Int64] = [:]
  }

  public let limits: AdmissionLimits
  private let clock: @Sendable () -> Int64
  private let state: Mutex<State>
  private let lag = Atomic<Int64>(0)
  private let shedCount = Atomic<Int>(0)
  let connections: NetworkCounts
  public let pollers: NetworkCounts

  /// - Parameter clock: milliseconds that never run backwards; tests give their own.
  public init(_ limits: AdmissionLimits, clock: @escaping @Sendable () -> Int64 = Admission.monotonic) {
    self.limits = limits
    self.clock = clock
    connections = NetworkCounts(limit: limits.connectionsPerNetwork)
    pollers = NetworkCounts(limit: limits.pollingPerNetwork)
    let now = clock()
    let rates = [limits.connectionsPerSecond, limits.requestsPerSecond, limits.sessionsPerSecond]
    state = Mutex(State(buckets: rates.map { RateBucket(perSecond: $0, now: now) }))
  }

  /// What was turned away since the start.
  public var sheds: Int { shedCount.load(ordering: .relaxed) }
  /// How late the latest of the loops is, in milliseconds.
  public var lagMilliseconds: Int64 { lag.load(ordering: .relaxed) }

  /// nil: welcome. Otherwise after how many seconds to come again, spread so that not all come at once.
  public func refusal(of kind: Kind) -> Int? {
    let isLate = limits.lagMilliseconds > 0 && lagMilliseconds > limits.lagMilliseconds * (kind == .request ? 2 : 1)
    if !isLate {
      let now = clock()
      if state.withLock({ $0.buckets[kind.rawValue].take(now: now) }) { return nil }
    }
    return turnAway()
  }

  /// Counts something turned away for another reason; the seconds are as above.
  @discardableResult
  public func turnAway() -> Int {
    shedCount.wrappingAdd(1, ordering: .relaxed)
    return Int.random(in: 1...5)
  }

  /// How late one loop was now; called some twenty times a second by each.
  func note(lag late: Int64, of loop: EventLoop) {
    let worst = state.withLock { state in
      let before = state.lags[ObjectIdentifier(loop)] ?? 0
      state.lags[ObjectIdentifier(loop)] = before + (max(late, 0) - before) / 8
      return state.lags.values.max() ?? 0
    }
    lag.store(worst, ordering: .relaxed)
  }

  public static let monotonic: @Sendable () -> Int64 = {
    let (seconds, fraction) = (ContinuousClock.now - start).components
    return seconds * 1_000 + fraction / 1_000_000_000_000_000
  }

  private static let start = ContinuousClock.now
}

/// How much each network has open.
public final class NetworkCounts: Sendable {
  private let limit: Int
  private let counts = Mutex<[NetworkAddress: Int]>([:])

  init(limit: Int) {
    self.limit = limit
  }

  /// False where the network has as much as it may; otherwise `leave` is owed.
  public func enter(_ network: NetworkAddress) -> Bool {
    guard limit > 0 else { return true }
    return counts.withLock { counts in
      let count = counts[network] ?? 0
      guard count < limit else { return false }
      counts[network] = count + 1
      return true
    }
  }

  public func leave(_ network: NetworkAddress) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      guard let count = counts[network] else { return }
      counts[network] = count > 1 ? count - 1 : nil
    }
  }
}
