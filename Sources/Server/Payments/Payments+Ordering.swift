import BookingContract
import Contract
import Crypto
import Domain
import JSON
import Payment
import Storage
import Wire

extension Payments {
  /// Orders a reservation that the caller holds, or a consultation without a time.
  /// - Throws: 400 where the price is not ours, 404 for a doctor or reservation that is not there, 409 where the hold
  ///   is over, 445 for another person's reservation, 503 where nothing can be paid.
  public func order(
    _ form: OrderForm, doctor: RowID<Person>, reservation: RowID<ReservationRow>?, key: String,
    by person: RowID<Person>, realm: Realm
  ) async throws -> OrderRow {
    guard let chosen else { throw APIError.paymentsClosed }
    let code = Self.newCode()
    let digest = digests.text([form.doctorID.text, form.totalPrice.text, reservation.map { "\($0.value)" } ?? ""])
    let now = clock()
    let row = try await store.write { [self] tables -> OrderRow in
      switch try tables.idempotency.find(key, of: person, scope: "order", digest: digest) {
      case .otherRequest: throw APIError.reservationChanged
      case .answer(let code):
        guard let row = try tables.orders.find(code: code) else { throw APIError.notFound }
        return row
      case .nothing: break
      }
      let fact = try Self.fact(doctor: doctor, reservation, of: person, tables, port, at: now)
      let price = try Self.price(form, fact)
      let row =
        try tables.orders.find(reservation: fact.id.value)
        ?? insert(fact, code, price, chosen.name, of: person, realm, tables, at: now)
      try tables.idempotency.keep(row.record.code, for: key, of: person, scope: "order", digest: digest, at: now)
      return row
    }
    wake()
    return row
  }

  private static func fact(
    doctor: RowID<Person>, _ reservation: RowID<ReservationRow>?, of person: RowID<Person>, _ tables: Tables,
    _ port: ReservationPort, at now: Timestamp
  ) throws -> ReservationFact {
    guard let reservation else {
      guard let fact = try port.makeTimeless(tables, doctor, person, now) else { throw APIError.notFound }
      return fact
    }
    guard let fact = try port.fact(tables, reservation) else { throw APIError.notFound }
    guard fact.patient == person else { throw APIError.notBuyer }
    guard fact.doctor == doctor else { throw APIError.badRequest }
    // What costs nothing is not held first.
    let isHeld = fact.state == "held" && fact.holdUntil.map { $0 > now } ?? false
    guard isHeld || (fact.fee == 0 && fact.state != "held") else { throw APIError.reservationChanged }
    return fact
  }

  /// The server's own price; what the client says must be the same.
  private static func price(_ form: OrderForm, _ fact: ReservationFact) throws -> Money {
    guard let currency = Currency(fact.currency) else { throw APIError.internalError }
    guard form.totalPrice.minor(decimals: currency.decimals) == fact.fee else { throw APIError.wrongPrice }
    return Money(fact.fee, currency)
  }

  private func insert(
    _ fact: ReservationFact, _ code: String, _ price: Money, _ provider: String, of person: RowID<Person>,
    _ realm: Realm, _ tables: Tables, at now: Timestamp
  ) throws -> OrderRow {
    var machine = OrderMachine(
      OrderRecord(
        code: code, price: price, createdAt: now, expiresAt: fact.holdUntil ?? now,
        depositMilliseconds: settings.depositTime, latestHold: fact.leadLimit))
    _ = machine.receive(.checked, at: now)
    let title = fact.clinicName.isEmpty ? fact.doctorName : "\(fact.clinicName) \(fact.doctorName)"
    var row = OrderRow(
      realm: realm, buyer: person, doctor: fact.doctor, reservation: fact.id.value, provider: provider,
      title: String(title.prefix(100)), record: machine.order, updatedAt: now)
    guard let id = try tables.orders.insert(row) else { throw APIError.reservationChanged }
    row.id = id
    try tables.ledger.note(OrderNote(.created, price), of: id, at: now)
    try tables.scheduleCheck(of: id)
    guard price.amount == 0 else {
      try tables.jobs.add(kind: .preparePayment, key: code, payload: ["order": .string(code)], runAt: now)
      return row
    }
    var turn = OrderTurn(row, tables, port, at: now)
    try turn.receive(.nothingToPay)
    try turn.save()
    return turn.row
  }

  /// Nobody can guess one: 16 letters and digits without those that look alike. Fits into every provider's field.
  static func newCode() -> String {
    let letters = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    var code = Array("M".utf8)
    for byte in SecureRandom.bytes(40) where code.count < 17 {
      // The last bytes would make some letters likelier.
      guard Int(byte) < 240 else { continue }
      code.append(letters[Int(byte) % letters.count])
    }
    while code.count < 17 { code.append(letters[0]) }
    return String(decoding: code, as: UTF8.self)
  }
}
