import Testing
import Wire

@testable import Files

@Suite struct ConditionsTests {
  private let conditions = Conditions(tag: "\"a\"", modified: Timestamp(milliseconds: 784_111_777_900))
  private let same = "Sun, 06 Nov 1994 08:49:37 GMT"
  private let before = "Sun, 06 Nov 1994 08:49:36 GMT"
  private let after = "Sun, 06 Nov 1994 08:49:38 GMT"

  private func judge(_ fields: HTTPHeaders, _ method: HTTPMethod = .get) -> Conditions.Verdict {
    conditions.judge(HTTPRequest(method, "/", headers: fields))
  }

  @Test func withoutConditionsTheAnswerMayBeAPart() {
    #expect(judge([:]) == .answer(mayBePart: true))
    #expect(judge([:], .head) == .answer(mayBePart: false))
  }

  @Test func tagsAreComparedStronglyOrWeaklyAsTheFieldWants() {
    #expect(judge(["If-Match": "\"b\", \"a\""]) == .answer(mayBePart: true))
    #expect(judge(["If-Match": "W/\"a\""]) == .failed)
    #expect(judge(["If-None-Match": "W/\"a\""]) == .notModified)
    #expect(judge(["If-None-Match": "\"b\",, W/\"c\""]) == .answer(mayBePart: true))
    #expect(judge(["If-None-Match": "a"]) == .answer(mayBePart: true))
    #expect(judge(["If-None-Match": "*"], .put) == .failed)
  }

  @Test func datesAreComparedBySeconds() {
    #expect(judge(["If-Modified-Since": same]) == .notModified)
    #expect(judge(["If-Modified-Since": before]) == .answer(mayBePart: true))
    #expect(judge(["If-Unmodified-Since": same]) == .answer(mayBePart: true))
    #expect(judge(["If-Unmodified-Since": before]) == .failed)
  }

  @Test func tagsComeBeforeDates() {
    #expect(judge(["If-Match": "\"a\"", "If-Unmodified-Since": before]) == .answer(mayBePart: true))
    #expect(judge(["If-None-Match": "\"b\"", "If-Modified-Since": after]) == .answer(mayBePart: true))
    #expect(judge(["If-Match": "\"b\"", "If-None-Match": "\"a\""]) == .failed)
  }

  @Test func aPartNeedsTheSameTagOrDate() {
    for value in ["\"a\"", same] { #expect(judge(["If-Range": value]) == .answer(mayBePart: true)) }
    for value in ["W/\"a\"", "\"b\"", before, after, "", "a"] {
      #expect(judge(["If-Range": value]) == .answer(mayBePart: false))
    }
  }
}
