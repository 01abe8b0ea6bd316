import Synchronization
import Wire

/// What browsers see.
extension SandboxPay {
  func page(_ request: HTTPRequest) -> HTTPResponse {
    guard let fields = SandboxFields(request) else {
      return SandboxPages.mistake(.korean, SandboxWords.korean.mistake, status: 400)
    }
    let words = SandboxWords.of(
      SandboxWords.choose(fields["lang"] ?? fields["language"], accept: request.headers["Accept-Language"]))
    let parts = request.path.split(separator: "/").map { String($0) }
    switch (request.method, parts.first, parts.count) {
    case (.get, "style.css", 1): return SandboxStyle.answer
    case (.get, nil, _): return index(words)
    case (.post, "checkout", 1): return begin(fields, words)
    case (.get, "checkout", 2): return show(parts[1], words)
    case (.post, "checkout", 2): return decide(parts[1], fields, words)
    case (.post, "checkout", 3) where parts[2] == "deposit":
      _ = work { book, now in book.deposit(parts[1], at: now) }
      return Self.redirect("/checkout/\(parts[1])?lang=\(words.language)")
    case (.get, "receipts", 2):
      guard let payment = payment(parts[1]), payment.paidAt != nil else { break }
      return SandboxPages.receipt(payment, words)
    default: break
    }
    return SandboxPages.mistake(words, words.mistake, status: 404)
  }

  private func payment(_ id: String) -> SandboxPayment? { state.withLock { $0.book[id] } }

  private static func redirect(_ place: String) -> HTTPResponse {
    HTTPResponse(303, headers: ["Location": place, "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"])
  }

  private func begin(_ fields: SandboxFields, _ words: SandboxWords) -> HTTPResponse {
    guard let order = order(fields) else { return SandboxPages.mistake(words, words.mistake, status: 400) }
    switch open(order) {
    case .success(let payment): return Self.redirect("/checkout/\(payment.id)?lang=\(words.language)")
    case .failure(.paid):
      // Who comes a second time, by Back or in another tab, sees what became of the first.
      let first = state.withLock { $0.book.current(order.order) }
      return first.map { Self.redirect("/checkout/\($0.id)?lang=\(words.language)") }
        ?? SandboxPages.mistake(words, words.alreadyPaid, status: 409)
    case .failure(.otherAmount): return SandboxPages.mistake(words, words.otherAmount, status: 409)
    }
  }

  private func show(_ id: String, _ words: SandboxWords) -> HTTPResponse {
    guard let payment = payment(id) else { return SandboxPages.mistake(words, words.mistake, status: 404) }
    return payment.state == .ready && !payment.isAgreed
      ? SandboxPages.checkout(payment, words)
      : SandboxPages.result(payment, words, now: client.now().milliseconds)
  }

  private func decide(_ id: String, _ fields: SandboxFields, _ words: SandboxWords) -> HTTPResponse {
    guard let choice = fields["choice"].flatMap(SandboxChoice.init), let found = payment(id) else {
      return SandboxPages.mistake(words, words.mistake, status: 400)
    }
    let here = "/checkout/\(id)?lang=\(words.language)"
    guard found.state == .ready, !found.isAgreed else { return Self.redirect(here) }
    plan(found, fields)
    guard let payment = decide(id, choice, by: fields["method"] == "account" ? .account : .card) else {
      return SandboxPages.mistake(words, words.mistake, status: 409)
    }
    // An account has to be seen before anybody goes back.
    guard choice != .close, payment.state != .waiting, let back = payment.wayBack else { return Self.redirect(here) }
    return Self.redirect(back)
  }

  /// Adds what was chosen on the page to what was planned before.
  private func plan(_ payment: SandboxPayment, _ fields: SandboxFields) {
    let trouble = fields["trouble"].flatMap(SandboxTrouble.init) ?? .none
    let telling = fields["telling"].flatMap(SandboxTelling.init) ?? .once
    guard trouble != .none || telling != .once else { return }
    work { book, now in
      _ = book.change(payment.id, at: now) { payment in
        trouble.apply(to: &payment.plan, amount: payment.amount, currency: payment.currency)
        telling.apply(to: &payment.plan)
        payment.amount = payment.plan.amount ?? payment.amount
        payment.currency = payment.plan.currency ?? payment.currency
      }
    }
  }

  /// All payments, the newest first: for whoever runs it.
  private func index(_ words: SandboxWords) -> HTTPResponse {
    let payments = state.withLock { Array($0.book.payments.suffix(100).reversed()) }
    let rows = payments.map { payment in
      """
      <li><a href="/checkout/\(payment.id)"><b>\(SandboxPages.escaped(payment.name))</b>
      <small>\(SandboxPages.escaped(words.money(payment.amount, payment.currency))) · \(payment.state.rawValue) ·
      \(SandboxPages.escaped(payment.order))</small></a></li>
      """
    }
    let list = rows.isEmpty ? "<p>\(SandboxPages.escaped(words.none))</p>" : "<ul>\(rows.joined())</ul>"
    return SandboxPages.page(
      words, title: words.title, place: "/", "<h1>\(SandboxPages.escaped(words.title))</h1>\(list)")
  }
}
