import Wire

/// The pages, as text. Nothing here runs in the browser.
enum SandboxPages {
  static func plain(_ text: String) -> HTTPResponse {
    HTTPResponse(200, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
  }

  /// - Parameters:
  ///   - place: the path of this page, for the choice of the language.
  ///   - target: an origin that forms of the page may lead to.
  static func page(
    _ words: SandboxWords, title: String, place: String, target: String? = nil, status: Int = 200, _ body: String
  ) -> HTTPResponse {
    let languages = [("ko", "한국어"), ("en", "English"), ("ja", "日本語")].map { code, name in
      code == words.language
        ? "<b lang=\"\(code)\" aria-current=\"true\">\(name)</b>"
        : "<a lang=\"\(code)\" hreflang=\"\(code)\" href=\"\(escaped(place))?lang=\(code)\">\(name)</a>"
    }
    let text = """
      <!doctype html><html lang="\(words.language)"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
      <title>\(escaped(title)) – \(escaped(words.title))</title><link rel="stylesheet" href="/style.css"></head><body>
      <header><strong>\(escaped(words.title))</strong><nav aria-label="Language">\(languages.joined())</nav></header>
      <main><p class="practice">\(escaped(words.practice))</p>
      \(body)
      </main></body></html>
      """
    let policy = [
      "default-src 'none'", "style-src 'self'", "form-action 'self'" + (target.map { " " + $0 } ?? ""),
      "base-uri 'none'", "frame-ancestors 'none'",
    ]
    return HTTPResponse(
      status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff", "Vary": "Accept-Language",
        "Content-Security-Policy": policy.joined(separator: "; "),
      ], body: Array(text.utf8))
  }

  static func checkout(_ payment: SandboxPayment, _ words: SandboxWords) -> HTTPResponse {
    let place = "/checkout/" + payment.id
    let pay = words.pay(words.money(payment.amount, payment.currency))
    let troubles = SandboxTrouble.allCases.map { ($0.rawValue, $0.words(words.language)) }
    let tellings = SandboxTelling.allCases.map { ($0.rawValue, $0.words(words.language)) }
    return page(
      words, title: words.payWith, place: place, target: origin(payment.returnURL),
      """
      \(summary(payment, words))
      <form method="post" action="\(place)"><input type="hidden" name="lang" value="\(words.language)">
      <fieldset><legend>\(escaped(words.payWith))</legend>
      \(method("card", words.card, words.cardNote, isChosen: payment.method == .card))
      \(method("account", words.account, words.accountNote, isChosen: payment.method == .account))
      </fieldset>
      <button class="main" name="choice" value="pay">\(escaped(pay))</button>
      <button name="choice" value="leave">\(escaped(words.leave))</button>
      <details><summary>\(escaped(words.troubles))</summary><p>\(escaped(words.troublesNote))</p>
      <label>\(escaped(words.trouble))\(select("trouble", troubles))</label>
      <label>\(escaped(words.webhooks))\(select("telling", tellings))</label>
      <button name="choice" value="fail">\(escaped(words.fail))</button>
      <button name="choice" value="close">\(escaped(words.close))</button></details>
      </form>
      """)
  }

  /// What became of a payment that is no longer open.
  static func result(_ payment: SandboxPayment, _ words: SandboxWords, now: Int64) -> HTTPResponse {
    let title: String
    var more = ""
    switch payment.state {
    case .waiting where !payment.isAgreed:
      title = words.waiting
      more = account(payment, words, now: now)
    case .ready, .waiting: title = words.onItsWay
    case .paid:
      title = words.paid
      more = "<p>\(escaped(words.closeTab))</p>"
    case .failed:
      title = words.failed
      more = "<p>\(escaped(payment.failure ?? ""))</p>"
    case .cancelled: title = words.cancelled
    }
    if payment.refunded > 0 {
      let money = words.money(payment.refunded, payment.currency)
      more += "<dl><div><dt>\(escaped(words.refunded))</dt><dd>\(escaped(money))</dd></div></dl>"
    }
    if payment.paidAt != nil { more += "<a href=\"/receipts/\(payment.id)\">\(escaped(words.receipt))</a>" }
    if let back = payment.wayBack { more += "<a class=\"main\" href=\"\(escaped(back))\">\(escaped(words.back))</a>" }
    return page(
      words, title: title, place: "/checkout/" + payment.id,
      "<div role=\"status\"><h1>\(escaped(title))</h1></div>\n\(summary(payment, words, isHeading: false))\n\(more)")
  }

