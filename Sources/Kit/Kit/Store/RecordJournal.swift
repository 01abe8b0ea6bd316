import ChatSync
import Synchronization

/// Writes changes to a store in the order in which they were handed over, while their maker goes on; who must not go on
/// before they are durable waits for their ticket.
final class RecordJournal: Sendable {
  private struct State {
    var pending: [[RecordWrite]] = []
    var isWriting = false
    var given = 0
    var done = 0
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var hasFailed = false
  }

  private let store: RecordStore
  private let state = Mutex(State())

  init(_ store: RecordStore) {
    self.store = store
  }

  /// The last attempt to write failed: what is shown may not survive the end of the process.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// The ticket of everything that was handed over so far.
  var ticket: Int { state.withLock { $0.given } }

  func add(_ changes: [RecordWrite]) {
    guard !changes.isEmpty else { return }
    let begins = state.withLock { state in
      state.pending.append(changes)
      state.given += 1
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { Task { await self.drain() } }
  }

  /// Returns once all changes up to the ticket are durable, or were refused by the disk.
  func wait(for ticket: Int) async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.done < ticket { state.waiting.append((ticket, continuation)) }
        return state.done >= ticket
      }
      if isDone { continuation.resume() }
    }
  }

  func flush() async { await wait(for: ticket) }

  private func drain() async {
    while let batch = next() {
      let isWritten: Bool
      do {
        try await store.write(batch.flatMap { $0 })
        isWritten = true
      } catch {
        isWritten = false
      }
      finish(batch.count, isWritten)
    }
  }

  /// Each is small; what has gathered meanwhile goes into one transaction, which keeps the order.
  private func next() -> [[RecordWrite]]? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isWriting = false
        return nil
      }
      defer { state.pending = [] }
      return state.pending
    }
  }

  private func finish(_ count: Int, _ isWritten: Bool) {
    let ready = state.withLock { state in
      state.done += count
      state.hasFailed = !isWritten
      let done = state.done
      defer { state.waiting.removeAll { $0.ticket <= done } }
      return state.waiting.filter { $0.ticket <= done }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }
}
