import Wire

/// Decides everything about one order's money: what a payment buys, what goes back and when, what an operator must see.
///
/// It is driven by what the provider says when asked (`reported`) and by what becomes of the reservation. The shell
/// runs it inside one transaction with the reservation's change and the rows of `order`: all of it happens, or
/// nothing. Whatever calls the provider is a job that this transaction adds.
///
/// - Amounts of a payment only grow, so answers may come late, twice and in any order.
/// - The ledger follows the provider: an entry for each growth that was seen.
/// - A refund is a target, and what is missing from it is asked for; the provider compares what it still has. So one
///   that was half done, or done without an answer, is completed and never repeated.
public struct OrderMachine: Equatable, Sendable {
  public internal(set) var order: OrderRecord

  public init(_ order: OrderRecord) {
    self.order = order
  }

  /// What is to be done, in order. After `confirmReservation` and `takeReservationAgain` comes `reservationAnswered` or
  /// `reservationFailed`.
  public mutating func receive(_ event: OrderEvent, at now: Timestamp) -> [OrderCommand] {
    var commands: [OrderCommand] = []
    let wasWanted = order.wantsMoney
    switch event {
    case .reported(let report): take(report, now, &commands)
    case .checked:
      understand(&commands)
      retryForgotten(now)
    case .unanswered: break
    case .nothingToPay: buyForNothing(&commands)
    case .unreadable: review(.unreadable, &commands)
    case .holdEnded: endHold(now, &commands)
    case .reservationAnswered(let isOurs): answer(isOurs, now, &commands)
    case .reservationFailed: loseReservation(&commands)
    case .cancelled(let by, let refund): cancel(by, refund, &commands)
    case .declined: decline(&commands)
    case .refundFailed(let payment, let key, let fault): fail(payment, key, fault, &commands)
    case .accountGiven: takeAccount(&commands)
    case .resolved(let resolution): resolve(resolution, &commands)
    }
    if order.asking == nil { askForRefunds(now, &commands) }
    if wasWanted, !order.wantsMoney {
      for payment in order.payments where payment.status == .waitingDeposit {
        commands.append(.closeAccount(payment: payment.id))
      }
    }
    order.nextCheckAt = nextCheck(now)
    return commands
  }

  mutating func change(_ id: String, _ change: (inout OrderPayment) -> Void) {
    guard let index = order.payments.firstIndex(where: { $0.id == id }) else { return }
    change(&order.payments[index])
  }

  mutating func review(_ reason: ReviewReason, _ commands: inout [OrderCommand]) {
    guard order.reviews.insert(reason).inserted else { return }
    commands.append(.note(OrderNote(.review, detail: reason.rawValue)))
  }

  /// All that the provider has of the order could be read: nobody has to look at what could not.
  private mutating func understand(_ commands: inout [OrderCommand]) {
    guard order.reviews.remove(.unreadable) != nil else { return }
    commands.append(.note(OrderNote(.readAgain)))
  }
}

/// What a payment means.
extension OrderMachine {
  private mutating func take(_ report: PaymentReport, _ now: Timestamp, _ commands: inout [OrderCommand]) {
    guard report.orderCode == order.code else {
      return commands.append(.note(OrderNote(.otherOrder, detail: report.id)))
    }
    guard report.isSound else { return review(.contradiction, &commands) }
    let known =
      order.payment(report.id)
      ?? OrderPayment(id: report.id, status: .ready, currency: report.currency, method: report.method)
    if order.payment(report.id) == nil { order.payments.append(known) }
    guard agrees(report, known) else { return review(.contradiction, &commands) }
    note(report, since: known, now, &commands)
    if known.captured == 0, report.captured > 0 { return judge(report, now, &commands) }
    if known.captured == 0 { unpaid(report, since: known, now, &commands) }
  }

  /// A payment is taken once, in one currency. An answer from before it was paid says nothing new, and does not
  /// contradict.
  private func agrees(_ report: PaymentReport, _ known: OrderPayment) -> Bool {
    guard known.captured > 0, report.captured > 0 else { return true }
    return report.currency == known.currency && report.captured == known.captured
  }

