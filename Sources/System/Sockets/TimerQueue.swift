/// A timer of one loop, used on that loop only. Moving it to a later time costs nothing: it is put back in the queue
/// when its old time comes. So a connection needs one timer for all its deadlines.
public final class LoopTimer {
  /// Milliseconds on the loop's clock.
  public fileprivate(set) var deadline: Int64
  fileprivate var action: (() -> Void)?
  /// Place in the heap; -1 outside.
  fileprivate var index = -1
  private unowned let queue: TimerQueue

  fileprivate init(deadline: Int64, queue: TimerQueue, action: @escaping () -> Void) {
    self.deadline = deadline
    self.queue = queue
    self.action = action
  }

  public var isPending: Bool { index >= 0 }

  /// Forgets the action. Cancelling twice, or after it fired, does nothing.
  public func cancel() {
    if index >= 0 { queue.remove(self) }
    action = nil
  }

  /// Moves a pending timer; one that fired or was cancelled stays quiet.
  public func move(to deadline: Int64) {
    guard index >= 0 else { return }
    queue.move(self, to: deadline)
  }
}

/// A binary heap of timers by time. Entries keep their own key, which may be earlier than the timer's deadline.
final class TimerQueue {
  private struct Entry {
    var key: Int64
    let timer: LoopTimer
  }

  private var heap: [Entry] = []

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  /// When to look again; not later than the first deadline.
  var nextKey: Int64? { heap.first?.key }

  func add(deadline: Int64, action: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(deadline: deadline, queue: self, action: action)
    timer.index = heap.count
    heap.append(Entry(key: deadline, timer: timer))
    rise(timer.index)
    return timer
  }

  /// Runs what is due at `now`, earliest first. Timers that an action adds run in the next call at the earliest.
  func fire(now: Int64) {
    var due: [LoopTimer] = []
    while let first = heap.first, first.key <= now {
      if first.timer.deadline > now {
        heap[0].key = first.timer.deadline
        sink(0)
      } else {
        remove(first.timer)
        due.append(first.timer)
      }
    }
    for timer in due {
      let action = timer.action
      timer.action = nil
      action?()
    }
  }

  /// Drops every timer without running it.
  func clear() {
    for entry in heap {
      entry.timer.index = -1
      entry.timer.action = nil
    }
    heap.removeAll()
  }

  fileprivate func move(_ timer: LoopTimer, to deadline: Int64) {
    timer.deadline = deadline
    guard deadline < heap[timer.index].key else { return }
    heap[timer.index].key = deadline
    rise(timer.index)
  }

  fileprivate func remove(_ timer: LoopTimer) {
    let index = timer.index
    timer.index = -1
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    last.timer.index = index
    sink(index)
    rise(last.timer.index)
  }

  private func rise(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].key < heap[parent].key else { return }
      exchange(index, parent)
      index = parent
    }
  }

  private func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2) where child < heap.count && heap[child].key < heap[least].key {
        least = child
      }
      guard least != index else { return }
      exchange(index, least)
      index = least
    }
  }

  private func exchange(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    heap[a].timer.index = a
    heap[b].timer.index = b
  }
}
