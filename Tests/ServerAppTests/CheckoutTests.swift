import Domain
import Testing
import Wire

@testable import ServerApp

struct CheckoutTests {
  private let link = CheckoutLink(key: Array("a key of the server".utf8))
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func claims(_ place: String = "reservations/r1", minutes: Int64 = 10) throws -> CheckoutLink.Claims {
    CheckoutLink.Claims(
      app: .eyemon, order: "O-1", place: try #require(CheckoutPlace(place, of: .eyemon)),
      expiresAt: now.adding(milliseconds: minutes * 60_000))
  }

  private func pages(_ provider: CheckoutProvider?, isOpen: Bool = true) -> CheckoutPages {
    CheckoutPages(
      link: link, publicOrigin: nil, clock: { [now] in now },
      order: { code in
        guard code == "O-1" else { return nil }
        var order = CheckoutOrder(
          code: code, title: "<i>진료비</i>", amount: 30_000, currency: "KRW", amountText: "30000", isOpen: isOpen)
        order.provider = provider
        order.depositUntil = Timestamp(milliseconds: 1_800_003_600_000)
        return order
      },
      returned: { _ in })
  }

  private func get(
    _ pages: CheckoutPages, _ target: String, _ headers: HTTPHeaders = ["Host": "127.0.0.1:8080"]
  ) async throws -> HTTPResponse? {
    try await pages.answer(HTTPRequest(.get, target: target, headers: headers))
  }

  private let sandbox = CheckoutProvider.sandbox(origin: "http://127.0.0.1:8090", isV2: false)

  @Test func placesAreOfAFixedList() {
    #expect(CheckoutPlace("/eyemon/reservations/abc-1", of: .eyemon)?.path == "reservations/abc-1")
    #expect(CheckoutPlace("orders/O_1", of: .eyemon)?.path == "orders/O_1")
    for text in [
      "", "/", "//evil.example", "https://evil.example", "/eyemon-doctor/reservations", "reservations/../x",
      "reservations/a/b/c/d", "reservations/",
      "reservations/a?x", "reservations/%2F", "sign-in", "reservations/a\r\nX: y", "reservations\\a",
    ] {
      #expect(CheckoutPlace(text, of: .eyemon) == nil)
    }
  }

  @Test func addressOpensOnlyWhatItWasMadeFor() throws {
    let claims = try claims()
    let path = link.path(claims)
    let parts = path.split(separator: "/")
    #expect(parts.count == 3 && parts[0] == "checkout" && parts[1] == "eyemon")
    #expect(link.read(parts[2], app: "eyemon") == claims)
    #expect(link.read(parts[2], app: "eyemon-doctor") == nil)
    #expect(CheckoutLink(key: [1]).read(parts[2], app: "eyemon") == nil)
    #expect(link.read(parts[2].dropLast(), app: "eyemon") == nil)
    for token in ["", ".", "a.b", String(repeating: "a", count: 2_000)] {
      #expect(link.read(token[...], app: "eyemon") == nil)
    }
  }

  @Test func practiceNeedsNoScriptAtAll() async throws {
    let answer = try #require(try await get(pages(sandbox), link.path(try claims())))
    let text = String(decoding: answer.body, as: UTF8.self)
    let policy = answer.headers["Content-Security-Policy"] ?? ""
    #expect(answer.status == 200 && !text.contains("<script") && policy.contains("script-src 'none'"))
    #expect(policy.contains("form-action http://127.0.0.1:8090;") && policy.hasPrefix("default-src 'none'"))
    #expect(text.contains("action=\"http://127.0.0.1:8090/checkout\"") && text.contains("30,000원 결제하기"))
    #expect(text.contains("&lt;i&gt;진료비") && !text.contains("<i>진료비"))
    #expect(text.contains("name=\"notice_url\" value=\"http://127.0.0.1:8080/v1/payments/webhooks/portone-v1\""))
    #expect(answer.headers["Set-Cookie"] == nil && answer.headers["Referrer-Policy"] == "no-referrer")
  }