  /// Takes over what has grown, and enters it.
  private mutating func note(
    _ report: PaymentReport, since known: OrderPayment, _ now: Timestamp, _ commands: inout [OrderCommand]
  ) {
    guard known.captured == 0 || report.captured > 0 else { return }
    let cancelled = max(known.cancelled, report.cancelled)
    change(report.id) { payment in
      if known.captured == 0 { (payment.currency, payment.method) = (report.currency, report.method) }
      if let deposit = report.deposit { payment.deposit = deposit }
      if known.captured == 0, report.captured > 0 { payment.capturedAt = now }
      payment.captured = max(known.captured, report.captured)
      payment.cancelled = cancelled
      payment.status =
        payment.captured == 0 ? report.status : payment.captured == cancelled ? .cancelled : .paid
      // What was on its way back and did not arrive is asked for again.
      if known.cancelling > 0, report.cancelling == 0, cancelled == known.cancelled { payment.tries += 1 }
      payment.cancelling = min(report.cancelling, payment.captured - cancelled)
    }
    if report.captured > known.captured {
      enter(.captured, report.captured, total: report.captured, report, &commands)
    }
    if cancelled > known.cancelled {
      enter(.refunded, cancelled - known.cancelled, total: cancelled, report, &commands)
      returned(cancelled - known.cancelled, of: report.id, &commands)
    }
  }

  private func enter(
    _ kind: LedgerEntry.Kind, _ amount: Int64, total: Int64, _ report: PaymentReport, _ commands: inout [OrderCommand]
  ) {
    commands.append(
      .enter(
        LedgerEntry(payment: report.id, kind: kind, amount: amount, currency: report.currency, total: total)))
  }

  /// Money has come that was not there before.
  private mutating func judge(_ report: PaymentReport, _ now: Timestamp, _ commands: inout [OrderCommand]) {
    let money = Money(report.captured, report.currency)
    commands.append(.note(OrderNote(.received, money, detail: report.id)))
    if report.currency != order.price.currency { return refuse(report.id, .wrongCurrency, &commands) }
    if report.captured != order.price.amount { return refuse(report.id, .wrongAmount, &commands) }
    if report.cancelled > 0 { return refuse(report.id, .refundedElsewhere, &commands) }
    if order.paidBy != nil || order.asking != nil { return giveBack(report.id, .secondPayment, &commands) }
    switch order.stage {
    case .held:
      order.asking = report.id
      commands.append(.confirmReservation)
    case .lapsed:
      order.asking = report.id
      commands.append(.takeReservationAgain)
    case .bought: giveBack(report.id, .secondPayment, &commands)
    case .closed: giveBack(report.id, .alreadyCancelled, &commands)
    }
  }

  /// It is not what was ordered. Providers take no second payment under a name that was paid once, so the order ends;
  /// who holds the reservation orders it anew.
  private mutating func refuse(_ id: String, _ reason: RefundReason, _ commands: inout [OrderCommand]) {
    if order.stage == .held {
      order.stage = .closed
      order.phase = .failed
      commands.append(.leaveReservation)
    }
    giveBack(id, reason, &commands)
  }

  /// Nothing has come yet.
  private mutating func unpaid(
    _ report: PaymentReport, since known: OrderPayment, _ now: Timestamp, _ commands: inout [OrderCommand]
  ) {
    guard order.paidBy == nil else {
      if report.status == .waitingDeposit, known.status != .waitingDeposit {
        commands.append(.closeAccount(payment: report.id))
      }
      return
    }
    switch report.status {
    case .ready, .paid: break
    case .waitingDeposit: waitForDeposit(report, since: known, now, &commands)
    case .failed:
      guard known.status != .failed else { return }
      commands.append(.note(OrderNote(.payingFailed, detail: report.id)))
      settleUnpaid()
    case .cancelled:
      guard known.status != .cancelled else { return }
      commands.append(.note(OrderNote(.depositGivenUp, detail: report.id)))
      settleUnpaid()
    }
  }

  /// One try came to nothing; another may still wait for its deposit.
  private mutating func settleUnpaid() {
    guard order.phase == .open || order.phase == .waitingDeposit else { return }
    order.phase = order.payments.contains { $0.status == .waitingDeposit } ? .waitingDeposit : .failed
  }

