import Wire

extension ReservationMachine {
  mutating func approve(_ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .requested else { throw .changed(facts.state) }
    if let until = facts.approveUntil, now >= until { throw .tooLate }
    return confirm(now)
  }

  mutating func decline(_ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .requested else { throw .changed(facts.state) }
    return [.refund(percent: 100)] + leave(.declined, now) + [.tell(.patient, .declined)]
  }

  mutating func endApproval(_ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .requested else { throw .changed(facts.state) }
    if let until = facts.approveUntil, now < until { throw .tooEarly }
    return [.refund(percent: 100)] + leave(.declined, now)
      + [.tell(.patient, .declined), .tell(.doctor, .declined)]
  }

  /// What part of the payment goes back if this side cancels now; nil where it cannot.
  public func refundPercent(by side: ReservationSide, at now: Timestamp) -> Int? {
    switch facts.state {
    case .held: side == .doctor ? nil : 0
    // Nobody has promised anything yet.
    case .requested: 100
    case .confirmed:
      if side != .patient {
        100
      } else if let start = facts.start, now >= start {
        nil
      } else if facts.isTimeByDoctor {
        100
      } else {
        facts.terms.policy.percent(start: facts.start, now: now)
      }
    default: nil
    }
  }

  mutating func cancel(by side: ReservationSide, _ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state.isOpen else { throw .changed(facts.state) }
    guard let percent = refundPercent(by: side, at: now) else {
      if facts.state == .held { throw .notAllowed }
      throw .tooLate
    }
    let wasHeld = facts.state == .held
    facts.cancelledBy = side
    var commands: [Command] = percent > 0 ? [.refund(percent: percent)] : []
    commands += leave(.cancelled, now)
    if wasHeld { return commands }
    if side != .patient { commands.append(.tell(.patient, .cancelled)) }
    if side != .doctor { commands.append(.tell(.doctor, .cancelled)) }
    return commands
  }

  /// The patient may move as long as cancelling costs nothing: otherwise moving far away and cancelling there would be
  /// the way around the policy. The payment stays. What a doctor has to approve, the doctor approves anew. A time that
  /// the patient did not choose is free to leave until it begins.
  mutating func move(
    by side: ReservationSide, _ start: Timestamp, _ end: Timestamp, _ now: Timestamp
  ) throws(Refusal) -> [Command] {
    guard facts.state == .requested || facts.state == .confirmed else { throw .changed(facts.state) }
    guard start < end else { throw .noTime }
    guard start != facts.start || end != facts.end else { return [] }
    if side == .patient {
      guard facts.start != nil else { throw .notAllowed }
      guard refundPercent(by: .patient, at: now) == 100, now < start else { throw .tooLate }
    }
    let old = (facts.cells, facts.start, facts.end)
    facts.start = start
    facts.end = end
    facts.isTimeByDoctor = side != .patient
    var commands: [Command] = old.0.map { [.releaseCells($0)] } ?? []
    commands.append(.takeCells(Cells.covering(start, end)))
    if let start = old.1, let end = old.2, now < start { commands.append(.offer(start: start, end: end)) }
    if side == .patient, facts.terms.needsApproval {
      return commands + (try settle(now))
    }
    if facts.state == .requested {
      // A doctor who moves a request has said yes to it.
      return commands + confirm(now) + [.tell(.patient, .moved)]
    }
    return commands + [.remind(version: 0), .tell(side == .patient ? .doctor : .patient, .moved)]
  }

  /// A patient who comes after being noted as absent was there after all.
  mutating func finish(_ state: ReservationState, _ now: Timestamp) throws(Refusal) -> [Command] {
    guard facts.state == .confirmed || (facts.state == .noShow && state == .done) else { throw .changed(facts.state) }
    if let start = facts.start {
      guard now >= start else { throw .tooEarly }
    } else if state == .noShow {
      throw .notAllowed
    }
    facts.state = state
    facts.finishedAt = now
    return []
  }
}
