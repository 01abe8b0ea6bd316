import Storage

extension PrivacyTable {
  static let payments = [
    TableRule(
      "orders", "what was ordered, and for how much", of: .column("buyer_id"), erased: .kept(.payment),
      exported: "orders",
      [
        .goes("id", .bookkeeping), .goes("code", .text), .goes("realm", .bookkeeping), .goes("buyer_id", .bookkeeping),
        .goes("doctor_id", .person), .goes("reservation_id", .bookkeeping), .goes("provider", .text),
        .goes("title", .text), .goes("price", .number), .goes("currency", .text), .goes("phase", .text),
        .goes("stage", .text), .goes("created_at", .time), .goes("updated_at", .bookkeeping),
        .goes("expires_at", .time), .goes("deposit_milliseconds", .bookkeeping), .goes("latest_hold", .bookkeeping),
        .goes("paid_by", .text), .goes("paid_at", .time), .goes("reviews", .bookkeeping),
        .goes("has_refund_account", .flag), .goes("next_check_at", .bookkeeping), .goes("asked_at", .bookkeeping),
      ]),
    TableRule(
      "payments", "what the payment provider said of payments", of: .through("order_id", table: "orders"),
      erased: .withRow(of: "orders"), exported: "payments",
      [
        .goes("id", .bookkeeping), .goes("order_id", .bookkeeping), .goes("provider", .text),
        .goes("payment_key", .bookkeeping), .goes("status", .text), .goes("currency", .text), .goes("method", .text),
        .goes("captured", .number), .goes("cancelled", .number), .goes("cancelling", .number),
        .goes("refund_target", .number), .goes("refund_reason", .text), .goes("tries", .bookkeeping),
        .goes("is_refund_refused", .flag), .goes("refund_key", .bookkeeping), .goes("refund_asked_at", .time),
        .goes("captured_at", .time), .goes("deposit", .json), .goes("receipt", .json), .goes("created_at", .time),
        .goes("updated_at", .time),
      ]),
    TableRule(
      "ledger_entries", "every movement of money; never changed", of: .through("order_id", table: "orders"),
      erased: .withRow(of: "orders"), exported: "ledger",
      [
        .goes("id", .bookkeeping), .goes("order_id", .bookkeeping), .goes("payment_key", .bookkeeping),
        .goes("kind", .text),
        .goes("amount", .number), .goes("currency", .text), .goes("total", .number), .goes("entered_at", .time),
      ]),
    TableRule(
      "order_notes", "what happened to orders", of: .through("order_id", table: "orders"),
      erased: .withRow(of: "orders"), exported: "order_history",
      [
        .goes("id", .bookkeeping), .goes("order_id", .bookkeeping), .goes("noted_at", .time), .goes("code", .text),
        .goes("amount", .number), .goes("currency", .text), .goes("detail", .text),
      ]),
    TableRule(
      "refund_accounts", "bank accounts for refunds, sealed, until the money is back",
      of: .through("order_id", table: "orders"), erased: .withRow(of: "orders"),
      [.goes("order_id", .bookkeeping), .goes("sealed", .secret), .goes("created_at", .time)]),
    TableRule(
      "idempotency_keys", "first answers to requests that may come twice, for a week", of: .column("person_id"),
      erased: .rows,
      [
        .goes("person_id", .bookkeeping), .goes("scope", .bookkeeping), .goes("request_key", .bookkeeping),
        .goes("digest", .bookkeeping), .goes("answer", .bookkeeping), .goes("created_at", .bookkeeping),
      ]),
  ]
}
