import Booking
import Payment
import Wire

/// What the simulation knows to be right, reckoned without the machines.
struct MoneyOracle {
  /// The state of each reservation when it was looked at last.
  var states: [ReservationFacts] = []
  var offers = 0
  /// What is kept of the price of reservations that ended.
  var kept: [Int: Int64] = [:]
  /// The refund that a patient was shown, and that was agreed to.
  var shown: [Int: Int64] = [:]
  /// Reservations whose present time the doctor set.
  var doctorsTimes: Set<Int> = []
  /// What an operator said of an order, or may have said.
  var resolved: [String: Set<Resolution>] = [:]
  /// Payments whose return for want of a slot was looked at.
  var late: Set<String> = []

  /// What a patient who cancels leaves behind, by the terms: nothing of a time that the doctor set.
  func keptShare(_ id: Int, _ old: ReservationFacts, _ now: Timestamp) -> Int64 {
    let price = MoneyWorld.price.amount
    guard old.state == .confirmed, let start = old.start, !doctorsTimes.contains(id) else { return 0 }
    let hours = (start.milliseconds - now.milliseconds) / 3_600_000
    if hours >= 24 { return 0 }
    return hours >= 3 ? price - (price * 33 + 99) / 100 : price
  }
}

extension MoneySimulation {
  /// After each step of the server.
  func observe() {
    if let broken = server.fault { return fault(broken) }
    let view = server.view
    var isChanged = view.offers.filter(\.isOpen).count != oracle.offers
    for reservation in view.reservations {
      if reservation.id >= oracle.states.count {
        oracle.states.append(reservation.facts)
        isChanged = true
        continue
      }
      let old = oracle.states[reservation.id]
      guard old != reservation.facts else { continue }
      isChanged = true
      note("reservation \(reservation.id): \(old.state) → \(reservation.facts.state)")
      oracle.states[reservation.id] = reservation.facts
      if old.state != .held, reservation.facts.state == .cancelled, reservation.facts.cancelledBy == .patient {
        oracle.kept[reservation.id] = oracle.keptShare(reservation.id, old, now)
      }
      if old.start != reservation.facts.start { noteTime(reservation) }
    }
    if isChanged {
      oracle.offers = view.offers.filter(\.isOpen).count
      checkCells(view)
    }
    checkLate(view)
  }

  /// Who set the time that a reservation has now: whoever asked for it. Where both did, the server has to know.
  private func noteTime(_ reservation: MoneyView.Reservation) {
    guard let start = reservation.facts.start else { return }
    var (byDoctor, byPatient) = (false, false)
    for call in calls {
      switch call.request {
      case .move(reservation.id, start): byPatient = true
      case .change(reservation.id, .moved(_, start, _)): byDoctor = true
      default: break
      }
    }
    if byDoctor, byPatient { byDoctor = reservation.facts.isTimeByDoctor }
    if byDoctor { oracle.doctorsTimes.insert(reservation.id) } else { oracle.doctorsTimes.remove(reservation.id) }
  }

  /// Nobody shares a cell, and what is stored of cells is what the reservations and offers have.
  private func checkCells(_ view: MoneyView) {
    var cells: [MoneyView.Cell: MoneyView.Owner] = [:]
    func take(_ range: Range<Int64>?, _ doctor: Int, _ owner: MoneyView.Owner) {
      for cell in range ?? 0..<0 {
        if let other = cells.updateValue(owner, forKey: MoneyView.Cell(doctor: doctor, cell: cell)) {
          return fault("\(owner) and \(other) have the same time")
        }
      }
    }
    for reservation in view.reservations {
      take(reservation.facts.cells, reservation.doctor, .reservation(reservation.id))
    }
    for offer in view.offers where offer.isOpen {
      take(Cells.covering(offer.start, offer.end), offer.doctor, .offer(offer.id))
    }
    if faults.isEmpty, cells != view.cells { fault("the cells are not those of the reservations and offers") }
  }

  /// Money that came late buys its slot if that is still free.
  private func checkLate(_ view: MoneyView) {
    for order in view.orders {
      for payment in order.record.payments where payment.refundReason == .slotGone {
        guard oracle.late.insert(payment.id).inserted, let id = order.reservation else { continue }
        let reservation = view.reservations[id]
        guard reservation.facts.state == .expired, let start = reservation.facts.start,
          let end = reservation.facts.end, now < start
        else { continue }
        let terms = reservation.facts.terms
        if terms.needsApproval, now >= terms.leadLimit(start: start) { continue }
        let isFree = Cells.covering(start, end).allSatisfy {
          view.cells[MoneyView.Cell(doctor: reservation.doctor, cell: $0)] == nil
        }
        if isFree { fault("\(payment.id) goes back for want of a slot that is free") }
      }
    }
  }
}
