import Testing

@testable import Payment

@Suite struct CurrencyTests {
  @Test(arguments: [("KRW", 0), ("JPY", 0), ("USD", 2), ("EUR", 2), ("KWD", 3), ("CLF", 4), ("CLP", 0), ("UYW", 4)])
  func decimalsAreThoseOfTheStandard(code: String, decimals: Int) throws {
    #expect(try #require(Currency(code)).decimals == decimals)
  }

  @Test func smallLettersAreTheSameCurrency() { #expect(Currency("krw") == .won) }

  @Test(arguments: ["", "KR", "KRWW", "XAU", "XSU", "XTS", "XDR", "W N", "원화", "12 ", "K\u{0}W"])
  func whatIsNoCurrencyIsRefused(code: String) { #expect(Currency(code) == nil) }

  @Test func noCodeStandsTwice() {
    let codes = Currency.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.count == 166)
    for currency in Currency.all { #expect(Currency(currency.code) == currency) }
  }
}

@Suite struct MoneyTests {
  private func units(_ text: String, _ code: String) -> Int64? {
    Currency(code).flatMap { Money(decimal: text, $0)?.amount }
  }

  @Test(
    arguments: [
      ("50000", "KRW", 50_000), ("50000.0", "KRW", 50_000), ("5e4", "KRW", 50_000), ("5.0E+4", "KRW", 50_000),
      ("500000e-1", "KRW", 50_000), ("0", "KRW", 0), ("10.5", "USD", 1_050), ("10.50", "USD", 1_050),
      ("10.500", "USD", 1_050), ("0.001", "KWD", 1), ("9223372036854775807", "KRW", .max), ("0e99", "USD", 0),
      ("00012.30", "USD", 1_230),
    ] as [(String, String, Int64)])
  func exactTextsAreRead(text: String, code: String, amount: Int64) { #expect(units(text, code) == amount) }

  @Test(arguments: [
    ("", "KRW"), ("-1", "KRW"), ("+1", "KRW"), ("1.5", "KRW"), ("0.1", "JPY"), ("1.005", "USD"), (".5", "USD"),
    ("5.", "USD"), ("5e", "USD"), ("5e+", "USD"), ("1 000", "KRW"), ("1,000", "KRW"), ("1e19", "KRW"),
    ("9223372036854775808", "KRW"), ("92233720368547758.08", "USD"), ("1e999999999999", "KRW"), ("NaN", "KRW"),
    ("0x10", "KRW"), ("1e-1", "KRW"), ("٣", "KRW"),
  ])
  func everythingElseIsRefused(text: String, code: String) { #expect(units(text, code) == nil) }

  @Test func longTextsEnd() {
    #expect(units(String(repeating: "9", count: 100_000), "KRW") == nil)
    #expect(units("1." + String(repeating: "0", count: 60), "KRW") == 1)
  }

  @Test(
    arguments: [
      (50_000, "KRW", "50000"), (1_050, "USD", "10.50"), (5, "USD", "0.05"), (-5, "USD", "-0.05"), (1, "KWD", "0.001"),
      (0, "USD", "0.00"), (.min, "USD", "-92233720368547758.08"),
    ] as [(Int64, String, String)])
  func amountsPrintWithTheirDecimals(amount: Int64, code: String, text: String) throws {
    #expect(Money(amount, try #require(Currency(code))).decimal == text)
  }

  @Test func whatIsPrintedIsReadBack() {
    for currency in Currency.all {
      for amount: Int64 in [0, 1, 9, 10, 99, 1_234, 100_000, .max] {
        #expect(Money(decimal: Money(amount, currency).decimal, currency)?.amount == amount)
      }
    }
  }
}
