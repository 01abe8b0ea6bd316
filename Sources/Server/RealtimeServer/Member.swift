/// A session in a namespace, as the channels of its loop see it.
final class Member {
  struct Seat {
    let channel: Channel
    /// Where it sits among the channel's members.
    var index: Int
  }

  let namespace: String
  /// Held until the member leaves, which ends the cycle.
  let session: Session
  var seats: [Seat] = []

  init(_ session: Session, _ namespace: String) {
    self.session = session
    self.namespace = namespace
  }
}

/// Who listens to what, on one loop. Joining and leaving cost the same for small and large channels.
struct ChannelTable {
  private var members: [Channel: [Member]] = [:]

  var isEmpty: Bool { members.isEmpty }

  subscript(channel: Channel) -> [Member] { members[channel] ?? [] }

  mutating func add(_ member: Member, to channels: [Channel]) {
    for channel in channels where !member.seats.contains(where: { $0.channel == channel }) {
      let index = members[channel, default: []].count
      members[channel, default: []].append(member)
      member.seats.append(Member.Seat(channel: channel, index: index))
    }
  }

  mutating func remove(_ member: Member) {
    for seat in member.seats { remove(seat) }
    member.seats = []
  }

  /// The last one takes the free seat.
  private mutating func remove(_ seat: Member.Seat) {
    guard let last = members[seat.channel]?.popLast() else { return }
    guard let count = members[seat.channel]?.count, count > 0 || seat.index < count else {
      members[seat.channel] = nil
      return
    }
    guard seat.index < count else { return }
    members[seat.channel]?[seat.index] = last
    if let place = last.seats.firstIndex(where: { $0.channel == seat.channel }) { last.seats[place].index = seat.index }
  }
}
