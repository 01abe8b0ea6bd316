import JSON
import Payment
import Wire

/// What a buyer does on the page.
enum SandboxChoice: String, Sendable {
  case pay, fail
  /// Goes back without an answer.
  case leave
  /// Pays, and never comes back to the merchant.
  case close
}

extension SandboxPay {
  /// What the merchant's page asks for, with the names of `IMP.request_pay` (V1) or `PortOne.requestPayment` (V2);
  /// nil where something is missing, or the addresses are not the merchant's.
  func order(_ fields: SandboxFields) -> SandboxBook.Order? {
    fields["paymentId"] == nil ? v1Order(fields) : v2Order(fields)
  }

  private func v1Order(_ fields: SandboxFields) -> SandboxBook.Order? {
    let currency = fields["currency"] ?? "KRW"
    guard let name = fields["merchant_uid"], name.utf8.count <= 40, let text = fields["amount"],
      let amount = SandboxMoney.parse(major: text, in: currency)
    else { return nil }
    var order = SandboxBook.Order(
      order: name, dialect: .v1, name: fields["name"] ?? name, amount: amount, currency: currency)
    order.method = fields["pay_method"] == "vbank" ? .account : .card
    order.buyer = SandboxBuyer(
      name: fields["buyer_name"], email: fields["buyer_email"], phone: fields["buyer_tel"])
    return checked(order, notice: fields["notice_url"], back: fields["m_redirect_url"], due: fields["vbank_due"])
  }

  private func v2Order(_ fields: SandboxFields) -> SandboxBook.Order? {
    guard fields["storeId"] == SandboxKeys.store, let name = fields["paymentId"], name.utf8.count <= 40,
      let amount = fields["totalAmount"].flatMap({ Int64($0) })
    else { return nil }
    let currency = fields["currency"].map { $0.hasPrefix("CURRENCY_") ? String($0.dropFirst(9)) : $0 } ?? "KRW"
    var order = SandboxBook.Order(
      order: name, dialect: .v2, name: fields["orderName"] ?? name, amount: amount, currency: currency)
    order.method = fields["payMethod"] == "VIRTUAL_ACCOUNT" ? .account : .card
    let customer = fields.json["customer"]
    order.buyer = SandboxBuyer(
      name: customer?["fullName"]?.string ?? fields["customerName"],
      email: customer?["email"]?.string ?? fields["customerEmail"],
      phone: customer?["phoneNumber"]?.string ?? fields["customerPhone"])
    let notice = fields.json["noticeUrls"]?.array?.first?.string ?? fields["noticeUrls"]
    return checked(order, notice: notice, back: fields["redirectUrl"], due: fields["dueDate"])
  }

  /// - Parameter due: when an account closes: `202612010930` in Korea (V1), or `2026-12-01T09:30:00Z` (V2).
  private func checked(
    _ order: SandboxBook.Order, notice: String?, back: String?, due: String?
  ) -> SandboxBook.Order? {
    guard order.amount > 0, order.amount < 1_000_000_000_000, Currency(order.currency) != nil,
      order.name.utf8.count <= 300, notice.map(isMerchant) ?? true, back.map(isMerchant) ?? true
    else { return nil }
    var order = order
    (order.noticeURL, order.returnURL) = (notice, back)
    order.depositUntil = due.flatMap { Timestamp(iso8601: Self.iso8601($0))?.milliseconds }
    return order
  }

  private static func iso8601(_ due: String) -> String {
    guard due.utf8.count == 12, due.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return due }
    let part = { (from: Int, count: Int) in String(due.dropFirst(from).prefix(count)) }
    return "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(8, 2)):\(part(10, 2)):00+09:00"
  }

  func open(_ order: SandboxBook.Order) -> Result<SandboxPayment, SandboxBook.OpenFault> {
    let id = makeID("imp_")
    return work { book, now in
      do throws(SandboxBook.OpenFault) { return .success(try book.open(order, id: id, at: now)) } catch {
        return .failure(error)
      }
    }
  }

  func decide(_ id: String, _ choice: SandboxChoice, by method: SandboxMethod) -> SandboxPayment? {
    let second = makeID("imp_")
    return work { book, now in
      switch choice {
      case .pay, .close: book.agree(id, by: method, at: now, second: second)
      case .fail: book.fail(id, why: "한도를 초과했습니다.", at: now)
      case .leave: book.leave(id, at: now)
      }
    }
  }
}

extension SandboxBook {
  /// The buyer goes away: V1 calls that a failure; nothing else will come of it.
  mutating func leave(_ id: String, at now: Int64) -> SandboxPayment? {
    guard let found = self[id], found.state == .ready, !found.isAgreed else { return self[id] }
    return fail(id, why: "[결제포기] 사용자가 결제를 취소하셨습니다", at: now)
  }
}

extension SandboxPayment {
  /// Where the browser goes, with what PortOne adds to the address.
  var wayBack: String? {
    guard let returnURL else { return nil }
    let isDone = state != .failed || isAgreed && failedAt == nil
    var query: Query
    switch dialect {
    case .v1:
      query = ["imp_uid": id, "merchant_uid": order, "imp_success": isDone ? "true" : "false"]
      if !isDone { query.items += [Query.Item("error_code", "F400"), Query.Item("error_msg", failure ?? "")] }
    case .v2:
      query = ["paymentId": order, "transactionType": "PAYMENT", "txId": id]
      if !isDone {
        query.items += [Query.Item("code", "FAILURE_TYPE_PG"), Query.Item("message", failure ?? "")]
      }
    }
    return returnURL + (returnURL.contains("?") ? "&" : "?") + query.text
  }
}
