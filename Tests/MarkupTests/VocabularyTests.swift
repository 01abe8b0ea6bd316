import Foundation
import Markup
import Testing

/// The tables cross to JavaScript as numbers: they must stand in the same order on both sides.
struct VocabularyTests {
  private let script: String
  private let events: String

  init() throws {
    script = try Self.script("page.js")
    events = try Self.script("events.js")
  }

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Web/static")
  }

  private static func script(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The words of `const NAME = ("…" + "…").split(" ")`.
  private func table(_ name: String) throws -> [String] {
    let start = try #require(script.range(of: "const \(name) = "))
    let end = try #require(script.range(of: ".split(", range: start.upperBound..<script.endIndex))
    let parts = script[start.upperBound..<end.lowerBound].split(separator: "\"", omittingEmptySubsequences: false)
    let quoted = parts.enumerated().filter { $0.offset % 2 == 1 }.map { $0.element }
    return quoted.joined().split(separator: " ").map { String($0) }
  }

  /// `ariaLabelledby` is `aria-labelledby` in the page, but `viewBox` stays as it is.
  private func spelled(_ name: String) -> String {
    guard name != "viewBox" else { return name }
    return name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }

  @Test func elementsAreTheSame() throws {
    let names = ElementName.allCases.map { $0 == .text ? "#text" : "\($0)" }
    #expect(try table("elementNames") == names)
  }

  @Test func attributesAreTheSame() throws {
    #expect(try table("attributeNames") == AttributeName.allCases.map { spelled("\($0)") })
  }

  @Test func eventsAreTheSame() throws {
    #expect(try table("eventNames") == EventName.allCases.map { "\($0)" })
  }

  @Test func keysAreTheSame() throws {
    let names = [
      "Escape", "Enter", "\" \"", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp",
      "PageDown", "Tab", "Delete",
    ]
    #expect(names.count == Key.allCases.count)
    for (number, name) in names.enumerated() { #expect(events.contains("\(name): \(number),")) }
  }

  @Test func everyStepIsCarriedOut() {
    for step in PatchStep.allCases { #expect(script.contains("case \(step.rawValue):")) }
    #expect(!script.contains("case \(PatchStep.allCases.count):"))
  }

  @Test(arguments: ["script", "style", "iframe", "object", "embed", "link", "meta", "base"])
  func noElementThatRunsOrLoads(name: String) {
    #expect(!ElementName.allCases.contains { "\($0)" == name })
  }

  @Test(arguments: ["style", "srcdoc", "onclick", "onerror", "action", "formaction", "innerHTML"])
  func noAttributeThatRunsOrLoads(name: String) {
    #expect(!AttributeName.allCases.contains { "\($0)" == name })
  }

  @Test(arguments: ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "DOMParser"])
  func theScriptsMakeNoMarkupOfText(call: String) throws {
    let folder = Self.folder.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".js") }
    #expect(names.count > 10)
    for name in names {
      #expect(try !Self.script(name).contains(call), "\(name)")
    }
  }
}
