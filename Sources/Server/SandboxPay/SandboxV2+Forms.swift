import JSON
import Wire

extension SandboxPayment {
  /// `Payment`: what is in it depends on its status.
  /// - Parameter origin: of the sandbox, for receipts.
  func v2(_ origin: String) -> JSONValue {
    var object: JSONObject = [
      "status": .string(v2Status), "id": .string(order), "transactionId": .string(id),
      "merchantId": "merchant-sandbox", "storeId": .string(SandboxKeys.store), "channel": Self.channel,
      "version": .string(dialect == .v1 ? "V1" : "V2"), "requestedAt": Self.time(startedAt),
      "updatedAt": Self.time(changedAt), "statusChangedAt": Self.time(changedAt), "orderName": .string(name),
      "amount": v2Amount, "currency": .string(currency), "customer": customer,
    ]
    if paidAt != nil || account != nil { object["method"] = v2Method }
    if let paidAt {
      object["paidAt"] = Self.time(paidAt)
      object["pgTxId"] = .string("sandbox_" + id)
      object["receiptUrl"] = .string(origin + "/receipts/" + id)
    }
    if state == .failed {
      object["failedAt"] = Self.time(failedAt ?? changedAt)
      object["failure"] = [
        "reason": .string(failure ?? ""), "pgCode": "SANDBOX", "pgMessage": .string(failure ?? ""),
      ]
    }
    if let last = refunds.last {
      object["cancelledAt"] = Self.time(last.at)
      object["cancellations"] = .array(refunds.map { $0.v2(of: self) })
    }
    return .object(object)
  }

  private var v2Status: String {
    switch state {
    case .ready: isAgreed ? "PAY_PENDING" : "READY"
    case .waiting: "VIRTUAL_ACCOUNT_ISSUED"
    case .failed: "FAILED"
    case .cancelled: "CANCELLED"
    case .paid: refunds.isEmpty ? "PAID" : "PARTIAL_CANCELLED"
    }
  }

  private var v2Amount: JSONValue {
    [
      "total": .integer(amount), "taxFree": 0, "vat": .integer(amount / 11), "supply": .integer(amount - amount / 11),
      "discount": 0, "paid": .integer(captured), "cancelled": .integer(refunded), "cancelledTaxFree": 0,
    ]
  }

  private static let channel: JSONValue = [
    "type": "TEST", "id": "channel-id-sandbox", "key": .string(SandboxKeys.channel), "name": "sandbox",
    "pgProvider": "INICIS_V2", "pgMerchantId": "INIpayTest",
  ]

  private var customer: JSONValue {
    var object: JSONObject = [:]
    for (name, value) in [("name", buyer.name), ("email", buyer.email), ("phoneNumber", buyer.phone)] {
      if let value { object[name] = .string(value) }
    }
    return .object(object)
  }

  private var v2Method: JSONValue {
    guard let account else {
      return [
        "type": "PaymentMethodCard",
        "card": [
          "publisher": "SHINHAN_CARD", "issuer": "SHINHAN_CARD", "brand": "LOCAL", "type": "CREDIT",
          "ownerType": "PERSONAL", "bin": "941000", "name": "신한카드", "number": "941000******0000",
        ],
        "approvalNumber": .string(String(id.suffix(8))), "installment": ["month": 0, "isInterestFree": false],
        "pointUsed": false,
      ]
    }
    return [
      "type": "PaymentMethodVirtualAccount", "bank": "SHINHAN", "accountNumber": .string(account.number),
      "accountType": "NORMAL", "remitteeName": .string(account.holder), "expiredAt": Self.time(account.until),
      "issuedAt": Self.time(account.issuedAt),
    ]
  }

  fileprivate static func time(_ milliseconds: Int64) -> JSONValue {
    .string(Timestamp(milliseconds: milliseconds).iso8601)
  }
}

extension SandboxPayment.Refund {
  /// `SucceededPaymentCancellation`.
  func v2(of payment: SandboxPayment) -> JSONValue {
    [
      "status": "SUCCEEDED", "id": .string(id), "pgCancellationId": .string("sandbox_" + id),
      "totalAmount": .integer(amount), "taxFreeAmount": 0, "vatAmount": .integer(amount / 11),
      "reason": .string(reason), "requestedAt": SandboxPayment.time(at), "cancelledAt": SandboxPayment.time(at),
      "trigger": "API",
    ]
  }
}
