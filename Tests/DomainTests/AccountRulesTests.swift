import Domain
import Testing

@Suite struct AccountRulesTests {
  @Test(arguments: ["a@b.co", "first.last+tag@sub.example.com", "한글@예시.한국", "x@y.z"])
  func acceptsUsualEmail(email: String) {
    #expect(AccountRules.fault(email: email) == nil)
  }

  @Test(arguments: [
    "a", "a@b", "@b.co", "a@", "a@@b.co", "a@b@c.co", "a b@c.co", "a@b.co ", " a@b.co", "a@.co", "a@b.", "a@b..co",
    "a@b\t.co", "a@b.co\n", "a\u{3000}@b.co",
  ])
  func refusesWhatIsNoEmail(email: String) {
    #expect(AccountRules.fault(email: email) == .malformed)
  }

  @Test func emailHasAnEnd() {
    let domain = "@example.com"
    #expect(AccountRules.fault(email: "") == .empty)
    #expect(AccountRules.fault(email: String(repeating: "a", count: 254 - domain.utf8.count) + domain) == nil)
    #expect(AccountRules.fault(email: String(repeating: "a", count: 255 - domain.utf8.count) + domain) == .tooLong)
  }

  @Test func passwordSaysAllThatIsMissing() {
    #expect(AccountRules.faults(password: "") == [.tooShort, .noLetter, .noDigit, .noSpecial])
    #expect(AccountRules.faults(password: "abcdefgh") == [.noDigit, .noSpecial])
    #expect(AccountRules.faults(password: "abc123!") == [.tooShort])
    #expect(AccountRules.faults(password: "12345678!") == [.noLetter])
    #expect(AccountRules.faults(password: "가나다라마바사아") == [.noLetter, .noDigit, .noSpecial])
    #expect(AccountRules.faults(password: "abcd 1234") == [.noSpecial])
  }

  @Test(arguments: ["abcd123!", "A1~bcdef", "가나다a1!바사"])
  func acceptsStrongPassword(password: String) {
    #expect(AccountRules.faults(password: password).isEmpty)
  }

  @Test func passwordHasAnEnd() {
    #expect(AccountRules.faults(password: "a1!" + String(repeating: "x", count: 125)).isEmpty)
    #expect(AccountRules.faults(password: "a1!" + String(repeating: "x", count: 126)) == [.tooLong])
    // Characters count, whatever they take in UTF-8.
    #expect(AccountRules.faults(password: "a1!" + String(repeating: "가", count: 125)).isEmpty)
    #expect(AccountRules.faults(password: "a1!" + String(repeating: "가", count: 126)) == [.tooLong])
  }

  @Test(arguments: Array(".,?*-@+^$[]{}()|\\ \t\n\u{3000}\u{A0}\u{200B}"))
  func refusesSignsAndBlanksInNickname(sign: Character) {
    #expect(AccountRules.fault(nickname: "눈\(sign)닥터") == .forbiddenCharacter)
  }

  @Test(arguments: ["눈닥터", "Dr_Kim", "a", "👨‍👩‍👧‍👦가족", "山田", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "مريم"])
  func acceptsUsualNickname(nickname: String) {
    #expect(AccountRules.fault(nickname: nickname) == nil)
  }

  @Test(arguments: [
    "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{3164}", "\u{61C}", "\u{180E}", "\u{200D}", "\u{FE0F}\u{200D}", "\u{2063}",
    "\u{2800}", "\u{E0041}", "눈\u{2066}닥터", "눈\u{202E}닥터", "눈\u{206F}닥터",
  ])
  func refusesNicknamesThatHide(nickname: String) {
    #expect(AccountRules.fault(nickname: nickname) == .forbiddenCharacter)
  }

  @Test func nicknameHasTwoEnds() {
    #expect(AccountRules.fault(nickname: "") == .empty)
    #expect(AccountRules.fault(nickname: String(repeating: "가", count: 30)) == nil)
    #expect(AccountRules.fault(nickname: String(repeating: "가", count: 31)) == .tooLong)
    #expect(AccountRules.fault(nickname: "a" + String(repeating: "\u{301}", count: 300)) == .tooLong)
  }
}
