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

  @Test func whatScriptsCallForThemselvesHasTheKeyAsWell() throws {
    let text = try script("access.js")
    #expect(text.contains("{ ...along, SeSACKey: key,"))
    #expect(SessionHeaders.table.contains { $0.header == .key && $0.name == "SeSACKey" })
  }
}
