import Domain
import Testing

struct PhoneNumberTests {
  @Test(arguments: [
    "01012345678", "010-1234-5678", "010 1234 5678", "(010) 1234.5678", "+82 10-1234-5678", "+821012345678",
    "+82 (0)10 1234 5678", "82-10-1234-5678", "0082 10 1234 5678", "1012345678", "０１０１２３４５６７８",
    "\u{202A}010-1234-5678\u{202C}", "＋８２ 10 1234 5678", " 010\u{3000}1234‐5678 ",
  ])
  func everyWayOfWritingItIsOneNumber(written: String) {
    #expect(PhoneNumber(written)?.text == "+821012345678")
  }

  @Test(arguments: [
    ("011-234-5678", "+82112345678"), ("019-1234-5678", "+821912345678"), ("+1 202 555 0123", "+12025550123"),
    ("+81 90-1234-5678", "+819012345678"),
  ])
  func otherNumbersAreReadAsWell(written: String, text: String) {
    #expect(PhoneNumber(written)?.text == text)
  }

  @Test(arguments: [
    "", "+", "010", "010-1234-567", "010-1234-56789", "02-123-4567", "0212345678", "+82 2 123 4567", "012-1234-5678",
    "abc", "010-1234-567a", "010+12345678", "++821012345678", "+0101234567", "+1234567", "+1234567890123456",
    "010-1234-5678;ext=1", "0101234567８９", "٠١٠١٢٣٤٥٦٧٨", String(repeating: "1", count: 10_000), "5551234567",
  ])
  func whatIsNoMobileNumberIsRefused(written: String) {
    #expect(PhoneNumber(written) == nil)
  }

  @Test func aListShowsTheEndOnly() {
    #expect(PhoneNumber("01012345678")?.masked == "+82******5678")
    #expect(PhoneNumber("+12025550123")?.masked == "+1******0123")
    #expect(PhoneNumber("01012345678")?.belongs(to: "82") == true)
    #expect(PhoneNumber("+12025550123")?.belongs(to: "82") == false)
  }
}
