import Contract
import Domain
import JSON
import Wire

/// The receipt of a payment, with the names of iamport. What a payment has nothing to say of is `""`, 0 or false.
public struct Receipt: Equatable, Sendable {
  public var impUID: String
  public var orderCode: ID<OrderState>
  /// `card`, `vbank`, …
  public var payMethod: String
  public var provider: String
  public var name: String
  public var amount: MajorAmount
  public var currency: String
  /// `ready`, `paid`, `cancelled`, `failed`.
  public var status: String
  public var receiptURL: String
  public var buyerName: String
  public var cardName: String
  /// With hidden digits.
  public var cardNumber: String
  /// The acquirer's number of the approval.
  public var approval: String
  public var deposit: OrderState.Deposit?
  public var startedAt: Timestamp?
  public var paidAt: Timestamp?
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(
    impUID: String, orderCode: ID<OrderState>, payMethod: String, provider: String, name: String,
    amount: MajorAmount, currency: String, status: String, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.impUID = impUID
    self.orderCode = orderCode
    self.payMethod = payMethod
    self.provider = provider
    self.name = name
    self.amount = amount
    self.currency = currency
    self.status = status
    receiptURL = ""
    buyerName = ""
    cardName = ""
    cardNumber = ""
    approval = ""
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  private static let emptyTexts = [
    "channel", "emb_pg_provider", "pg_tid", "pg_id", "bank_code", "bank_name", "card_code", "card_issuer_code",
    "card_issuer_name", "card_publisher_code", "card_publisher_name", "vbank_code", "buyer_email", "buyer_tel",
    "buyer_addr", "buyer_postcode", "custom_data", "user_agent",
  ]

  static var form: APIForm<Receipt> {
    typealias Schema = OpenAPI.Schema
    let texts =
      [
        "imp_uid", "merchant_uid", "pay_method", "pg_provider", "name", "currency", "status", "receipt_url",
        "buyer_name", "card_name", "card_number", "apply_num", "vbank_name", "vbank_num", "vbank_holder",
      ] + emptyTexts
    return APIForm(
      texts.map { Schema.text($0) } + [
        Schema.number("amount"), Schema.flag("escrow"), Schema.whole("card_quota"), Schema.whole("card_type"),
        Schema.whole("vbank_date"), Schema.whole("vbank_issued_at"), Schema.date("startedAt").optional,
        Schema.date("paidAt").optional, Schema.date("createdAt"), Schema.date("updatedAt"),
      ]
    ) {
      $0.members
    } read: { fields throws(APIError) in
      try Receipt(fields)
    }
  }

  private var members: JSONObject {
    var object: JSONObject = [
      "imp_uid": .string(impUID), "merchant_uid": .string(orderCode.text), "pay_method": .string(payMethod),
      "pg_provider": .string(provider), "name": .string(name), "amount": amount.json, "currency": .string(currency),
      "status": .string(status), "receipt_url": .string(receiptURL), "buyer_name": .string(buyerName),
      "card_name": .string(cardName), "card_number": .string(cardNumber), "apply_num": .string(approval),
      "vbank_name": .string(deposit?.bank ?? ""), "vbank_num": .string(deposit?.account ?? ""),
      "vbank_holder": .string(deposit?.holder ?? ""),
      "vbank_date": .integer(deposit.map { $0.until.milliseconds / 1000 } ?? 0), "vbank_issued_at": 0,
      "escrow": false, "card_quota": 0, "card_type": 0,
    ]
    for name in Self.emptyTexts { object[name] = "" }
    object.put("startedAt", startedAt)
    object.put("paidAt", paidAt)
    object.put("createdAt", createdAt)
    object.put("updatedAt", updatedAt)
    return object
  }

  private init(_ fields: BodyFields) throws(APIError) {
    self.init(
      impUID: try fields.required("imp_uid"), orderCode: ID(try fields.required("merchant_uid")),
      payMethod: fields.text("pay_method") ?? "", provider: fields.text("pg_provider") ?? "",
      name: fields.text("name") ?? "", amount: try MajorAmount.read("amount", fields),
      currency: try fields.required("currency"), status: try fields.required("status"),
      createdAt: try fields.requiredDate("createdAt"), updatedAt: try fields.requiredDate("updatedAt"))
    receiptURL = fields.text("receipt_url") ?? ""
    buyerName = fields.text("buyer_name") ?? ""
    cardName = fields.text("card_name") ?? ""
    cardNumber = fields.text("card_number") ?? ""
    approval = fields.text("apply_num") ?? ""
    startedAt = try fields.date("startedAt")
    paidAt = try fields.date("paidAt")
    let account = fields.text("vbank_num") ?? ""
    if !account.isEmpty {
      let seconds = min(try fields.number("vbank_date") ?? 0, 253_402_300_799)
      deposit = OrderState.Deposit(
        bank: fields.text("vbank_name") ?? "", account: account, holder: fields.text("vbank_holder") ?? "",
        until: Timestamp(milliseconds: max(0, seconds) * 1000))
    }
  }
}