  private static func account(_ payment: SandboxPayment, _ words: SandboxWords, now: Int64) -> String {
    guard let account = payment.account else { return "" }
    let late = account.until < now ? "<p class=\"late\">\(escaped(words.late))</p>" : ""
    return """
      <p>\(escaped(words.waitingNote))</p>
      <dl><div><dt>\(escaped(words.number))</dt><dd>\(escaped(words.bank)) \(account.number)</dd></div>
      <div><dt>\(escaped(words.holder))</dt><dd>\(escaped(account.holder))</dd></div>
      <div><dt>\(escaped(words.until))</dt><dd>\(time(account.until))</dd></div></dl>\(late)
      <form method="post" action="/checkout/\(payment.id)/deposit">
      <input type="hidden" name="lang" value="\(words.language)"><button>\(escaped(words.deposit))</button></form>
      """
  }

  static func receipt(_ payment: SandboxPayment, _ words: SandboxWords) -> HTTPResponse {
    var rows = [
      (words.order, payment.order), (words.paid, time(payment.paidAt ?? 0) + " UTC"),
      (words.payWith, payment.method == .card ? words.card : words.account),
    ]
    for refund in payment.refunds {
      rows.append((words.refunded, words.money(refund.amount, payment.currency) + " · " + time(refund.at) + " UTC"))
    }
    let list = rows.map { "<div><dt>\(escaped($0.0))</dt><dd>\(escaped($0.1))</dd></div>" }.joined()
    return page(
      words, title: words.receipt, place: "/receipts/" + payment.id,
      "<h1>\(escaped(words.receipt))</h1>\(summary(payment, words, isHeading: false))<dl>\(list)</dl>")
  }

  static func mistake(_ words: SandboxWords, _ title: String, status: Int) -> HTTPResponse {
    page(
      words, title: title, place: "/", status: status,
      "<h1>\(escaped(title))</h1><p>\(escaped(words.startAgain))</p>")
  }

  private static func summary(_ payment: SandboxPayment, _ words: SandboxWords, isHeading: Bool = true) -> String {
    let tag = isHeading ? "h1" : "p"
    return """
      <section class="sum"><\(tag) class="name">\(escaped(payment.name))</\(tag)>
      <p class="amount">\(escaped(words.money(payment.amount, payment.currency)))</p>
      <p class="code">\(escaped(words.order)) \(escaped(payment.order))</p></section>
      """
  }

  private static func method(_ value: String, _ name: String, _ note: String, isChosen: Bool) -> String {
    """
    <label class="method"><input type="radio" name="method" value="\(value)"\(isChosen ? " checked" : "")>
    <span><b>\(escaped(name))</b><small>\(escaped(note))</small></span></label>
    """
  }

  private static func select(_ name: String, _ options: [(String, String)]) -> String {
    let items = options.map { "<option value=\"\($0.0)\">\(escaped($0.1))</option>" }
    return "<select name=\"\(name)\">\(items.joined())</select>"
  }

  /// `2026-12-01 09:30` in Korea.
  private static func time(_ milliseconds: Int64) -> String {
    let text = Timestamp(milliseconds: milliseconds).adding(milliseconds: 9 * 3_600_000).iso8601
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }

  private static func origin(_ url: String?) -> String? {
    guard let url else { return nil }
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? parts[0] + "//" + parts[2] : nil
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
