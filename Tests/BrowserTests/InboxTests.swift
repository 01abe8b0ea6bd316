import Foundation
import Testing

@testable import Browser

enum Part {
  case text(String)
  case number(Int32)
}

/// As host.js writes parts.
func packed(_ parts: [Part]) -> [UInt8] {
  var bytes: [UInt8] = []
  func add(_ number: Int32) {
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> Int32(shift))) }
  }
  for part in parts {
    switch part {
    case .number(let number): add(number)
    case .text(let text):
      add(Int32(text.utf8.count))
      bytes += text.utf8
    }
  }
  return bytes
}

struct InboxTests {
  @Test func partsComeInTheOrderInWhichTheyWereWritten() {
    var inbox = Inbox(packed([.text("한"), .number(-7), .text(""), .number(Int32.max)]))
    #expect(inbox.text() == "한")
    #expect(inbox.number() == -7)
    #expect(inbox.text() == "")
    #expect(inbox.number() == Int32.max)
    #expect(inbox.text() == nil)
  }

  @Test(arguments: [[], [1], [1, 0, 0], [5, 0, 0, 0, 1], [255, 255, 255, 255, 1, 2], [255, 255, 255, 127, 0]])
  func aBrokenLengthIsTheEnd(bytes: [UInt8]) {
    var inbox = Inbox(bytes)
    #expect(inbox.bytes() == nil)
  }

  @Test func brokenUTF8IsReplacedAndNeverTraps() {
    var inbox = Inbox([2, 0, 0, 0, 0xFF, 0x41])
    #expect(inbox.text() == "\u{FFFD}A")
  }
}

struct HostTableTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Web/static")

  private func script(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func operationsAreInTheSameOrder() throws {
    let names =
      try operations(script("program.js"), from: "const ownOperations = program => ({", to: "\n});")
      + operations(script("host.js"), from: "const appOperations = {", to: "\n};")
      + operations(script("desk.js"), from: "export const deskOperations = {", to: "\n};")
      + operations(script("annex.js"), from: "export const annexOperations = {", to: "\n};")
    #expect(names == HostOperation.allCases.map { "\($0)" })
  }

  private func operations(_ script: String, from head: String, to tail: String) throws -> [String] {
    let start = try #require(script.range(of: head))
    let end = try #require(script.range(of: tail, range: start.upperBound..<script.endIndex))
    return script[start.upperBound..<end.lowerBound].split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   "), let name = line.dropFirst(2).split(separator: "(").first,
        line.first(where: { $0 == "(" }) != nil
      else { return nil }
      return String(name)
    }
  }

  @Test func eventsAreInTheSameOrder() throws {
    let script = try script("program.js")
    let start = try #require(script.range(of: "Object.fromEntries((\""))
    let end = try #require(script.range(of: ".split(", range: start.upperBound..<script.endIndex))
    let parts = script[start.lowerBound..<end.lowerBound].split(separator: "\"", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { $0.offset % 2 == 1 }.map { $0.element }.joined()
      .split(separator: " ").map { String($0) }
    #expect(names == HostEvent.allCases.map { "\($0)" })
  }
}
