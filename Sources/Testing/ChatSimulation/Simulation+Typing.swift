import ChatSync
import Domain
import Seeded
import Wire

/// Who types: said by a device, told by the server to the others of the room, and over by itself.
extension Simulation {
  private static let lease: Int64 = 5_000

  func showTyping(_ device: Int, _ place: Int) {
    let now = Timestamp(milliseconds: devices[device].clock)
    let isEmpty = random.chance(30)
    guard let isTyping = devices[device].places[place].signal.typed(isEmpty: isEmpty, now: now),
      joined.contains(device)
    else { return }
    let room = store.rooms[devices[device].places[place].room]
    let person = devices[device].person
    let event = LiveEvent.typing(room.id, devices[device].me.id, lease: isTyping ? Self.lease : 0)
    for member in room.members where member != person && !record.blocks.contains([member, person]) {
      publish([Told(person: member, event: event)])
    }
  }

  func hearTyping(_ device: Int, _ room: ID<Room>, _ person: ID<Person>, _ lease: Int64) {
    let now = Timestamp(milliseconds: devices[device].clock)
    devices[device].typing.take(person, in: room, milliseconds: lease, now: now)
    let isSeen = devices[device].typing.people(in: room, now: now).contains(person)
    if isSeen != (lease > 0) { fault("d\(device) is wrong about who types") }
  }

  /// A word that was lost, or a clock that stepped, leaves nobody typing for ever.
  func judgeTyping() {
    for device in devices {
      let later = Timestamp(milliseconds: device.clock + TypingLeases.longestMilliseconds)
      for room in store.rooms where !device.typing.people(in: room.id, now: later).isEmpty {
        fault("d\(device.number) sees somebody type for ever")
      }
    }
  }
}
