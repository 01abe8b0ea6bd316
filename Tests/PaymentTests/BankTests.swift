import Testing

@testable import Payment

@Suite struct BankTests {
  @Test(
    arguments: [
      ("신한은행", "088"), ("신한", "088"), (" 신한 은행 ", "088"), ("088", "088"), ("88", "088"), ("SHINHAN", "088"),
      ("shinhan", "088"), ("KB국민은행", "004"), ("국민", "004"), ("4", "004"), ("04", "004"), ("NH농협", "011"),
      ("농협", "011"), ("지역농·축협", "012"), ("카카오뱅크", "090"), ("K뱅크", "089"), ("K_BANK", "089"), ("k bank", "089"),
      ("iM뱅크", "031"), ("대구은행", "031"), ("SC제일은행", "023"), ("제일", "023"), ("우체국", "071"), ("새마을금고", "045"),
      ("씨티은행", "027"), ("SBI 저축은행", "050"), ("마루은행", nil), ("은행", nil), ("", nil), ("  ", nil), ("0", nil),
      ("999", nil), ("0088", nil), ("신한카드", nil), ("BANK_NOWHERE", nil), ("しんはん", nil), ("088은행", nil),
    ] as [(String, String?)])
  func aBankIsKnownByItsNamesAndCodes(text: String, code: String?) {
    #expect(Bank(text)?.code == code)
  }

  /// No name leads to two banks, and each bank is found by all that it is called.
  @Test func everyNameIsOfOneBank() {
    for bank in Bank.all {
      #expect(bank.code.utf8.count == 3)
      for text in [bank.code, String(bank.code.dropFirst()), bank.word] + bank.names { #expect(Bank(text) == bank) }
      #expect(bank.inicisCode.utf8.count == 2)
    }
    #expect(Set(Bank.all.map(\.code)).count == Bank.all.count)
    #expect(Set(Bank.all.map(\.word)).count == Bank.all.count)
    #expect(Bank("씨티")?.inicisCode == "53" && Bank("신한")?.inicisCode == "88" && Bank("국민")?.inicisCode == "04")
  }

  @Test func endlessTextIsNoBank() {
    #expect(Bank(String(repeating: "신", count: 100_000)) == nil)
  }
}
