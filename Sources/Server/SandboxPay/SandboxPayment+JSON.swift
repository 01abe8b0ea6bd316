import JSON

extension SandboxPayment {
  /// As it is kept, and as tests read it.
  var json: JSONValue {
    var object: JSONObject = [
      "imp_uid": .string(id), "order": .string(order), "api": .string(dialect.rawValue), "name": .string(name),
      "amount": .integer(amount), "currency": .string(currency), "method": .string(method.rawValue),
      "state": .string(state.rawValue), "captured": .integer(captured), "refunded": .integer(refunded),
      "balance": .integer(balance), "started_at": .integer(startedAt), "changed_at": .integer(changedAt),
      "agreed": .bool(isAgreed), "told": .bool(isTold), "plan": plan.json,
      "refunds": .array(refunds.map(\.json)), "webhooks": .array(deliveries.map(\.json)),
    ]
    for (name, value) in [
      ("paid_at", paidAt), ("failed_at", failedAt), ("arrives_at", arrivesAt), ("deposit_until", depositUntil),
    ] {
      if let value { object[name] = .integer(value) }
    }
    for (name, value) in [
      ("failure", failure), ("notice_url", noticeURL), ("return_url", returnURL), ("buyer_name", buyer.name),
      ("buyer_email", buyer.email), ("buyer_tel", buyer.phone),
    ] {
      if let value { object[name] = .string(value) }
    }
    if let account { object["account"] = account.json }
    return .object(object)
  }

  /// nil for what was not written here.
  init?(_ json: JSONValue) {
    guard let id = json["imp_uid"]?.string, let order = json["order"]?.string,
      let dialect = json["api"]?.string.flatMap(SandboxDialect.init), let name = json["name"]?.string,
      let amount = json["amount"]?.int64, let currency = json["currency"]?.string,
      let method = json["method"]?.string.flatMap(SandboxMethod.init),
      let state = json["state"]?.string.flatMap(SandboxState.init), let startedAt = json["started_at"]?.int64,
      let changedAt = json["changed_at"]?.int64, let plan = json["plan"].flatMap(SandboxPlan.init)
    else { return nil }
    self.init(
      id: id, order: order, dialect: dialect, name: name, amount: amount, currency: currency, startedAt: startedAt,
      changedAt: changedAt)
    (self.method, self.state, self.plan) = (method, state, plan)
    isAgreed = json["agreed"]?.bool ?? false
    isTold = json["told"]?.bool ?? false
    (paidAt, failedAt) = (json["paid_at"]?.int64, json["failed_at"]?.int64)
    (arrivesAt, depositUntil) = (json["arrives_at"]?.int64, json["deposit_until"]?.int64)
    (failure, noticeURL, returnURL) = (
      json["failure"]?.string, json["notice_url"]?.string, json["return_url"]?.string
    )
    buyer = SandboxBuyer(
      name: json["buyer_name"]?.string, email: json["buyer_email"]?.string, phone: json["buyer_tel"]?.string)
    account = json["account"].flatMap(Account.init)
    refunds = (json["refunds"]?.array ?? []).compactMap(Refund.init)
    deliveries = (json["webhooks"]?.array ?? []).compactMap(Delivery.init)
  }
}

extension SandboxPayment.Account {
  fileprivate var json: JSONValue {
    [
      "number": .string(number), "holder": .string(holder), "until": .integer(until), "issued_at": .integer(issuedAt),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let number = json["number"]?.string, let holder = json["holder"]?.string, let until = json["until"]?.int64,
      let issuedAt = json["issued_at"]?.int64
    else { return nil }
    self.init(number: number, holder: holder, until: until, issuedAt: issuedAt)
  }
}

extension SandboxPayment.Refund {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "amount": .integer(amount), "reason": .string(reason), "at": .integer(at),
    ]
    if let account { object["account"] = .string(account) }
    return .object(object)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let amount = json["amount"]?.int64, let reason = json["reason"]?.string,
      let at = json["at"]?.int64
    else { return nil }
    self.init(id: id, amount: amount, reason: reason, at: at, account: json["account"]?.string)
  }
}

extension SandboxPayment.Delivery {
  fileprivate var json: JSONValue {
    ["at": .integer(at), "said": .string(said), "status": .integer(status)]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let at = json["at"]?.int64, let said = json["said"]?.string, let status = json["status"]?.int64 else {
      return nil
    }
    self.init(at: at, said: said, status: status)
  }
}
