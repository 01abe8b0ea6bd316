import Wire

/// The document of the checkout.
struct CheckoutDocument {
  let words: CheckoutWords
  var title: String
  var status: Int
  var order: CheckoutOrder?
  /// nil: there is nothing to do here but to go back.
  var form: CheckoutFields?
  /// The app's place.
  var back: String?

  var response: HTTPResponse {
    HTTPResponse(
      status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff", "Vary": "Accept-Language", "X-Robots-Tag": "noindex",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()", "Content-Security-Policy": policy,
      ], body: Array(text.utf8))
  }

  /// Nothing but what this document needs; the first of a name counts.
  private var policy: String {
    let more = form?.policy ?? ["form-action 'none'", "script-src 'none'"]
    let own = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
    let style = more.contains { $0.hasPrefix("style-src") } ? [] : ["style-src 'self'"]
    return (own + more + style).joined(separator: "; ")
  }

  private var text: String {
    let scripts = (form?.scripts ?? []).map { "<script src=\"\($0)\" defer></script>" }.joined()
    let languages = [("ko", "한국어"), ("en", "English"), ("ja", "日本語")].map { code, name in
      code == words.language
        ? "<b lang=\"\(code)\" aria-current=\"true\">\(name)</b>"
        : "<a lang=\"\(code)\" hreflang=\"\(code)\" href=\"?lang=\(code)\">\(name)</a>"
    }
    return """
      <!doctype html><html lang="\(words.language)"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
      <title>\(Self.escaped(title)) – \(Self.escaped(words.service))</title>
      <link rel="stylesheet" href="/checkout/checkout.css">\(scripts)</head><body>
      <header><strong>\(Self.escaped(words.service))</strong>
      <nav aria-label="Language">\(languages.joined())</nav></header>
      <main><h1>\(Self.escaped(title))</h1>
      \(summary)\(pay)
      \(back.map { "<a class=\"back\" href=\"\(Self.escaped($0))\">\(Self.escaped(words.back))</a>" } ?? "")
      </main></body></html>
      """
  }

  private var summary: String {
    guard let order else { return "" }
    return """
      <section class="sum"><p class="name">\(Self.escaped(order.title))</p>
      <p class="amount">\(Self.escaped(words.money(order)))</p>
      <p class="code">\(Self.escaped(words.order)) \(Self.escaped(order.code))</p></section>
      """
  }

  private var pay: String {
    guard let form, let order else { return "" }
    let hidden = form.fields.map {
      "<input type=\"hidden\" name=\"\(Self.escaped($0.name))\" value=\"\(Self.escaped($0.value))\">"
    }
    let action = form.action.map { " method=\"post\" action=\"\(Self.escaped($0))\"" } ?? ""
    let language = form.action == nil ? "" : "<input type=\"hidden\" name=\"lang\" value=\"\(words.language)\">"
    let missing = form.scripts.isEmpty ? "" : "<noscript><p>\(Self.escaped(words.noScript))</p></noscript>"
    return """
      <form\(action) data-missing="\(Self.escaped(words.missing))" data-failed="\(Self.escaped(words.failed))">
      \(hidden.joined())\(language)
      <fieldset><legend>\(Self.escaped(words.method))</legend>
      \(choice(form.method.name, form.method.card, words.card, "", isChosen: true))
      \(account(form, order))
      </fieldset><p role="alert"></p>\(missing)
      <button>\(Self.escaped(words.pay(words.money(order))))</button></form>
      """
  }

  private func account(_ form: CheckoutFields, _ order: CheckoutOrder) -> String {
    guard let value = form.method.account, let until = order.depositUntil else { return "" }
    let text = until.adding(milliseconds: 9 * 3_600_000).iso8601
    let time = "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) KST"
    return choice(form.method.name, value, words.account, words.accountNote(time), isChosen: false)
  }

  private func choice(_ name: String, _ value: String, _ title: String, _ note: String, isChosen: Bool) -> String {
    """
    <label class="method"><input type="radio" name="\(name)" value="\(value)"\(isChosen ? " checked" : "")>
    <span><b>\(Self.escaped(title))</b>\(note.isEmpty ? "" : "<small>\(Self.escaped(note))</small>")</span></label>
    """
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
