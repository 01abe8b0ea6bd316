import Domain
import FeatureCore
import Testing

private typealias Tag = FeatureCore.Tag

@Suite struct WordsTests {
  @Test func aTextIsSaidInTheLanguageAskedFor() {
    #expect(Language.allCases.map { $0.say("가", "a", "あ") } == ["가", "a", "あ"])
  }

  @Test func aTagGivesWhatFollowsItsPrefix() {
    #expect(Tag("account/check/마루@example.com").remainder(after: "account/check/") == "마루@example.com")
    #expect(Tag("account/check").remainder(after: "account/check/") == nil)
    #expect(Tag("account/").remainder(after: "account/") == "")
    #expect(Tag("chat/rooms").isUnder("chat/"))
    #expect(!Tag("chats").isUnder("chat/"))
  }
}
