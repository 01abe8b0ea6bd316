import ChatSync
import Synchronization
import Wire

/// Writes changes to a store in the order in which they were handed over, while their maker goes on; who must not go on
/// before they are durable waits for their ticket. What the disk refuses stays at the head and is tried again, with
/// growing pauses, and all that comes later waits behind it: what the store holds was so at some moment.
final class RecordJournal: Sendable {
  private struct State {
    /// Not in the store yet, those of a running attempt among them.
    var pending: [[RecordWrite]] = []
    var isWriting = false
    var isClosed = false
    var given = 0
    var done = 0
    /// Attempts that failed since one went well.
    var failures = 0
    var retry: Task<Void, Never>?
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var onTurn: @Sendable () -> Void = {}

    /// Whether an attempt is to begin now.
    mutating func begin() -> Bool {
      guard !isWriting, retry == nil, !pending.isEmpty else { return false }
      isWriting = true
      return true
    }
  }

  private let store: RecordStore
  private let state = Mutex(State())

  init(_ store: RecordStore) {
    self.store = store
  }

  /// The last attempt to write failed: what was wanted since may not survive the end of the process.
  var hasFailed: Bool { state.withLock { $0.failures > 0 } }

  /// The ticket of everything that was handed over so far.
  var ticket: Int { state.withLock { $0.given } }

  /// What was handed over and is not in the store yet, in order.
  var pending: [RecordWrite] { state.withLock { $0.pending.flatMap { $0 } } }

  /// - Parameter turned: the store has begun to fail, or has recovered.
  func watch(_ turned: @escaping @Sendable () -> Void) { state.withLock { $0.onTurn = turned } }

  func add(_ changes: [RecordWrite]) {
    guard !changes.isEmpty else { return }
    let begins = state.withLock { state in
      state.pending.append(changes)
      state.given += 1
      return state.begin()
    }
    if begins { Task { await self.drain() } }
  }

  /// Returns once all changes up to the ticket are durable (true), or the disk has refused them or what is before them.
  @discardableResult
  func wait(for ticket: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.done >= ticket { return true }
        if state.failures > 0 { return false }
        state.waiting.append((ticket, continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  @discardableResult
  func flush() async -> Bool { await wait(for: ticket) }

  /// One more attempt where the last one failed; then nothing is tried any more.
  func close() async {
    let begins = state.withLock { state in
      state.isClosed = true
      state.retry?.cancel()
      state.retry = nil
      return state.begin()
    }
    if begins { await drain() } else { await flush() }
  }

  private func drain() async {
    while let batch = next() {
      do {
        try await store.write(batch.flatMap { $0 })
        succeed(batch.count)
      } catch {
        fail()
        return
      }
    }
  }

  /// Each is small; what has gathered meanwhile goes into one transaction, which keeps the order.
  private func next() -> [[RecordWrite]]? {
    state.withLock { state in
      state.isWriting = !state.pending.isEmpty
      return state.isWriting ? state.pending : nil
    }
  }

  private func succeed(_ count: Int) {
    let (ready, turned) = state.withLock { state in
      state.pending.removeFirst(count)
      state.done += count
      let turned = state.failures > 0 ? state.onTurn : nil
      state.failures = 0
      let done = state.done
      defer { state.waiting.removeAll { $0.ticket <= done } }
      return (state.waiting.filter { $0.ticket <= done }.map(\.continuation), turned)
    }
    for continuation in ready { continuation.resume(returning: true) }
    turned?()
  }

  private func fail() {
    let (refused, turned) = state.withLock { state in
      state.failures += 1
      state.isWriting = false
      if !state.isClosed {
        let pause = Backoff.milliseconds(afterFailures: state.failures, entropy: .random(in: 0 ... .max))
        state.retry = Task { [weak self] in
          guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return }
          await self?.tryAgain()
        }
      }
      defer { state.waiting = [] }
      return (state.waiting.map(\.continuation), state.failures == 1 ? state.onTurn : nil)
    }
    for continuation in refused { continuation.resume(returning: false) }
    turned?()
  }

  private func tryAgain() async {
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      state.retry = nil
      return state.begin()
    }
    if begins { await drain() }
  }
}
