import Booking
import Payment
import Seeded
import Wire

/// What people do, in any of their tabs: they see what is stored at that moment.
extension MoneySimulation {
  func patientActs(_ patient: Int) {
    let view = server.view
    switch random.below(100) {
    case 0..<22: reserve(patient, view)
    case 22..<42:
      if let own = pick(view.reservations.filter { $0.patient == patient && $0.facts.state == .held }) {
        ask(patient, .order(reservation: own.id))
      }
    case 42..<62: checkOut(patient, view)
    case 62..<74: validate(patient, view)
    case 74..<82: cancel(patient, view)
    case 82..<87: move(patient, view)
    case 87..<93: wait(patient, view)
    case 93..<98: takeOffer(patient, view)
    default:
      if let order = pick(view.orders.filter { $0.patient == patient && $0.record.needsRefundAccount }) {
        ask(patient, .giveAccount(order: order.record.code))
      }
    }
  }

  func pick<T>(_ all: [T]) -> T? { all.isEmpty ? nil : all[random.below(all.count)] }

  /// A slot on a page that may be old.
  private func someSlot(_ doctor: Int, _ view: MoneyView) -> Slot? {
    let slots = SlotFinder(schedule: MoneyWorld.schedule(doctor), zone: .utc)
      .slots(from: TimeZoneRules.utc.date(at: now), days: 3, busy: view.busy(doctor), now: now)
    return pick(Array(slots.prefix(6)))
  }

  private func reserve(_ patient: Int, _ view: MoneyView) {
    let doctor = random.below(MoneyWorld.doctors)
    if random.chance(8) { return ask(patient, .reserve(doctor: doctor, start: nil, offer: nil)) }
    guard let slot = someSlot(doctor, view), slot.isFree || random.chance(20) else { return }
    ask(patient, .reserve(doctor: doctor, start: slot.start, offer: nil))
  }

  /// Also from a page that was left open: the provider knows nothing of holds.
  private func checkOut(_ patient: Int, _ view: MoneyView) {
    let own = view.orders.filter { $0.patient == patient && ($0.record.canBePaid(at: now) || random.chance(6)) }
    guard let order = pick(own) else { return }
    guard provider.payments.filter({ $0.order == order.record.code }).count < 3 else { return }
    let id = provider.checkOut(order.record.code, at: now)
    note("p\(patient) goes to pay \(order.record.code): \(id)")
  }

  private func validate(_ patient: Int, _ view: MoneyView) {
    guard let payment = pick(provider.payments) else { return }
    guard view.order(payment.order)?.patient == patient || random.chance(10) else { return }
    ask(patient, .validate(order: payment.order, payment: payment.id))
  }

  private func cancel(_ patient: Int, _ view: MoneyView) {
    guard let own = pick(view.reservations.filter { $0.patient == patient && $0.facts.state.isOpen }),
      random.chance(own.facts.state == .held ? 30 : 70), let shown = ModelDesk.preview(view, own.id, at: now)
    else { return }
    ask(patient, .cancel(reservation: own.id, expected: shown))
  }

  private func move(_ patient: Int, _ view: MoneyView) {
    guard let own = pick(view.reservations.filter { $0.patient == patient && $0.facts.state.isOpen }),
      let slot = someSlot(own.doctor, view)
    else { return }
    ask(patient, .move(reservation: own.id, start: slot.start))
  }

  private func wait(_ patient: Int, _ view: MoneyView) {
    if random.chance(15), let own = pick(view.waiting.filter { $0.patient == patient && $0.isOpen }) {
      return ask(patient, .leave(waiting: own.id))
    }
    let today = TimeZoneRules.utc.date(at: now)
    ask(patient, .wait(doctor: random.below(MoneyWorld.doctors), from: today, to: today.adding(days: 3)))
  }

  private func takeOffer(_ patient: Int, _ view: MoneyView) {
    let own = view.offers.filter { $0.isOpen && view.waiting[$0.waiting].patient == patient }
    guard let offer = pick(own) else { return }
    ask(patient, .reserve(doctor: offer.doctor, start: offer.start, offer: offer.id))
  }

  // MARK: Doctors and the operator

  func doctorActs(_ doctor: Int) {
    let view = server.view
    let open = view.reservations.filter { $0.doctor == doctor && $0.facts.state.isOpen && $0.facts.state != .held }
    guard let one = pick(open) else { return }
    let event: ReservationMachine.Event
    switch one.facts.state {
    case .requested where random.chance(80): event = random.chance(60) ? .approved : .declined
    default:
      switch random.below(10) {
      case 0..<3: event = .cancelled(by: .doctor)
      case 3..<5:
        guard let slot = someSlot(doctor, view) else { return }
        event = .moved(by: .doctor, start: slot.start, end: slot.end)
      default:
        guard one.facts.start == nil, let slot = someSlot(doctor, view) else { return }
        event = .moved(by: .doctor, start: slot.start, end: slot.end)
      }
    }
    ask(100 + doctor, .change(reservation: one.id, event))
    // In two tabs, or at the same moment as somebody else.
    if random.chance(15) { ask(100 + doctor, .change(reservation: one.id, .declined)) }
  }

  /// An appointment that has begun is over, or nobody came.
  func finishOne() {
    let begun = server.view.reservations.filter { reservation in
      reservation.facts.state == .confirmed && reservation.facts.start.map { $0 <= now } ?? true
    }
    guard let one = pick(begun) else { return }
    ask(100 + one.doctor, .change(reservation: one.id, random.chance(30) ? .missed : .finished))
  }

  func resolveOne() {
    guard let order = pick(server.view.orders.filter { !$0.record.reviews.isEmpty }) else { return }
    resolve(order.record.code)
  }

  func resolve(_ code: String) {
    let resolution: Resolution = random.chance(50) ? .refund : .accept
    oracle.resolved[code, default: []].insert(resolution)
    ask(Self.operatorPerson, .resolve(order: code, resolution))
  }
}
