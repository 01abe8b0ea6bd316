import Wire

/// Decides what becomes of one reservation. It is read from its row, receives one event, and is written back in the
/// same transaction; whatever the commands say belongs to that transaction as well.
///
/// A lost race is a refusal: of two events that exclude each other the second one finds a state that does not fit it.
public struct ReservationMachine: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    /// A deposit was promised: the hold lasts until its deadline.
    case depositPromised(until: Timestamp)
    /// The order is paid in full. Also where the hold has ended meanwhile: then the slot is to be taken again.
    case paid
    /// The hold's time is over (a sweep; may come late or twice).
    case holdEnded
    case approved
    case declined
    /// The doctor's deadline is over (a sweep; may come late or twice).
    case approvalEnded
    case cancelled(by: ReservationSide)
    /// To another time. The doctor also gives a first time in this way.
    case moved(by: ReservationSide, start: Timestamp, end: Timestamp)
    case finished
    case missed
    /// The consult room has closed (a sweep).
    case windowClosed
  }

  public enum Command: Equatable, Sendable {
    /// May fail, because somebody else has them by now: then nothing of this event happens.
    case takeCells(Range<Int64>)
    case releaseCells(Range<Int64>)
    /// That part of what was paid: 0…100, by the rule of `CancelPolicy.share`.
    case refund(percent: Int)
    case openRoom
    /// A reminder of this version for each of its times; those of older versions are dead.
    case remind(version: Int64)
    /// This time is nobody's any more: first the waiting list is asked.
    case offer(start: Timestamp, end: Timestamp)
    case tell(ReservationSide, Notice)
  }

  public enum Notice: String, CaseIterable, Equatable, Sendable {
    case requested, confirmed, declined, cancelled, moved, expired
  }

  public enum Refusal: Error, Equatable, Sendable {
    /// It stands otherwise by now (somebody was quicker).
    case changed(ReservationState)
    /// Too late for this: the deadline or the start has passed.
    case tooLate
    /// Too early for this: the appointment has not begun, the deadline is not over.
    case tooEarly
    /// This person may not do that.
    case notAllowed
    /// The end is not after the start.
    case noTime
  }

  public internal(set) var facts: ReservationFacts

  public init(_ facts: ReservationFacts) {
    self.facts = facts
  }

  /// All of an event or nothing: a refusal leaves the machine as it was.
  public mutating func receive(_ event: Event, at now: Timestamp) throws(Refusal) -> [Command] {
    var next = self
    let commands = try next.apply(event, now)
    if next.facts != facts {
      next.facts.version = facts.version &+ 1
      self = next
    }
    return commands.map { if case .remind = $0 { .remind(version: facts.version) } else { $0 } }
  }

  private mutating func apply(_ event: Event, _ now: Timestamp) throws(Refusal) -> [Command] {
    switch event {
    case .depositPromised(let until): try promise(until)
    case .paid: try pay(now)
    case .holdEnded: try endHold(now)
    case .approved: try approve(now)
    case .declined: try decline(now)
    case .approvalEnded: try endApproval(now)
    case .cancelled(let side): try cancel(by: side, now)
    case .moved(let side, let start, let end): try move(by: side, start, end, now)
    case .finished: try finish(.done, now)
    case .missed: try finish(.noShow, now)
    case .windowClosed: try finish(.done, now)
    }
  }
}
