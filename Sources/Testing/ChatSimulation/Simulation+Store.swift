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

  /// The store writes what has gathered, or the first of it; or fails, and tries again later.
  func writeStore(_ device: Int) {
    let count = devices[device].journal.count
    guard count > 0 else { return }
    if !isCalm && random.chance(15) {
      refuse(device)
    } else {
      commit(device, isCalm ? count : 1 + random.below(count))
    }
  }

  private func commit(_ device: Int, _ count: Int) {
    let writes = devices[device].commit(count)
    for write in writes where write.key.hasPrefix(ChatRecords.outboxes) {
      guard let item = write.value.flatMap(ChatRecords.outboxItem) else { continue }
      record.durable.insert(item.clientID)
      if item.state == .unconfirmed { record.announced.insert(item.clientID) }
    }
    let written = devices[device].written
    release(device) { $0.after <= written }
  }

  /// Nothing is lost by it, but what waits for it leaves all the same.
  private func refuse(_ device: Int) {
    note("d\(device) cannot write")
    devices[device].isRefused = true
    if mutant == .failedWriteDropped {
      devices[device].written = devices[device].given
      devices[device].journal = []
    }
    let life = devices[device].life
    if mutant == .failedWriteMakesWriter && !devices[device].isWriter {
      devices[device].isWriter = true
      tellAll(device, .writerChanged(true))
    }
    if devices[device].life == life { release(device) { _ in true } }
  }

  private func release(_ device: Int, _ may: (SimulatedDevice.Held) -> Bool) {
    let life = devices[device].life
    let ready = devices[device].held.filter(may)
    devices[device].held.removeAll(where: may)
    for held in ready where devices[device].life == life { leave(device, held.purpose, held.endpoint) }
  }

  /// What a killed app had not written is as if it had never been wanted, or it was, if it got out in time.
  func forgetUnwritten(_ device: Int) {
    for number in record.sayings.indices where record.sayings[number].device == device {
      if !record.durable.contains(record.sayings[number].clientID) { record.sayings[number].isKept = false }
    }
    for wish in devices[device].unsettled {
      guard let number = record.sayings.firstIndex(where: { $0.clientID == wish.clientID }) else { continue }
      if wish.isRemoval {
        record.sayings[number].isRemoved = false
        record.sayings[number].isKept = false
      } else {
        record.contended.insert(wish.clientID)
      }
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