  @Test func scriptOfPortOneComesFromOnePlace() async throws {
    for (provider, script) in [
      (CheckoutProvider.portOneV1(code: "imp1", channel: nil), "https://cdn.iamport.kr"),
      (.portOneV2(store: "s", channel: "c"), "https://cdn.portone.io"),
    ] {
      let answer = try #require(try await get(pages(provider), link.path(try claims())))
      let policy = answer.headers["Content-Security-Policy"] ?? ""
      #expect(policy.contains("script-src 'self' \(script);"))
      #expect(!policy.contains("unsafe-eval") && !policy.contains("script-src 'none'"))
      #expect(String(decoding: answer.body, as: UTF8.self).contains("<script src=\"\(script)/"))
    }
  }

  /// Payment companies refuse some ways to pay to whoever has neither.
  @Test(arguments: [false, true]) func whoPaysIsHandedOnAsFarAsItIsKnown(isKnown: Bool) async throws {
    for (isV2, names) in [
      (false, ["buyer_name", "buyer_email", "buyer_tel"]), (true, ["customerName", "customerEmail", "customerPhone"]),
    ] {
      var order = CheckoutOrder(
        code: "O-1", title: "t", amount: 1, currency: "KRW", amountText: "1", isOpen: true)
      if isKnown {
        (order.buyerName, order.buyerEmail, order.buyerPhone) = ("하늘", "sky@example.com", "01012345678")
      }
      let provider = CheckoutProvider.sandbox(origin: "https://x", isV2: isV2)
      let fields = CheckoutFields(order: order, provider: provider, here: "", origin: "").fields
      let values = names.map { name in fields.first { $0.name == name }?.value }
      #expect(values == (isKnown ? ["하늘", "sky@example.com", "01012345678"] : [nil, nil, nil]))
    }
  }

  @Test func pageSaysWhyNothingCanBePaid() async throws {
    func page(_ pages: CheckoutPages, _ path: String) async throws -> (Int, Bool, Bool) {
      let answer = try #require(try await get(pages, path))
      let text = String(decoding: answer.body, as: UTF8.self)
      return (answer.status, text.contains("<form"), text.contains("href=\"/eyemon/reservations/r1\""))
    }
    #expect(try await page(pages(sandbox, isOpen: false), link.path(try claims())) == (200, false, true))
    #expect(try await page(pages(sandbox), link.path(try claims(minutes: -1))) == (200, false, true))
    #expect(try await page(pages(nil), link.path(try claims())) == (404, false, true))
    #expect(try await page(pages(sandbox), "/checkout/eyemon/a.b") == (404, false, false))
  }

  @Test func wayBackBelievesNothing() async throws {
    let path = link.path(try claims(minutes: -600)) + "/return?imp_success=true&imp_uid=x&to=https://evil.example"
    let answer = try #require(try await get(pages(sandbox), path))
    #expect(answer.status == 303 && answer.headers["Location"] == "/eyemon/reservations/r1?order=O-1")
  }

  @Test func otherPathsAreNotItsOwn() async throws {
    #expect(try await get(pages(sandbox), "/eyemon/") == nil)
    #expect(try await get(pages(sandbox), "/checkout/eyemon") == nil)
    #expect(try await pages(sandbox).answer(HTTPRequest(.post, link.path(try claims()))) == nil)
    #expect(try await get(pages(sandbox), "/checkout/checkout.css")?.status == 200)
  }

  @Test func wordsFollowTheBrowser() async throws {
    for (language, word) in [("en-GB,en", "Pay ₩30,000"), ("ja", "を支払う"), ("fr", "결제하기")] {
      let answer = try #require(
        try await get(pages(sandbox), link.path(try claims()), ["Host": "x", "Accept-Language": language]))
      #expect(String(decoding: answer.body, as: UTF8.self).contains(word))
    }
  }
}
