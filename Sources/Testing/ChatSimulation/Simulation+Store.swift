import ChatSync
import Domain
import Seeded

/// The devices' own stores, and the tabs that share one.
extension Simulation {
  func readStore(_ device: Int) {
    if devices[device].shared.news.contains(device) && mutant != .tabsAreNotTold {
      devices[device].askOutboxes()
    } else if devices[device].isOutboxAsked {
      devices[device].isOutboxAsked = false
      if devices[device].hasWrittenOutbox && mutant != .olderOutboxTaken {
        devices[device].askOutboxes()
      } else {
        restoreOutboxes(device)
      }
    } else if !devices[device].reads.isEmpty {
      let read = devices[device].reads.remove(at: random.below(devices[device].reads.count))
      let isBroken = !isCalm && random.chance(3)
      tell(device, read.place, .recordsRead(isBroken ? [] : devices[device].records(read.range)))
    }
  }

  private func restoreOutboxes(_ device: Int) {
    var kept = devices[device].outboxRead
    if mutant == .outboxReordered {
      for room in kept.keys { kept[room]?.items.reverse() }
    }
    if mutant == .outboxNotKept { kept = [:] }
    let life = devices[device].life
    for place in devices[device].places.indices where devices[device].life == life {
      let room = devices[device].places[place].machine.roomID
      tell(device, place, .outboxRestored(kept[room] ?? KeptOutbox()))
    }
    guard devices[device].life == life, devices[device].becomesWriter, !devices[device].isWriter else { return }
    devices[device].isWriter = true
    tellAll(device, .writerChanged(true))
  }

  /// The lock of a tab that is gone goes to another.
  /// - Returns: whether there was one to give.
  @discardableResult
  func grantLock(_ device: Int) -> Bool {
    let shared = devices[device].shared
    guard shared.writer == nil, shared.waiting.first == device else { return false }
    note("d\(device) has the lock")
    shared.waiting.removeFirst()
    shared.writer = device
    devices[device].becomesWriter = true
    devices[device].askOutboxes()
    return true
  }

  func hasToRead(_ device: Int) -> Bool {
    let device = devices[device]
    let isTold = device.shared.news.contains(device.number) && mutant != .tabsAreNotTold
    return isTold || device.isOutboxAsked || !device.reads.isEmpty
  }
}
