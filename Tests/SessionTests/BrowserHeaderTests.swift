import Contract
import Foundation
import Session
import Testing

/// The browser's scripts call past the program: what goes along with their calls is written down a second time.
struct BrowserHeaderTests {
  private func script(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web/static")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func scriptsSendWhatThePolicySays() throws {
    let text = try script("along.js")
    let table = try #require(text.range(of: "export const along = {"))
    let sent = text[table.upperBound...].matches(of: /"([A-Za-z-]+)":/).map { String($0.output.1) }
    // The key belongs to one app; whoever calls adds it.
    let wanted = SessionHeaders.table.filter { SessionPolicy.maru.headers.subtracting(.key).contains($0.header) }
    #expect(sent.sorted() == wanted.map(\.name).sorted())
  }

  @Test func scriptsTakeTheSameForARefusedToken() throws {
    let text = try script("access.js")
    let rule = try #require(text.range(of: "export function isRefusal(status) {"))
    let statuses = text[rule.upperBound...].prefix { $0 != "}" }.matches(of: /status === (\d+)/)
    // Of a status that has several meanings a script knows only that it may be this one.
    let wanted = (400..<464).filter {
      SessionPolicy.maru.isExpired(APIError(status: $0, code: .accessInvalid, message: ""))
    }
    #expect(statuses.compactMap { Int($0.output.1) }.sorted() == wanted)
    // What `authorised` does: no loop.
    #expect(SessionPolicy.maru.repeats == 1)
  }

  @Test func whatScriptsCallForThemselvesHasTheKeyAsWell() throws {
    let text = try script("access.js")
    #expect(text.contains("{ ...along, SeSACKey: key,"))
    #expect(SessionHeaders.table.contains { $0.header == .key && $0.name == "SeSACKey" })
  }
}
