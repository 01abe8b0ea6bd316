import Seeded
import Testing
import Wire

@Suite struct QueryTests {
  @Test(
    arguments: [
      ("", []), ("a=b", [.init("a", "b")]), ("a", [.init("a", "")]), ("a=", [.init("a", "")]), ("=b", [.init("", "b")]),
      ("&&a=b&", [.init("a", "b")]), ("a=b=c", [.init("a", "b=c")]), ("a=1&a=2", [.init("a", "1"), .init("a", "2")]),
      ("a+b=%2B+%20", [.init("a b", "+  ")]), ("n=%EB%88%88", [.init("n", "눈")]), ("n=눈", [.init("n", "눈")]),
      ("a=%zz&b=%4&c=%", [.init("a", "%zz"), .init("b", "%4"), .init("c", "%")]), ("a=%FF+1", [.init("a", "%FF+1")]),
      ("a%3Db=%26", [.init("a=b", "&")]),
    ] as [(String, [Query.Item])])
  func readsPairs(text: String, items: [Query.Item]) {
    #expect(Query(parsing: text).items == items)
  }

  @Test func printsWhatReadsBack() {
    let query: Query = ["a b": "1+1=2&x", "눈": "😀", "": "", "~.-_": "%41"]
    #expect(Query(parsing: query.text) == query)
    #expect(query.text == "a+b=1%2B1%3D2%26x&%EB%88%88=%F0%9F%98%80&=&~.-_=%2541")
  }

  @Test func firstValueCounts() {
    let query = Query(parsing: "a=1&a=2&b=")
    #expect(query["a"] == "1")
    #expect(query["b"] == "")
    #expect(query["c"] == nil)
  }

  @Test func everyByteOfAValueSurvives() {
    let text = String(decoding: (0..<128).map { UInt8($0) }, as: UTF8.self) + "\u{7FF}\u{FFFF}\u{10FFFF}"
    #expect(Query(parsing: Query([.init(text, text)]).text).items == [.init(text, text)])
  }

  @Test func targetsSplitAtTheFirstQuestionMark() {
    let request = HTTPRequest(.get, target: "/a%20b?x=1?2&y=%3F")
    #expect(request.path == "/a%20b")
    #expect(request.query == ["x": "1?2", "y": "?"])
    #expect(HTTPRequest(.get, target: request.target) == request)
    #expect(HTTPRequest(.get, target: "/").target == "/")
    #expect(HTTPRequest(.get, target: "?").path == "")
  }
}

@Suite struct PercentEncodingTests {
  @Test func escapesAllButUnreserved() {
    #expect(PercentEncoding.encode(segment: "aZ09-._~") == "aZ09-._~")
    #expect(PercentEncoding.encode(segment: "a/b?c#d %+눈\u{0}") == "a%2Fb%3Fc%23d%20%25%2B%EB%88%88%00")
  }

  @Test func decodesBothCases() {
    #expect(PercentEncoding.decode(segment: "a%2fb%2F+") == "a/b/+")
    #expect(PercentEncoding.decode(segment: "눈%EB%88%88") == "눈눈")
  }

  @Test(arguments: ["%", "a%4", "%zz", "%4g", "%FF", "%C0%80", "%ED%A0%80", "%EB%88", "%%41"])
  func refusesBrokenEscapesAndBytes(segment: String) {
    #expect(PercentEncoding.decode(segment: segment) == nil)
  }

  @Test func randomSegmentsReadBack() {
    var generator = SeededRandom(seed: 3)
    for _ in 0..<2_000 {
      let scalars = (0..<generator.below(12)).compactMap { _ in
        Unicode.Scalar(UInt32(generator.below(0x11_0000)))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let decoded = PercentEncoding.decode(segment: PercentEncoding.encode(segment: text))
      #expect(decoded.map { Array($0.unicodeScalars) } == scalars)
    }
  }
}
