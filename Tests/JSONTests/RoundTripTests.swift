import JSON
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: [
    #"{"a":[1,-0,1.5e+3,"x\n\"\\",true,false,null,{}],"한글":"😀"}"#, "[]", "0", #""""#, "[[[]]]",
  ])
  func compactTextPrintsAsItWasRead(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
  }

  @Test func surrogatePairsBecomeOneCharacter() throws {
    #expect(try JSONValue(parsing: #""\ud83d\uDE00\u00e9\u0000""#) == "😀é\u{0}")
  }
}
