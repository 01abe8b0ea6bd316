import FeatureCore

/// What host.js still owes an answer for. A ticket's number is never given twice, so a late answer reaches nobody.
struct Tickets {
  enum Kind {
    case http, timer, read, write
  }

  private struct Ticket {
    let number: Int32
    let kind: Kind
    let tag: Tag?
  }

  private var open: [Ticket] = []
  private var last: Int32 = 0

  var count: Int { open.count }

  mutating func issue(_ kind: Kind, _ tag: Tag?) -> Int32 {
    last &+= 1
    open.append(Ticket(number: last, kind: kind, tag: tag))
    return last
  }

  /// Whether the ticket was still open, and the tag it was issued for.
  mutating func redeem(_ number: Int32) -> (isOpen: Bool, tag: Tag?) {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return (false, nil) }
    return (true, open.remove(at: index).tag)
  }

  /// Closes all tickets of a tag, or only those of one kind.
  mutating func close(_ tag: Tag, only kind: Kind? = nil) -> [Int32] {
    close { ticket in ticket.tag == tag && (kind == nil || ticket.kind == kind) }
  }

  /// Closes what was asked of the store that is open no longer.
  mutating func closeStore() -> [Int32] {
    close { $0.kind == .read || $0.kind == .write }
  }

  private mutating func close(_ matches: (Ticket) -> Bool) -> [Int32] {
    var closed: [Int32] = []
    for ticket in open where matches(ticket) { closed.append(ticket.number) }
    open.removeAll(where: matches)
    return closed
  }
}
