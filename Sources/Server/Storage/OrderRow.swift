import Domain
import Payment
import SQL
import Wire

/// An order as stored: what it is for, and how far it is. Its payments are in `PaymentStore`.
public struct OrderRow: Equatable, Sendable {
  public var id = RowID<OrderRow>(0)
  public var realm: Realm
  public var buyer: RowID<Person>
  public var doctor: RowID<Person>
  /// A number of `reservations`; nil where the order ended and left it to another one.
  public var reservation: Int64?
  /// Who is asked about it.
  public var provider: String
  /// What the buyer reads on the checkout and the receipt.
  public var title: String
  /// What was decided, with the payments.
  public var record: OrderRecord
  public var updatedAt: Timestamp
  /// When it was bought.
  public var paidAt: Timestamp?
  /// When the provider was asked last.
  public var askedAt: Timestamp?

  public init(
    realm: Realm, buyer: RowID<Person>, doctor: RowID<Person>, reservation: Int64?, provider: String, title: String,
    record: OrderRecord, updatedAt: Timestamp
  ) {
    self.realm = realm
    self.buyer = buyer
    self.doctor = doctor
    self.reservation = reservation
    self.provider = provider
    self.title = title
    self.record = record
    self.updatedAt = updatedAt
  }
}

extension OrderRow: Identified { public static var identifierKind: UInt32 { 9 } }

extension OrderRow {
  static let columns = """
    o.id, o.code, o.realm, o.buyer_id, o.doctor_id, o.reservation_id, o.provider, o.title, o.price, o.currency,
    o.phase, o.stage, o.created_at, o.updated_at, o.expires_at, o.deposit_milliseconds, o.latest_hold, o.paid_by,
    o.paid_at, o.reviews, o.has_refund_account, o.next_check_at, o.asked_at
    """

  /// Without its payments.
  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    realm = try row.name(2, as: Realm.self)
    buyer = try row.id(3)
    doctor = try row.id(4)
    reservation = try row.optionalInt64(5)
    provider = try row.text(6)
    title = try row.text(7)
    record = try OrderRecord(order: row)
    updatedAt = try row.timestamp(13)
    paidAt = try row.optionalTimestamp(18)
    askedAt = try row.optionalTimestamp(22)
  }

  /// Of every column but the number, in their order.
  var values: [SQLValue] {
    [
      .text(record.code), .name(realm), .id(buyer), .id(doctor), .optional(reservation), .text(provider), .text(title),
      .integer(record.price.amount), .text(record.price.currency.code), .name(record.phase), .name(record.stage),
      .timestamp(record.createdAt), .timestamp(updatedAt), .timestamp(record.expiresAt),
      .integer(record.depositMilliseconds), .optional(record.latestHold?.milliseconds), .optional(record.paidBy),
      .optional(paidAt?.milliseconds), .text(Self.text(record.reviews)),
      .integer(record.hasRefundAccount ? 1 : 0), .optional(record.nextCheckAt?.milliseconds),
      .optional(askedAt?.milliseconds),
    ]
  }

  static func text(_ reviews: Set<ReviewReason>) -> String {
    reviews.map { $0.rawValue }.sorted().joined(separator: ",")
  }
}

extension OrderRecord {
  fileprivate init(order row: SQLRow) throws(SQLError) {
    var reviews: Set<ReviewReason> = []
    for name in try row.text(19).split(separator: ",") {
      guard let reason = ReviewReason(rawValue: String(name)) else { throw .mistake("unknown review \(name)") }
      reviews.insert(reason)
    }
    self.init(
      code: try row.text(1), price: Money(try row.int64(8), try row.currency(9)), createdAt: try row.timestamp(12),
      expiresAt: try row.timestamp(14), depositMilliseconds: try row.int64(15),
      latestHold: try row.optionalTimestamp(16), phase: try row.name(10, as: OrderPhase.self),
      stage: try row.name(11, as: ReservationStage.self), paidBy: try row.optionalText(17), reviews: reviews,
      hasRefundAccount: try row.bool(20), nextCheckAt: try row.optionalTimestamp(21))
  }
}

extension SQLRow {
  func currency(_ column: Int) throws(SQLError) -> Currency {
    let code = try text(column)
    guard let currency = Currency(code) else { throw .mistake("unknown currency \(code)") }
    return currency
  }
}
