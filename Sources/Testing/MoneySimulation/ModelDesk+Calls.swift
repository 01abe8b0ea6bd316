import Booking
import Payment
import Wire

/// What people ask for.
extension ModelDesk {
  func begin(_ call: MoneyCall, _ now: Timestamp) {
    switch call.request {
    case .validate(let code, let payment):
      guard let index = tables.order(code), view.orders[index].patient == call.person else {
        return answer(call, .refused(.notFound))
      }
      let purpose = Purpose.validation(call: call.id, person: call.person, payment: payment)
      flows.append(.ask(code, purpose, view.orders[index].record))
    case .webhook(let code, let claim):
      guard let index = tables.order(code) else { return }
      flows.append(.ask(code, .webhook(claim), view.orders[index].record))
    default: carryOut(call, now)
    }
  }

  func answer(_ call: MoneyCall, _ answer: MoneyAnswer) { flows.append(.answer(call.id, answer)) }

  /// One transaction, with the first answer to its key.
  private func carryOut(_ call: MoneyCall, _ now: Timestamp) {
    let key = ModelTables.Key(person: call.person, key: call.key)
    let hasKey = call.request.hasKey && mutant != .keyIgnored
    let result = transact { (tables) throws(MoneyRefusal) -> MoneyAnswer in
      if hasKey, let first = tables.kept[key] { return first }
      let answer = try change(&tables, call, now)
      if hasKey, mutant != .keyKeptAfterwards { tables.kept[key] = answer }
      return answer
    }
    switch result {
    case .success(let first):
      if hasKey, mutant == .keyKeptAfterwards {
        flows.append(.afterwards { tables, _ in tables.kept[key] = tables.kept[key] ?? first })
      }
      answer(call, first)
    case .failure(let refusal): answer(call, .refused(refusal))
    }
  }

  private func change(
    _ tables: inout ModelTables, _ call: MoneyCall, _ now: Timestamp
  ) throws(MoneyRefusal) -> MoneyAnswer {
    switch call.request {
    case .reserve(let doctor, let start, let offer):
      return .reservation(try reserve(&tables, call.person, doctor, start, offer: offer, now))
    case .order(let id): return .order(try order(&tables, id, call.person, now))
    case .cancel(let id, let expected): try cancel(&tables, id, call.person, expected, now)
    case .giveAccount(let code):
      guard let index = tables.order(code), tables.view.orders[index].patient == call.person else { throw .notFound }
      tell(&tables, index, .accountGiven, now)
    case .move(let id, let start):
      guard tables.holds(id), tables.view.reservations[id].patient == call.person else { throw .notFound }
      guard let slot = tables.view.slot(tables.view.reservations[id].doctor, start, at: now) else {
        throw .slotTaken
      }
      try turn(&tables, id, .moved(by: .patient, start: slot.start, end: slot.end), now)
    case .wait(let doctor, let from, let to): wait(&tables, call.person, doctor, from, to, now)
    case .leave(let id): try leave(&tables, id, call.person, now)
    case .change(let id, let event):
      guard tables.holds(id) else { throw .notFound }
      try turn(&tables, id, event, now)
    case .resolve(let code, let resolution):
      guard let index = tables.order(code) else { throw .notFound }
      tell(&tables, index, .resolved(resolution), now)
    case .validate, .webhook: throw .notFound
    }
    return .done
  }

  private func cancel(
    _ tables: inout ModelTables, _ id: Int, _ person: Int, _ expected: Int64, _ now: Timestamp
  ) throws(MoneyRefusal) {
    guard tables.holds(id), tables.view.reservations[id].patient == person else { throw .notFound }
    guard let refund = Self.preview(tables.view, id, at: now) else { throw .reservationChanged }
    guard refund == expected || mutant == .shownRefundIgnored else { throw .refundChanged }
    // Whoever paid into an account names one with the cancellation.
    if let code = tables.view.reservations[id].order, let index = tables.order(code), refund > 0 {
      tell(&tables, index, .accountGiven, now)
    }
    try turn(&tables, id, .cancelled(by: .patient), now)
  }

  /// What cancelling gives back; nil where it cannot be.
  static func preview(_ view: MoneyView, _ id: Int, at now: Timestamp) -> Int64? {
    let reservation = view.reservations[id]
    let machine = ReservationMachine(reservation.facts)
    guard reservation.facts.state.isOpen, let percent = machine.refundPercent(by: .patient, at: now) else { return nil }
    guard let order = reservation.order.flatMap({ view.order($0) }), order.record.paidBy != nil else { return 0 }
    return amount(percent, order.record, reservation.facts, now)
  }

  static func amount(_ percent: Int, _ order: OrderRecord, _ facts: ReservationFacts, _ now: Timestamp) -> Int64 {
    if percent >= 100 { return order.price.amount }
    return percent <= 0 ? 0 : facts.terms.policy.refund(paid: order.price.amount, start: facts.start, now: now)
  }
}