  private mutating func waitForDeposit(
    _ report: PaymentReport, since known: OrderPayment, _ now: Timestamp, _ commands: inout [OrderCommand]
  ) {
    guard known.status != .waitingDeposit else { return }
    commands.append(.note(OrderNote(.deposit, order.price, detail: report.id)))
    guard order.stage == .held, now < order.expiresAt else {
      // Given out too late. One whose hold ends only now is closed with that.
      if !order.wantsMoney { commands.append(.closeAccount(payment: report.id)) }
      return
    }
    order.phase = .waitingDeposit
    var end = now.adding(milliseconds: order.depositMilliseconds)
    if let until = report.deposit?.until { end = min(end, until) }
    if let latest = order.latestHold { end = min(end, latest) }
    guard end > order.expiresAt else { return }
    order.expiresAt = end
    commands.append(.extendHold(until: end))
  }
}

/// What becomes of the reservation.
extension OrderMachine {
  private mutating func answer(_ isOurs: Bool, _ now: Timestamp, _ commands: inout [OrderCommand]) {
    guard let id = order.asking, let payment = order.payment(id) else { return }
    guard isOurs else {
      // The hold may have ended elsewhere; its slot may still be free.
      if order.stage == .held {
        order.stage = .lapsed
        return commands.append(.takeReservationAgain)
      }
      order.asking = nil
      order.stage = .closed
      if order.phase == .open || order.phase == .waitingDeposit { order.phase = .expired }
      return giveBack(id, .slotGone, &commands)
    }
    order.asking = nil
    if order.stage == .lapsed { commands.append(.note(OrderNote(.takenAgain))) }
    order.paidBy = id
    order.stage = .bought
    order.phase = .paid
    commands.append(.note(OrderNote(.paid, Money(payment.captured, payment.currency), detail: id)))
    commands.append(.tell(.paid))
  }

  private mutating func loseReservation(_ commands: inout [OrderCommand]) {
    guard let id = order.asking else { return }
    order.asking = nil
    order.stage = .closed
    if order.phase == .open || order.phase == .waitingDeposit { order.phase = .failed }
    giveBack(id, .reservationFailed, &commands)
  }

  private mutating func buyForNothing(_ commands: inout [OrderCommand]) {
    guard order.price.amount == 0, order.paidBy == nil, order.stage == .held else { return }
    let id = "free-" + order.code
    order.payments.append(OrderPayment(id: id, status: .paid, currency: order.price.currency, method: .other))
    order.asking = id
    commands.append(.confirmReservation)
  }

  private mutating func endHold(_ now: Timestamp, _ commands: inout [OrderCommand]) {
    guard order.stage == .held, now >= order.expiresAt else { return }
    order.stage = .lapsed
    if order.phase == .open || order.phase == .waitingDeposit { order.phase = .expired }
    markReturned()
    commands.append(.note(OrderNote(.expired)))
    commands.append(.releaseReservation)
  }

  private mutating func cancel(_ by: CancelledBy, _ refund: Int64, _ commands: inout [OrderCommand]) {
    let (code, reason): (OrderNote.Code, RefundReason) =
      switch by {
      case .patient: (.cancelledByPatient, .cancelledByPatient)
      case .doctor: (.cancelledByDoctor, .cancelledByDoctor)
      case .operatorItself: (.cancelledByOperator, .byOperator)
      }
    close(OrderNote(code), refund: refund, reason, &commands)
  }

  private mutating func decline(_ commands: inout [OrderCommand]) {
    close(OrderNote(.declined), refund: .max, .declined, &commands)
  }

  /// Once: what is closed gives nothing back a second time.
  private mutating func close(
    _ note: OrderNote, refund: Int64, _ reason: RefundReason, _ commands: inout [OrderCommand]
  ) {
    guard order.stage != .closed else { return }
    order.stage = .closed
    commands.append(.note(note))
    if order.phase == .open || order.phase == .waitingDeposit { order.phase = .expired }
    guard let id = order.paidBy, let payment = order.payment(id) else { return }
    // What went back elsewhere already counts.
    let target = max(payment.refundTarget, min(payment.captured, max(0, refund)))
    guard target > payment.refundTarget else { return }
    change(id) { payment in
      payment.refundTarget = target
      payment.refundReason = reason
    }
    commands.append(
      .note(OrderNote(.refunding, Money(target - payment.cancelled, payment.currency), detail: reason.rawValue)))
  }
}
