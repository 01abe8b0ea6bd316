import CEvents
import Synchronization

/// Some event loops that share the work.
public final class EventLoopGroup: Sendable {
  public let loops: [EventLoop]
  private let turn = Atomic<Int>(0)

  /// On which this process may run (sched_getaffinity(2)): a container may have fewer cores than the machine.
  public static var cores: Int { Int(cevents_cores()) }

  /// At least one loop; more than one per core is of no use.
  public init(count: Int) throws(SocketError) {
    var loops: [EventLoop] = []
    for index in 0..<max(1, count) { loops.append(try EventLoop(name: "loop-\(index)")) }
    self.loops = loops
  }

  /// One after the other.
  public func next() -> EventLoop {
    let index = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return loops[Int(UInt(bitPattern: index) % UInt(loops.count))]
  }

  /// Closes all connections and ends the threads.
  public func stop() {
    for loop in loops { loop.stop() }
  }
}
