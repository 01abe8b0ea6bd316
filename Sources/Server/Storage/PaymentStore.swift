import JSON
import Payment
import SQL
import Wire

/// What providers said of payments. A payment belongs to one order for ever.
public struct PaymentStore {
  let connection: any SQLConnection

  private static let columns = """
    payment_key, status, currency, method, captured, cancelled, cancelling, refund_target, refund_reason, tries,
    is_refund_refused, refund_key, refund_asked_at, captured_at, deposit
    """

  /// Whose it is.
  public func order(of key: String, provider: String) throws(SQLError) -> RowID<OrderRow>? {
    try connection.first(
      "SELECT order_id FROM payments WHERE provider = ?1 AND payment_key = ?2", [.text(provider), .text(key)]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  /// The oldest first.
  public func list(of order: RowID<OrderRow>) throws(SQLError) -> [OrderPayment] {
    try connection.all(
      "SELECT \(Self.columns) FROM payments WHERE order_id = ?1 ORDER BY id", [.id(order)]
    ) { (row) throws(SQLError) in try OrderPayment(row) }
  }

  /// The order that it belonged to first stays.
  func put(_ payment: OrderPayment, of order: OrderRow, at now: Timestamp) throws(SQLError) {
    let rest: [SQLValue] = [
      .name(payment.status), .text(payment.currency.code), .name(payment.method), .integer(payment.captured),
      .integer(payment.cancelled), .integer(payment.cancelling), .integer(payment.refundTarget),
      .optional(payment.refundReason?.rawValue), .integer(payment.tries),
      .integer(payment.isRefundRefused ? 1 : 0), .optional(payment.refundKey),
      .optional(payment.refundAskedAt?.milliseconds), .optional(payment.capturedAt?.milliseconds),
      .optional(payment.deposit?.text), .timestamp(now),
    ]
    try connection.execute(
      """
      INSERT INTO payments (order_id, provider, payment_key, status, currency, method, captured, cancelled, cancelling,
        refund_target, refund_reason, tries, is_refund_refused, refund_key, refund_asked_at, captured_at, deposit,
        updated_at, created_at, receipt)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?18, '{}')
      ON CONFLICT (provider, payment_key) DO UPDATE SET status = excluded.status, currency = excluded.currency,
        method = excluded.method, captured = excluded.captured, cancelled = excluded.cancelled,
        cancelling = excluded.cancelling, refund_target = excluded.refund_target,
        refund_reason = excluded.refund_reason, tries = excluded.tries,
        is_refund_refused = excluded.is_refund_refused, refund_key = excluded.refund_key,
        refund_asked_at = excluded.refund_asked_at, captured_at = excluded.captured_at, deposit = excluded.deposit,
        updated_at = excluded.updated_at
      WHERE payments.order_id = excluded.order_id
      """, [.id(order.id), .text(order.provider), .text(payment.id)] + rest)
  }

  /// What the provider said last, as receipts show it.
  public func setReceipt(_ receipt: JSONObject, of key: String, provider: String) throws(SQLError) {
    try connection.execute(
      "UPDATE payments SET receipt = ?3 WHERE provider = ?1 AND payment_key = ?2",
      [.text(provider), .text(key), .text(JSONValue.object(receipt).text)])
  }

  public struct Receipt: Equatable, Sendable {
    public var fields: JSONObject
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
  }

  public func receipt(of key: String, provider: String) throws(SQLError) -> Receipt? {
    try connection.first(
      "SELECT receipt, created_at, updated_at FROM payments WHERE provider = ?1 AND payment_key = ?2",
      [.text(provider), .text(key)]
    ) { (row) throws(SQLError) in
      let fields = (try? JSONValue(parsing: Array(try row.text(0).utf8)))?.object
      return Receipt(
        fields: fields ?? JSONObject(), createdAt: try row.timestamp(1), updatedAt: try row.timestamp(2))
    }
  }
}

extension OrderPayment {
  fileprivate init(_ row: SQLRow) throws(SQLError) {
    let reason = try row.optionalText(8)
    self.init(
      id: try row.text(0), status: try row.name(1, as: PaymentReport.Status.self), currency: try row.currency(2),
      method: try row.name(3, as: PaymentMethod.self), captured: try row.int64(4), cancelled: try row.int64(5),
      cancelling: try row.int64(6), refundTarget: try row.int64(7),
      refundReason: reason.flatMap { RefundReason(rawValue: $0) }, tries: try row.int64(9),
      isRefundRefused: try row.bool(10), refundKey: try row.optionalText(11),
      refundAskedAt: try row.optionalTimestamp(12), capturedAt: try row.optionalTimestamp(13),
      deposit: try row.optionalText(14).flatMap { DepositAccount(text: $0) })
  }
}

extension DepositAccount {
  fileprivate var text: String {
    var object: JSONObject = ["bank": .string(bank), "account": .string(account), "holder": .string(holder)]
    if let until { object["until"] = .integer(until.milliseconds) }
    return JSONValue.object(object).text
  }

  fileprivate init?(text: String) {
    guard let json = try? JSONValue(parsing: Array(text.utf8)), let account = json["account"]?.string else {
      return nil
    }
    self.init(
      bank: json["bank"]?.string ?? "", account: account, holder: json["holder"]?.string ?? "",
      until: json["until"]?.int64.map { Timestamp(milliseconds: $0) })
  }
}
