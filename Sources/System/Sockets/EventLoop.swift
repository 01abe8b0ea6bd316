import CEvents
import Glibc
import Synchronization
import Threads

/// One thread that waits for sockets and timers and runs Swift jobs: a task executor, and through `serialExecutor` a
/// home for actors. Connections, listeners and timers belong to one loop and are used on it only.
///
/// One turn: wait, handle events, run jobs, fire timers, then write each connection's queue with one system call.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  private enum Work: @unchecked Sendable {
    case job(UnownedJob)
    case actorJob(UnownedJob)
    case action(@Sendable () -> Void)
    case closed(Pollable)
  }

  private struct Inbox {
    var work: [Work] = []
    var isStopping = false
  }

  public let name: String
  private var serial: LoopSerialExecutor?
  let poller: Int32
  private let wakeup: Int32
  private let inbox = Mutex(Inbox())

  // Below: touched by the loop's own thread only.
  private var local: [Work] = []
  private var spare: [Work] = []
  private var unflushed: [TCPConnection] = []
  private var flushing: [TCPConnection] = []
  private let timers = TimerQueue()
  private var pollables: [Pollable] = []
  private var events = UnsafeMutablePointer<cevents_event>.allocate(
    capacity: EventLoop.eventCapacity)
  let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  let vector = UnsafeMutablePointer<iovec>.allocate(capacity: WriteQueue.vectorCapacity)

  /// Milliseconds of the monotonic clock, read once per turn.
  public private(set) var now: Int64

  private static let eventCapacity = 256
  /// How often jobs may beget jobs before sockets and timers get their turn.
  private static let roundsPerTurn = 32
  private static let roundsAtTheEnd = 100

  public init(name: String) throws(SocketError) {
    self.name = name
    now = cevents_milliseconds()
    cevents_ignore_sigpipe()
    poller = cevents_poller()
    guard poller >= 0 else { throw .poller(code: -poller) }
    wakeup = cevents_wakeup()
    guard wakeup >= 0, cevents_add(poller, wakeup, UInt32(CEVENTS_IN), 0) == 0 else {
      throw .poller(code: -min(wakeup, -EMFILE))
    }
    serial = LoopSerialExecutor(loop: self)
    try startThread()
  }

  deinit {
    cevents_close(poller)
    cevents_close(wakeup)
    events.deallocate()
    vector.deallocate()
    readBuffer.deallocate()
  }

  // MARK: Any thread

  /// Whether the caller runs on this loop's thread.
  public var isCurrent: Bool {
    cevents_current() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  func enqueueForActor(_ job: UnownedJob) {
    add(.actorJob(job))
  }

  /// Runs `action` on the loop, in the order of calls from one thread, never before this call returns.
  public func execute(_ action: @escaping @Sendable () -> Void) {
    add(.action(action))
  }

  /// Closes every connection and ends the thread. Work that is added later does not run.
  public func stop() {
    inbox.withLock { $0.isStopping = true }
    cevents_wake(wakeup)
  }

  /// The executor of actors that live here.
  public var serialExecutor: LoopSerialExecutor {
    // Set in `init`, before anybody else knows the loop.
    guard let serial else { preconditionFailure("a loop has its executor from the start") }
    return serial
  }

  /// For the `unownedExecutor` of an actor, which must hold the loop.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { serialExecutor.asUnownedSerialExecutor() }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  /// The thread sanitizer does not see what the standard library's mutex orders.
  private var mark: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  private func add(_ work: Work) {
    if isCurrent {
      local.append(work)
      return
    }
    let place = mark
    let wasEmpty = inbox.withLock { inbox in
      cevents_entered(place)
      defer { cevents_left(place) }
      inbox.work.append(work)
      return inbox.work.count == 1
    }
    if wasEmpty { cevents_wake(wakeup) }
  }

  // MARK: On the loop

  /// Runs `action` on the loop after that many milliseconds.
  @discardableResult
  public func schedule(afterMilliseconds delay: Int64, _ action: @escaping () -> Void) -> LoopTimer {
    assert(isCurrent)
    let (deadline, overflow) = now.addingReportingOverflow(max(delay, 0))
    return timers.add(deadline: overflow ? .max : deadline, action: action)
  }

  func register(_ pollable: Pollable) -> Bool {
    assert(isCurrent)
    guard cevents_add(poller, pollable.descriptor, pollable.interest, token(of: pollable)) == 0
    else { return false }
    pollable.loopIndex = pollables.count
    pollables.append(pollable)
    return true
  }

  func updateInterest(of pollable: Pollable) {
    cevents_change(poller, pollable.descriptor, pollable.interest, token(of: pollable))
  }

  /// Closes the descriptor now. The object lives on until the end of the turn, because events that were fetched
  /// together may still name it; then it hears `didClose`.
  func unregister(_ pollable: Pollable) {
    cevents_remove(poller, pollable.descriptor)
    cevents_close(pollable.descriptor)
    local.append(.closed(pollable))
  }

  private func token(of pollable: Pollable) -> UInt64 {
    UInt64(UInt(bitPattern: Unmanaged.passUnretained(pollable).toOpaque()))
  }

  func flushLater(_ connection: TCPConnection) {
    unflushed.append(connection)
  }

  // MARK: The thread

  private func startThread() throws(SocketError) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let answer = pthread_create(&thread, nil, runEventLoop, context.toOpaque())
    guard answer == 0 else {
      context.release()
      throw .poller(code: answer)
    }
    pthread_detach(thread)
  }

  fileprivate func run() {
    cevents_set_current(Unmanaged.passUnretained(self).toOpaque())
    nameCurrentThread(name)
    while turn() {}
    closeAll()
    cevents_set_current(nil)
  }

  private func turn() -> Bool {
    let count = cevents_wait(poller, events, Int32(EventLoop.eventCapacity), timeout())
    now = cevents_milliseconds()
    for index in 0..<max(0, Int(count)) {
      let event = events[index]
      guard let token = UnsafeRawPointer(bitPattern: UInt(event.token)) else {
        cevents_wake_clear(wakeup)
        continue
      }
      Unmanaged<Pollable>.fromOpaque(token).takeUnretainedValue().ready(event.events)
    }
    var goesOn = runWork()
    if let next = timers.nextKey, next <= now {
      timers.fire(now: now)
      goesOn = runWork() && goesOn
    }
    flush()
    return goesOn
  }

  private func timeout() -> Int32 {
    guard local.isEmpty, unflushed.isEmpty else { return 0 }
    guard let next = timers.nextKey else { return -1 }
    return Int32(clamping: max(0, next - cevents_milliseconds()))
  }

  /// Answers whether the loop goes on.
  private func runWork() -> Bool {
    var goesOn = takeInbox()
    var rounds = 0
    while !local.isEmpty, rounds < EventLoop.roundsPerTurn {
      swap(&local, &spare)
      for work in spare { perform(work) }
      spare.removeAll(keepingCapacity: spare.capacity <= 4096)
      rounds += 1
      goesOn = takeInbox() && goesOn
    }
    return goesOn
  }

  private func takeInbox() -> Bool {
    let place = mark
    return inbox.withLock { inbox in
      cevents_entered(place)
      defer { cevents_left(place) }
      if local.isEmpty {
        swap(&local, &inbox.work)
      } else if !inbox.work.isEmpty {
        local.append(contentsOf: inbox.work)
        inbox.work.removeAll(keepingCapacity: true)
      }
      return !inbox.isStopping
    }
  }

  private func perform(_ work: Work) {
    switch work {
    case .job(let job):
      job.runSynchronously(on: asUnownedTaskExecutor())
    case .actorJob(let job):
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .action(let action):
      action()
    case .closed(let pollable):
      pollables[pollable.loopIndex] = pollables[pollables.count - 1]
      pollables[pollable.loopIndex].loopIndex = pollable.loopIndex
      pollables.removeLast()
      pollable.didClose()
    }
  }

  /// Connections get one attempt to send what they still hold; then everything is closed and the last jobs run.
  private func closeAll() {
    for pollable in pollables { pollable.closeWithLoop() }
    var rounds = 0
    while !local.isEmpty, rounds < EventLoop.roundsAtTheEnd {
      _ = runWork()
      rounds += 1
    }
    timers.clear()
  }

  private func flush() {
    guard !unflushed.isEmpty else { return }
    swap(&unflushed, &flushing)
    for connection in flushing { connection.flush() }
    flushing.removeAll(keepingCapacity: flushing.capacity <= 4096)
  }
}

private func runEventLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
