import Payment
import SQL
import Wire

/// Every movement of money that was seen at a provider, and the history of each order. Only added to.
public struct LedgerStore {
  let connection: any SQLConnection

  /// An entry that is there already is not made a second time.
  public func enter(_ entry: LedgerEntry, of order: RowID<OrderRow>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO ledger_entries (order_id, payment_key, kind, amount, currency, total, entered_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (order_id, payment_key, kind, total) DO NOTHING
      """,
      [
        .id(order), .text(entry.payment), .name(entry.kind), .integer(entry.amount), .text(entry.currency.code),
        .integer(entry.total), .timestamp(now),
      ])
  }

  /// The oldest first.
  public func entries(of order: RowID<OrderRow>) throws(SQLError) -> [LedgerEntry] {
    try connection.all(
      """
      SELECT payment_key, kind, amount, currency, total FROM ledger_entries WHERE order_id = ?1 ORDER BY id
      """, [.id(order)]
    ) { (row) throws(SQLError) in
      LedgerEntry(
        payment: try row.text(0), kind: try row.name(1, as: LedgerEntry.Kind.self), amount: try row.int64(2),
        currency: try row.currency(3), total: try row.int64(4))
    }
  }

  /// Captured and refunded of everything, in one currency.
  public struct Balance: Equatable, Sendable {
    public var currency: Currency
    public var captured: Int64
    public var refunded: Int64

    public init(currency: Currency, captured: Int64, refunded: Int64) {
      self.currency = currency
      self.captured = captured
      self.refunded = refunded
    }
  }

  /// Of all orders, for the operator: what the provider's own books must say. Reads the whole ledger.
  public func balances() throws(SQLError) -> [Balance] {
    try connection.all(
      """
      SELECT currency, CAST(SUM(CASE WHEN kind = 'captured' THEN amount ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN kind = 'refunded' THEN amount ELSE 0 END) AS BIGINT)
      FROM ledger_entries GROUP BY currency ORDER BY currency
      """
    ) { (row) throws(SQLError) in
      Balance(currency: try row.currency(0), captured: try row.int64(1), refunded: try row.int64(2))
    }
  }

  public func note(_ note: OrderNote, of order: RowID<OrderRow>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO order_notes (order_id, noted_at, code, amount, currency, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      [
        .id(order), .timestamp(now), .name(note.code), .optional(note.amount), .optional(note.currency?.code),
        .text(String(note.detail.prefix(200))),
      ])
  }

  public struct Noted: Equatable, Sendable {
    public var at: Timestamp
    public var note: OrderNote
  }

  /// The oldest first; at most so many of the last.
  public func history(of order: RowID<OrderRow>, limit: Int = 200) throws(SQLError) -> [Noted] {
    try connection.all(
      """
      SELECT noted_at, code, amount, currency, detail FROM order_notes WHERE order_id = ?1 ORDER BY id DESC LIMIT ?2
      """, [.id(order), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in
      var note = OrderNote(try row.name(1, as: OrderNote.Code.self), detail: try row.text(4))
      note.amount = try row.optionalInt64(2)
      note.currency = row.isNull(3) ? nil : try row.currency(3)
      return Noted(at: try row.timestamp(0), note: note)
    }.reversed()
  }
}

/// Accounts to which deposits go back, sealed, for as long as they are needed.
extension LedgerStore {
  public func keepAccount(sealed: String, of order: RowID<OrderRow>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO refund_accounts (order_id, sealed, created_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (order_id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at
      """, [.id(order), .text(sealed), .timestamp(now)])
  }

  public func account(of order: RowID<OrderRow>) throws(SQLError) -> String? {
    try connection.first("SELECT sealed FROM refund_accounts WHERE order_id = ?1", [.id(order)]) {
      (row) throws(SQLError) in try row.text(0)
    }
  }

  public func forgetAccount(of order: RowID<OrderRow>) throws(SQLError) {
    try connection.execute("DELETE FROM refund_accounts WHERE order_id = ?1", [.id(order)])
  }
}
