import JSON
import Payment
import Wire

extension SandboxPay {
  /// `POST /payments/cancel`. Without an amount, or with 0, all is given back; `checksum` is what the caller believes
  /// to be left.
  func v1Cancel(_ fields: SandboxFields) -> HTTPResponse {
    let refund = makeID("cancel_")
    return work { book, now in
      let found = fields["imp_uid"].map { book[$0] } ?? fields["merchant_uid"].flatMap { book.current($0) }
      guard let payment = found else { return Self.v1(1, "취소할 결제건이 존재하지 않습니다.") }
      if book.breaks(payment.id, at: now) { return Self.v1Broken }
      guard let account = Self.account(fields) else { return Self.v1(1, "refund_bank 은행코드가 올바르지 않습니다.") }
      let amount = fields["amount"].map { SandboxMoney.parse(major: $0, in: payment.currency) }
      let expected = fields["checksum"].map { SandboxMoney.parse(major: $0, in: payment.currency) }
      if amount == .some(nil) || expected == .some(nil) { return Self.v1(1, "amount 또는 checksum이 올바르지 않습니다.") }
      do throws(SandboxBook.CancelFault) {
        let (after, _) = try book.cancel(
          payment.id, amount: amount.flatMap { $0 == 0 ? nil : $0 }, expected: expected ?? nil,
          reason: fields["reason"] ?? "", account: account.text, refund: refund, isTold: false, at: now)
        return book.loses(payment.id, at: now) ? Self.v1Broken : Self.v1(0, nil, after.v1(client.origin()))
      } catch { return Self.v1(1, error.v1) }
    }
  }

  /// Holder, bank and number, all three or nothing. nil for a bank that is no code of KG Inicis, whose payments these
  /// are, nor of the banks themselves.
  private static func account(_ fields: SandboxFields) -> SandboxRefundAccount? {
    guard let holder = fields["refund_holder"], let code = fields["refund_bank"], let number = fields["refund_account"]
    else { return SandboxRefundAccount() }
    guard let bank = Bank.all.first(where: { code == $0.inicisCode || code == $0.code }) else { return nil }
    return SandboxRefundAccount(bank, number, holder)
  }
}

extension SandboxBook.CancelFault {
  fileprivate var v1: String {
    switch self {
    case .unknown: "취소할 결제건이 존재하지 않습니다."
    case .notPaid: "결제가 완료되지 않은 건은 취소할 수 없습니다."
    case .alreadyCancelled: "이미 전액취소된 주문입니다."
    case .tooMuch: "취소요청금액이 취소가능금액을 초과합니다."
    case .otherBalance: "취소가능 잔액이 checksum과 일치하지 않습니다."
    case .needsAccount: "가상계좌 환불은 refund_holder, refund_bank, refund_account가 필요합니다."
    case .refused: "[취소거절] 카드사에서 취소를 거절하였습니다."
    }
  }
}

extension SandboxPayment {
  var v1Status: String {
    switch state {
    case .ready, .waiting: "ready"
    case .paid: "paid"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  /// `PaymentAnnotation`. Times are Unix seconds, and 0 where there is none.
  /// - Parameter origin: of the sandbox, for receipts.
  func v1(_ origin: String) -> JSONValue {
    func seconds(_ milliseconds: Int64?) -> JSONValue { .integer((milliseconds ?? 0) / 1_000) }
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    func money(_ value: Int64) -> JSONValue { SandboxMoney.json(major: value, in: currency) }
    let isCard = method == .card && paidAt != nil
    var object: JSONObject = [
      "imp_uid": .string(id), "merchant_uid": .string(order), "pay_method": method == .card ? "card" : "vbank",
      "channel": "pc", "pg_provider": "html5_inicis", "emb_pg_provider": .null, "pg_tid": .string("sandbox_" + id),
      "pg_id": "INIpayTest", "escrow": false, "apply_num": isCard ? .string(String(id.suffix(8))) : "",
      "bank_code": .null, "bank_name": .null, "card_code": isCard ? "366" : .null,
      "card_name": isCard ? "신한카드" : .null, "card_issuer_code": isCard ? "366" : .null,
      "card_issuer_name": isCard ? "신한카드" : .null, "card_publisher_code": isCard ? "366" : .null,
      "card_publisher_name": isCard ? "신한카드" : .null, "card_quota": 0,
      "card_number": isCard ? "9410-00**-****-0000" : .null, "card_type": isCard ? 0 : .null,
    ]
    object["vbank_code"] = account == nil ? .null : "088"
    object["vbank_name"] = account == nil ? .null : "신한은행"
    object["vbank_num"] = text(account?.number)
    object["vbank_holder"] = text(account?.holder)
    object["vbank_date"] = seconds(account?.until)
    object["vbank_issued_at"] = seconds(account?.issuedAt)
    object["name"] = .string(name)
    object["amount"] = money(amount)
    object["cancel_amount"] = money(refunded)
    object["currency"] = .string(currency)
    object["buyer_name"] = text(buyer.name)
    object["buyer_email"] = text(buyer.email)
    object["buyer_tel"] = text(buyer.phone)
    for name in ["buyer_addr", "buyer_postcode", "custom_data", "customer_uid", "customer_uid_usage"] {
      object[name] = .null
    }
    object["user_agent"] = "sorry_not_supported_anymore"
    object["status"] = .string(v1Status)
    object["started_at"] = seconds(startedAt)
    object["paid_at"] = seconds(paidAt)
    object["failed_at"] = seconds(state == .failed ? failedAt : nil)
    object["cancelled_at"] = seconds(refunds.last?.at)
    object["fail_reason"] = text(state == .failed ? failure : nil)
    object["cancel_reason"] = text(refunds.last?.reason)
    object["receipt_url"] = paidAt == nil ? .null : .string(origin + "/receipts/" + id)
    object["cancel_history"] = .array(
      refunds.map { refund in
        [
          "pg_tid": .string("sandbox_" + id), "amount": money(refund.amount), "cancelled_at": seconds(refund.at),
          "reason": .string(refund.reason), "cancellation_id": .string(refund.id), "receipt_url": .null,
        ]
      })
    object["cancel_receipt_urls"] = []
    object["cash_receipt_issued"] = false
    return .object(object)
  }
}
