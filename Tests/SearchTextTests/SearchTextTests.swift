import SearchText
import Seeded
import Testing

struct SearchTextTests {
  @Test(arguments: [
    ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
    ("가", "\u{1100}\u{1161}"), ("각", "\u{AC00}\u{11A8}"),
    ("が", "か\u{3099}"), ("ポ", "ホ\u{309A}"), ("ヴ", "ウ\u{3099}"),
    ("é", "e\u{301}"), ("ÉCOLE", "e\u{301}cole"), ("ệ", "e\u{323}\u{302}"), ("ệ", "e\u{302}\u{323}"),
    ("Å", "\u{212B}"), ("Å", "a\u{30A}"), ("Ω", "\u{2126}"), ("豈", "\u{F900}"),
    ("Straße", "STRASSE"), ("STRA\u{1E9E}E", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ſ", "S"), ("K", "\u{212A}"),
    ("İ", "i\u{307}"),
    ("ﬁ", "FI"), ("ǅ", "ǆ"), ("a\tb", "A \u{3000}\n b"), ("❤", "❤\u{FE0F}"), ("so\u{AD}ft", "soft"), (" a ", "A"),
  ])
  func whatLooksAlikeIsAlike(one: String, other: String) {
    #expect(SearchText(one) == SearchText(other))
  }

  @Test(arguments: [("가", "나"), ("か", "が"), ("e", "é"), ("하", "한"), ("ab", "a b"), ("ハ", "バ")])
  func whatDiffersStaysDifferent(one: String, other: String) {
    #expect(SearchText(one) != SearchText(other))
  }

  @Test func whatIsNotDrawnIsNothing() {
    for text in ["", " ", "\n\t\u{3000}", "\u{200B}\u{FE0F}\u{AD}"] {
      #expect(SearchText(text).isEmpty)
      #expect(SearchText(text).grams == [])
      #expect(SearchText(text).neededGrams == [])
      #expect(SearchText(text).gramsOfFirst == nil)
    }
  }

  @Test func oneLetterIsFoundWhereverItStands() throws {
    for text in ["가", "가나", "나가", "나가다"] {
      let range = try #require(SearchText("가").gramsOfFirst)
      #expect(SearchText(text).grams.contains { range.contains($0) })
    }
    let range = try #require(SearchText("가").gramsOfFirst)
    #expect(!SearchText("각나다").grams.contains { range.contains($0) })
    #expect(SearchText("가").neededGrams == [])
  }

  /// Whatever contains a text has all of its grams; whatever lacks one does not contain it.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func gramsNeverMissWhatIsThere(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("가나다 abAB か\u{3099}e\u{301}👍🏽".unicodeScalars)
    func text(_ most: Int) -> String {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...most, using: &random) {
        scalars.append(letters[Int.random(in: 0..<letters.count, using: &random)])
      }
      return String(scalars)
    }
    for _ in 0..<500 {
      let (whole, part) = (SearchText(text(20)), SearchText(text(3)))
      let naive = part.isEmpty || isPart(part.scalars, of: whole.scalars)
      #expect(whole.contains(part) == naive)
      guard naive else { continue }
      #expect(whole.signature & part.signature == part.signature)
      let grams = whole.grams
      #expect(grams == grams.sorted() && Set(grams).count == grams.count)
      #expect(part.neededGrams.allSatisfy { grams.contains($0) })
      if let range = part.gramsOfFirst { #expect(grams.contains { range.contains($0) }) }
    }
  }

  private func isPart(_ part: [Unicode.Scalar], of whole: [Unicode.Scalar]) -> Bool {
    whole.indices.contains { whole[$0...].starts(with: part) }
  }
}
