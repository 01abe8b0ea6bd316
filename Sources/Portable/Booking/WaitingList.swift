import Wire

/// Somebody who waits for a time with a doctor in a span of days.
public struct WaitingEntry: Hashable, Sendable {
  /// Names the entry in its store.
  public let id: Int64
  /// Days on the doctor's calendar, both inclusive.
  public let from: CalendarDate
  public let to: CalendarDate
  public let since: Timestamp
  /// Until when an offer is open; one at a time. nil for none.
  public var offeredUntil: Timestamp?
  /// Starts that were offered and not taken: nobody is asked twice about the same.
  public var passed: [Timestamp]

  public init(
    id: Int64, from: CalendarDate, to: CalendarDate, since: Timestamp, offeredUntil: Timestamp? = nil,
    passed: [Timestamp] = []
  ) {
    self.id = id
    self.from = from
    self.to = to
    self.since = since
    self.offeredUntil = offeredUntil
    self.passed = passed
  }
}

/// Who is asked first when a slot becomes free, and how long an offer lasts.
public struct WaitingRules: Hashable, Sendable {
  public var offerMinutes: Int
  /// An offer that would be shorter is not made: the slot is free at once.
  public var shortestOfferMinutes: Int
  public var longestWaitDays: Int

  public init(offerMinutes: Int = 120, shortestOfferMinutes: Int = 10, longestWaitDays: Int = 90) {
    self.offerMinutes = offerMinutes
    self.shortestOfferMinutes = shortestOfferMinutes
    self.longestWaitDays = longestWaitDays
  }

  public struct Offer: Hashable, Sendable {
    public let entry: Int64
    public let until: Timestamp
  }

  /// The next offer of a free slot; nil: the slot is everybody's. To be asked again when an offer has ended.
  ///
  /// - Parameters:
  ///   - entries: those who wait for this doctor, in any order. Who has waited longest comes first.
  ///   - firstStart: the earliest start that can be taken at `now` (`DoctorSchedule.firstStart`).
  public func offer(
    _ slot: Slot, to entries: [WaitingEntry], firstStart: Timestamp, at now: Timestamp
  ) -> Offer? {
    let left = slot.start.milliseconds.subtractingReportingOverflow(firstStart.milliseconds)
    guard !left.overflow, left.partialValue >= Int64(shortestOfferMinutes) * 60_000 else { return nil }
    let first = entries.filter { entry in
      (entry.from...max(entry.from, entry.to)).contains(slot.local.date) && !entry.passed.contains(slot.start)
        && (entry.offeredUntil.map { $0 <= now } ?? true)
    }
    .min { ($0.since, $0.id) < ($1.since, $1.id) }
    guard let first else { return nil }
    let length = min(Int64(offerMinutes) * 60_000, left.partialValue)
    return Offer(entry: first.id, until: now.adding(milliseconds: length))
  }

  /// Whether somebody may wait for these days.
  public func accepts(from: CalendarDate, to: CalendarDate, today: CalendarDate) -> Bool {
    from <= to && to >= today && to.daysSinceEpoch - today.daysSinceEpoch <= Int64(longestWaitDays)
  }
}
