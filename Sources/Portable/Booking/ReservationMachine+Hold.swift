import Wire

extension ReservationMachine {
  /// A new reservation and the cells that it takes.
  ///
  /// - Parameters:
  ///   - start, end: nil where the doctor gives the time later.
  ///   - minutes: how long it is held without payment; never longer than until the start, and where the doctor has to
  ///     approve, never past the lead time.
  public static func hold(
    start: Timestamp?, end: Timestamp?, terms: ReservationTerms, minutes: Int, at now: Timestamp
  ) throws(Refusal) -> (ReservationMachine, [Command]) {
    var until = now.adding(milliseconds: Int64(max(minutes, 0)) * 60_000)
    if let start, let end {
      guard start < end else { throw .noTime }
      let limit = terms.needsApproval ? terms.leadLimit(start: start) : start
      guard now < limit else { throw .tooLate }
      until = min(until, limit)
    }
    let facts = ReservationFacts(
      state: .held, start: start, end: start == nil ? nil : end, terms: terms, holdUntil: until, version: 1)
    return (ReservationMachine(facts), facts.cells.map { [.takeCells($0)] } ?? [])
  }

  mutating func promise(_ until: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .held else { throw .changed(facts.state) }
    // Where the limit is behind what was promised already, nothing is taken away.
    var until = until
    if let start = facts.start { until = min(until, facts.terms.leadLimit(start: start)) }
    facts.holdUntil = max(until, facts.holdUntil ?? until)
    return []
  }

  mutating func pay(_ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .held || facts.state == .expired else { throw .changed(facts.state) }
    if let start = facts.start, now >= start { throw .tooLate }
    let wasExpired = facts.state == .expired
    let commands = try settle(now)
    // A hold that has ended but was not swept away yet still has its cells.
    guard wasExpired, let cells = facts.cells else { return commands }
    return [.takeCells(cells)] + commands
  }

  /// Paid: asks the doctor where that is agreed, and is confirmed otherwise.
  mutating func settle(_ now: Timestamp) throws(Refusal) -> [Command] {
    facts.holdUntil = nil
    guard facts.terms.needsApproval, let start = facts.start else {
      return confirm(now)
    }
    let deadline = facts.terms.approvalDeadline(start: start, from: now)
    guard now < deadline else { throw .tooLate }
    facts.state = .requested
    facts.approveUntil = deadline
    return [.tell(.doctor, .requested)]
  }

  mutating func confirm(_ now: Timestamp) -> [Command] {
    facts.state = .confirmed
    facts.holdUntil = nil
    facts.approveUntil = nil
    facts.confirmedAt = facts.confirmedAt ?? now
    var commands: [Command] = [.openRoom]
    if facts.start != nil { commands.append(.remind(version: 0)) }
    return commands + [.tell(.patient, .confirmed), .tell(.doctor, .confirmed)]
  }

  mutating func endHold(_ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .held else { throw .changed(facts.state) }
    if let until = facts.holdUntil, now < until { throw .tooEarly }
    return leave(.expired, now) + [.tell(.patient, .expired)]
  }

  /// Gives the time away.
  mutating func leave(_ state: ReservationState, _ now: Timestamp) -> [Command] {
    let cells = facts.cells
    facts.state = state
    facts.holdUntil = nil
    facts.approveUntil = nil
    guard let cells, let start = facts.start, let end = facts.end else { return [] }
    return [.releaseCells(cells)] + (now < start ? [.offer(start: start, end: end)] : [])
  }
}

extension ReservationTerms {
  public func leadLimit(start: Timestamp) -> Timestamp {
    start.adding(milliseconds: -Int64(leadMinutes) * 60_000)
  }

  /// Until when the doctor may say yes: `approvalHours` from the payment, never past the lead time.
  public func approvalDeadline(start: Timestamp, from now: Timestamp) -> Timestamp {
    min(now.adding(milliseconds: Int64(approvalHours) * 3_600_000), leadLimit(start: start))
  }
}
