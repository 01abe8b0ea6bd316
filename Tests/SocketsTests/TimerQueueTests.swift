import Testing

@testable import Sockets

@Suite struct TimerQueueTests {
  @Test func dueTimersRunByTimeThenLeave() {
    let queue = TimerQueue()
    var seen: [Int64] = []
    for deadline: Int64 in [30, 10, 20, 10, 50] {
      _ = queue.add(deadline: deadline) { seen.append(deadline) }
    }
    #expect(queue.nextKey == 10)
    queue.fire(now: 9)
    #expect(seen.isEmpty)
    queue.fire(now: 30)
    #expect(seen == [10, 10, 20, 30])
    #expect(queue.count == 1)
  }

  @Test func aCancelledTimerLeavesAtOnce() {
    let queue = TimerQueue()
    var fired = 0
    let timers = (0..<100).map { index in queue.add(deadline: Int64(index)) { fired += 1 } }
    for timer in timers.shuffled() where timer.deadline % 2 == 0 { timer.cancel() }
    #expect(queue.count == 50)
    timers[0].cancel()
    queue.fire(now: 1_000)
    #expect(fired == 50)
    #expect(timers.allSatisfy { !$0.isPending })
  }

  @Test func movingLaterWaitsAndMovingEarlierHurries() {
    let queue = TimerQueue()
    var seen: [String] = []
    let late = queue.add(deadline: 10) { seen.append("late") }
    let early = queue.add(deadline: 100) { seen.append("early") }
    late.move(to: 200)
    early.move(to: 5)
    #expect(queue.nextKey == 5)
    queue.fire(now: 50)
    #expect(seen == ["early"])
    #expect(queue.nextKey == 200)
    queue.fire(now: 200)
    #expect(seen == ["early", "late"])
    late.move(to: 300)
    #expect(queue.isEmpty)
  }

  @Test func aTimerThatAnActionAddsWaitsForTheNextCall() {
    let queue = TimerQueue()
    var fired = 0
    _ = queue.add(deadline: 1) {
      fired += 1
      _ = queue.add(deadline: 1) { fired += 1 }
    }
    queue.fire(now: 1)
    #expect(fired == 1)
    queue.fire(now: 1)
    #expect(fired == 2)
  }

  @Test func anActionMayCancelATimerThatIsDueWithIt() {
    let queue = TimerQueue()
    var seen: [String] = []
    var second: LoopTimer?
    _ = queue.add(deadline: 1) {
      seen.append("first")
      second?.cancel()
    }
    second = queue.add(deadline: 2) { seen.append("second") }
    queue.fire(now: 5)
    #expect(seen == ["first"])
  }

  @Test(arguments: 1...20)
  func randomOperationsAgreeWithASortedList(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % bound
    }
    let queue = TimerQueue()
    var expected: [Int: Int64] = [:]
    var timers: [Int: LoopTimer] = [:]
    var fired: [Int] = []
    var now: Int64 = 0
    for number in 0..<500 {
      switch random(4) {
      case 0, 1:
        let deadline = now + random(100)
        timers[number] = queue.add(deadline: deadline) { fired.append(number) }
        expected[number] = deadline
      case 2:
        guard let victim = expected.keys.sorted().dropFirst(Int(random(7))).first else { continue }
        let deadline = now + random(100)
        timers[victim]?.move(to: deadline)
        expected[victim] = deadline
      default:
        now += random(20)
        fired = []
        queue.fire(now: now)
        let due = expected.filter { $0.value <= now }
        #expect(fired.sorted() == due.keys.sorted())
        for number in due.keys { expected[number] = nil }
      }
    }
    #expect(queue.count == expected.count)
  }
}
