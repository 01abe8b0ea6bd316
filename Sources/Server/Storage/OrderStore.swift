import Domain
import Payment
import SQL
import Wire

/// Orders with their payments.
public struct OrderStore {
  let connection: any SQLConnection
  private var payments: PaymentStore { PaymentStore(connection: connection) }

  /// - Returns: nil where the code, or the reservation, has an order already.
  public func insert(_ row: OrderRow) throws(SQLError) -> RowID<OrderRow>? {
    let id = try connection.insert(
      """
      INSERT INTO orders
        (code, realm, buyer_id, doctor_id, reservation_id, provider, title, price, currency, phase, stage, created_at,
         updated_at, expires_at, deposit_milliseconds, latest_hold, paid_by, paid_at, reviews, has_refund_account,
         next_check_at, asked_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)
      ON CONFLICT DO NOTHING
      """, row.values)
    return id.map { RowID($0) }
  }

  /// Writes what may change, and the payments.
  public func save(_ row: OrderRow, at now: Timestamp) throws(SQLError) {
    let record = row.record
    try connection.execute(
      """
      UPDATE orders SET phase = ?2, stage = ?3, updated_at = ?4, expires_at = ?5, paid_by = ?6, paid_at = ?7,
        reviews = ?8, has_refund_account = ?9, next_check_at = ?10, reservation_id = ?11,
        provider = ?12
      WHERE id = ?1
      """,
      [
        .id(row.id), .name(record.phase), .name(record.stage), .timestamp(now), .timestamp(record.expiresAt),
        .optional(record.paidBy), .optional(row.paidAt?.milliseconds), .text(OrderRow.text(record.reviews)),
        .integer(record.hasRefundAccount ? 1 : 0), .optional(record.nextCheckAt?.milliseconds),
        .optional(row.reservation), .text(row.provider),
      ])
    for payment in record.payments { try payments.put(payment, of: row, at: now) }
  }

  public func find(_ id: RowID<OrderRow>) throws(SQLError) -> OrderRow? { try first("o.id = ?1", [.id(id)]) }

  public func find(code: String) throws(SQLError) -> OrderRow? { try first("o.code = ?1", [.text(code)]) }

  public func find(reservation: Int64) throws(SQLError) -> OrderRow? {
    try first("o.reservation_id = ?1", [.integer(reservation)])
  }

  /// The last ones first, below a number; those that somebody paid for.
  public func paid(by buyer: RowID<Person>, before id: Int64 = .max, limit: Int) throws(SQLError) -> [OrderRow] {
    try all(
      "o.buyer_id = ?1 AND o.id < ?2 AND o.paid_at IS NOT NULL ORDER BY o.id DESC LIMIT ?3",
      [.id(buyer), .integer(id), .integer(Int64(limit))])
  }

  /// The last ones first, below a number; also those that were paid for and came to nothing.
  public func withMoney(of buyer: RowID<Person>, before id: Int64 = .max, limit: Int) throws(SQLError) -> [OrderRow] {
    try all(
      """
      o.buyer_id = ?1 AND o.id < ?2 AND EXISTS (
        SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.captured > 0)
      ORDER BY o.id DESC LIMIT ?3
      """, [.id(buyer), .integer(id), .integer(Int64(limit))])
  }

  /// What is not over: somebody may still pay, or money is on its way back.
  public func unsettled(of buyer: RowID<Person>, limit: Int) throws(SQLError) -> [OrderRow] {
    try all(
      """
      o.buyer_id = ?1 AND ((o.stage = 'held' AND o.phase <> 'paid') OR o.reviews <> '' OR EXISTS (
        SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.cancelled < p.refund_target))
      ORDER BY o.id LIMIT ?2
      """, [.id(buyer), .integer(Int64(limit))])
  }

  /// When the provider is to be asked about an order; nil: no more.
  public func nextCheck(of id: RowID<OrderRow>) throws(SQLError) -> Timestamp? {
    try connection.first("SELECT next_check_at FROM orders WHERE id = ?1", [.id(id)]) { (row) throws(SQLError) in
      try row.optionalTimestamp(0)
    } ?? nil
  }

  /// Those about which the provider is to be asked some time, above a number.
  public func toCheck(after id: RowID<OrderRow>, limit: Int) throws(SQLError) -> [RowID<OrderRow>] {
    try connection.all(
      "SELECT id FROM orders WHERE id > ?1 AND next_check_at IS NOT NULL ORDER BY id LIMIT ?2",
      [.id(id), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  /// Takes the right to ask now. false where somebody asked less than a pause ago.
  public func takeTurn(
    _ id: RowID<OrderRow>, pause: Int64, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE orders SET asked_at = ?2 WHERE id = ?1 AND (asked_at IS NULL OR asked_at <= ?3 OR asked_at > ?2)",
      [.id(id), .timestamp(now), .timestamp(now.adding(milliseconds: -pause))]) > 0
  }

  /// The provider is to be asked then, if not sooner.
  public func hasten(_ id: RowID<OrderRow>, to instant: Timestamp) throws(SQLError) {
    try connection.execute(
      "UPDATE orders SET next_check_at = ?2 WHERE id = ?1 AND (next_check_at IS NULL OR next_check_at > ?2)",
      [.id(id), .timestamp(instant)])
  }

  /// After a question without an answer: not again before then.
  public func postpone(_ id: RowID<OrderRow>, until: Timestamp) throws(SQLError) {
    try connection.execute(
      "UPDATE orders SET next_check_at = ?2 WHERE id = ?1 AND next_check_at IS NOT NULL AND next_check_at < ?2",
      [.id(id), .timestamp(until)])
  }

  private func first(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> OrderRow? {
    try all(condition, values).first
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [OrderRow] {
    var rows = try connection.all("SELECT \(OrderRow.columns) FROM orders o WHERE \(condition)", values) {
      (row) throws(SQLError) in try OrderRow(row)
    }
    for index in rows.indices { rows[index].record.payments = try payments.list(of: rows[index].id) }
    return rows
  }
}

/// What an operator sees.
extension OrderStore {
  /// Those that somebody must look at, the oldest first.
  public func inReview(limit: Int) throws(SQLError) -> [OrderRow] {
    try all("o.reviews <> '' ORDER BY o.id LIMIT ?1", [.integer(Int64(limit))])
  }

  /// The last ones first.
  public func list(before id: Int64 = .max, limit: Int) throws(SQLError) -> [OrderRow] {
    try all("o.id < ?1 ORDER BY o.id DESC LIMIT ?2", [.integer(id), .integer(Int64(limit))])
  }
}
