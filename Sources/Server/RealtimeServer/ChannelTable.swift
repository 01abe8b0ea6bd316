/// Who listens to what, on one loop. Joining and leaving cost the same for small and large channels.
struct ChannelTable {
  private var members: [Channel: [RealtimeMember]] = [:]

  var isEmpty: Bool { members.isEmpty }

  subscript(channel: Channel) -> [RealtimeMember] { members[channel] ?? [] }

  mutating func add(_ member: RealtimeMember, to channels: [Channel]) {
    for channel in channels where !member.seats.contains(where: { $0.channel == channel }) {
      let index = members[channel, default: []].count
      members[channel, default: []].append(member)
      member.seats.append(RealtimeMember.Seat(channel: channel, index: index))
    }
  }

  mutating func remove(_ member: RealtimeMember) {
    for seat in member.seats { remove(seat) }
    member.seats = []
  }

  mutating func remove(_ member: RealtimeMember, from channel: Channel) {
    guard let place = member.seats.firstIndex(where: { $0.channel == channel }) else { return }
    remove(member.seats.remove(at: place))
  }

  /// The last one takes the free seat.
  private mutating func remove(_ seat: RealtimeMember.Seat) {
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
