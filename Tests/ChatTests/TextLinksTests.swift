import Testing

@testable import Chat

@Suite struct TextLinksTests {
  private func links(_ text: String) -> String { TextLinks.parts(text).map(mark).joined() }

  @Test(arguments: [
    ("https://maru.kr", "<https://maru.kr>"),
    ("보세요 http://maru.kr/a?b=c#d 네", "보세요 <http://maru.kr/a?b=c#d> 네"),
    ("HTTPS://Maru.KR/A", "<HTTPS://Maru.KR/A>"),
    ("www.maru.kr로", "<www.maru.kr|https://www.maru.kr>로"),
    ("여기https://maru.kr", "여기<https://maru.kr>"),
    ("https://a.kr https://b.kr", "<https://a.kr> <https://b.kr>"),
    ("https://a.kr:8080/x", "<https://a.kr:8080/x>"),
  ])
  func addressesAreFound(_ text: String, _ marked: String) { #expect(links(text) == marked) }

  @Test(arguments: [
    ("https://maru.kr에서 봐요", "<https://maru.kr>에서 봐요"),
    ("https://maru.kr/home으로", "<https://maru.kr/home>으로"),
    ("https://maru.kr/?q=1은", "<https://maru.kr/?q=1>은"),
    ("https://ko.wikipedia.org/wiki/한국", "<https://ko.wikipedia.org/wiki/한국>"),
    ("https://maru.kr/검색?q=눈_건강 참고", "<https://maru.kr/검색?q=눈_건강> 참고"),
    ("https://한국.kr/안내", "<https://한국.kr/안내>"),
    ("https://maru.kr/を見て", "<https://maru.kr/を見て>"),
  ])
  func particlesAreNoPartOfAnAddress(_ text: String, _ marked: String) { #expect(links(text) == marked) }

  @Test(arguments: [
    ("https://maru.kr.", "<https://maru.kr>."), ("(https://maru.kr)", "(<https://maru.kr>)"),
    ("https://maru.kr/a_(b)", "<https://maru.kr/a_(b)>"), ("https://maru.kr/a), 네", "<https://maru.kr/a>), 네"),
    ("https://maru.kr!!", "<https://maru.kr>!!"), ("\"https://maru.kr\"", "\"<https://maru.kr>\""),
    ("https://maru.kr、次", "<https://maru.kr>、次"), ("https://maru.kr/」", "<https://maru.kr/>」"),
    ("<https://maru.kr>", "<<https://maru.kr>>"),
  ])
  func punctuationAroundStaysOutside(_ text: String, _ marked: String) { #expect(links(text) == marked) }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "https://", "https://은 주소예요", "http://localhost", "https://a..kr",
    "https://.kr", "xhttps://maru.kr", "https://bank.kr@evil.kr", "https://bank.kr:x@evil.kr", "www.", "maru.kr",
    "ftp://maru.kr", "https:/maru.kr", "file:///etc/passwd",
  ])
  func nothingElseBecomesALink(_ text: String) { #expect(links(text) == text) }

  @Test func whatTurnsTheTextAroundEndsTheAddress() {
    #expect(links("https://maru.kr/\u{202E}gnp.exe") == "<https://maru.kr/>\u{202E}gnp.exe")
    #expect(links("https://maru.kr/\u{200B}x") == "<https://maru.kr/>\u{200B}x")
  }

  @Test func noTextIsLostWhateverItHolds() {
    for text in [
      "", "https://", "🙂https://a.kr🙂", "한", "\u{0}https://a.kr\n다음", "wwww.a.kr", "https://a.kr/\u{1112}\u{1161}",
    ] {
      let joined = TextLinks.parts(text).joined
      #expect(Array(joined.utf8) == Array(text.utf8), "\(text)")
    }
  }

  @Test func whoIsMeantIsMarked() {
    let parts = MessageText.parts("@한지우 선생님, @한지 @서연?", mentioning: ["한지우", "서연", "한지"])
    #expect(parts.map(mark).joined() == "«@한지우» 선생님, «@한지» «@서연»?")
  }

  @Test func matchesAreFoundInEverySpelling() {
    #expect(MessageText.matches("Eye eye EYE", of: "eye").map(mark).joined() == "[Eye] [eye] [EYE]")
    #expect(MessageText.matches("\u{1112}\u{1161}\u{11AB}글", of: "한").map(mark).joined().hasPrefix("["))
    #expect(MessageText.matches("글", of: "").map(mark).joined() == "글")
  }
}
