import Sockets
import Synchronization
import Testing

@Suite struct EventLoopTests {
  @Test func workRunsOnTheLoopInOrder() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let loop = group.loops[0]
    let seen = Mutex<[Int]>([])
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      for number in 0..<100 {
        loop.execute { seen.withLock { $0.append(loop.isCurrent ? number : -1) } }
      }
      loop.execute { done.resume() }
    }
    #expect(seen.withLock { $0 } == Array(0..<100))
    #expect(!loop.isCurrent)
  }

  @Test func timersFireByTimeAndCancelledOnesDoNot() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let loop = group.loops[0]
    let seen = Mutex<[String]>([])
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      loop.execute {
        let dropped = loop.schedule(afterMilliseconds: 5) { seen.withLock { $0.append("dropped") } }
        loop.schedule(afterMilliseconds: 20) { seen.withLock { $0.append("late") } }
        loop.schedule(afterMilliseconds: 1) { seen.withLock { $0.append("early") } }
        loop.schedule(afterMilliseconds: 30) { done.resume() }
        dropped.cancel()
      }
    }
    #expect(seen.withLock { $0 } == ["early", "late"])
  }

  @Test func aCallbackOnTheLoopIsInsideItsActors() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let loop = group.loops[0]
    let counter = LoopCounter(loop: loop)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      loop.execute {
        counter.assumeIsolated { $0.add() }
        done.resume()
      }
    }
    #expect(await counter.value == 1)
  }

  @Test func workThatNeverEndsStarvesNeitherTimersNorSockets() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let loop = group.loops[0]
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let state = Spinner(loop: loop)
      loop.execute {
        state.spin()
        loop.schedule(afterMilliseconds: 5) {
          state.isOver = true
          done.resume()
        }
      }
    }
  }

  @Test func anActorAndATaskRunOnTheLoop() async throws {
    let group = try EventLoopGroup(count: 2)
    defer { group.stop() }
    let counter = LoopCounter(loop: group.loops[0])
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<1_000 { tasks.addTask { await counter.add() } }
    }
    #expect(await counter.value == 1_000)
    #expect(await counter.strays == 0)
    let other = group.loops[1]
    let stayed = await Task(executorPreference: other) {
      let before = other.isCurrent
      await counter.add()
      return before && other.isCurrent
    }.value
    #expect(stayed)
  }
}

private actor LoopCounter {
  private let loop: EventLoop
  private(set) var value = 0
  private(set) var strays = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func add() {
    value += 1
    if !loop.isCurrent { strays += 1 }
  }
}

/// Begets work without end until it is told that it is over; used on its loop only.
private final class Spinner: @unchecked Sendable {
  var isOver = false
  private let loop: EventLoop

  init(loop: EventLoop) {
    self.loop = loop
  }

  func spin() {
    guard !isOver else { return }
    loop.execute { self.spin() }
  }
}
