import Foundation
import JSON
import Testing
import Wire

@testable import Mail

struct LetterWireTests {
  private let now = Timestamp(milliseconds: 1_750_000_000_000)

  private func text(_ letter: Letter) throws -> String {
    let bytes = try #require(LetterWire.bytes(letter, from: "maru@example.com", id: "7.1@maru", at: now))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aLetterIsWhatTheRFCsSay() throws {
    let letter = Letter(to: "a@example.com", subject: "인증 코드", text: "코드는 123456입니다.\n감사합니다.", language: "ko")
    let lines = try text(letter).split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(10) == [
        "Date: Sun, 15 Jun 2025 15:06:40 +0000", "From: maru@example.com", "To: a@example.com",
        "Message-ID: <7.1@maru>",
        "Subject: =?utf-8?B?7J247KadIOy9lOuTnA==?=", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64", "Content-Language: ko", "Auto-Submitted: auto-generated",
      ])
    let body = lines.dropFirst(11).joined()
    let plain = String(decoding: try #require(Data(base64Encoded: body)), as: UTF8.self)
    #expect(plain == "코드는 123456입니다.\r\n감사합니다.")
  }

  @Test func noLineIsTooLong() throws {
    let long = String(repeating: "긴 글 👨‍👩‍👧 ", count: 200)
    let text = try text(Letter(to: "a@example.com", subject: long, text: long))
    for line in text.split(separator: "\r\n") { #expect(line.utf8.count <= 78) }
    #expect(!text.utf8.contains { $0 >= 0x80 })
  }

  @Test func nothingBecomesAHeaderOfItsOwn() throws {
    let letter = Letter(
      to: "a@example.com", subject: "x\r\nBcc: evil@example.com\r\n\r\nbody", text: "t", language: "ko\r\nX: y")
    let text = try text(letter)
    #expect(!text.contains("Bcc"))
    #expect(!text.contains("\r\nX:"))
    let head = text.split(separator: "\r\n\r\n", maxSplits: 1)[0]
    #expect(head.split(separator: "\r\n").filter { !$0.hasPrefix(" ") }.count == 10)
  }

  @Test(arguments: [
    "", "a", "@", "a@", "@b", "a@b@c", "a@b\r\nRCPT TO:<c@d>", "a b@c", "<a@b>", "a@b,c@d", "\"a\"@b", "a@b\u{0}",
    "a@b\u{2028}", "a@b;c", String(repeating: "a", count: 250) + "@b.example",
  ])
  func whatIsNoAddressIsRefused(address: String) {
    #expect(LetterWire.bytes(Letter(to: address, subject: "s", text: "t"), from: "a@b", id: "1", at: now) == nil)
    #expect(LetterWire.bytes(Letter(to: "a@b", subject: "s", text: "t"), from: address, id: "1", at: now) == nil)
  }

  @Test func aLetterIsReadAsItWasPrinted() {
    let letter = Letter(to: "a@b", subject: "s", text: "t", language: "ja")
    #expect(Letter(json: letter.json) == letter)
    #expect(Letter(json: ["to": "a@b"]) == nil)
  }
}

struct OutboxTests {
  private let now = Timestamp(milliseconds: 1_750_000_000_000)

  private func folder() -> String {
    FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)").path
  }

  @Test func lettersBecomeFilesForTheOwnerOnly() async throws {
    let path = folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let client = MailClient.outbox(OutboxFolder(path), from: "maru@localhost")
    try await client.send(Letter(to: "a@b", subject: "s", text: "t"), "7@maru", now)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names == ["1750000000000-7@maru.eml"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + names[0])
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    await #expect(throws: MailFailure.refused("no address")) {
      try await client.send(Letter(to: "a\r\nb@c", subject: "s", text: "t"), "8@maru", now)
    }
  }

  @Test func shortMessagesAreTextsWithTheirNumber() async throws {
    let path = folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let client = ShortMessageClient.outbox(OutboxFolder(path))
    try await client.send(ShortMessage(to: "+821012345678", text: "코드 123456"), "7", now)
    let text = try String(contentsOfFile: path + "/1750000000000-7.txt", encoding: .utf8)
    #expect(text == "+821012345678\n코드 123456\n")
    await #expect(throws: MailFailure.refused("no number")) {
      try await client.send(ShortMessage(to: "01012345678", text: "x"), "8", now)
    }
  }

  @Test func oldFilesGo() async throws {
    let path = folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await ShortMessageClient.outbox(OutboxFolder(path)).send(ShortMessage(to: "+821", text: "x"), "1", now)
    let later = now.adding(milliseconds: 8 * 24 * 3_600_000)
    try await ShortMessageClient.outbox(OutboxFolder(path)).send(ShortMessage(to: "+821", text: "y"), "2", later)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["\(later.milliseconds)-2.txt"])
  }

  @Test func aFullDiskIsAFault() async {
    let client = ShortMessageClient.outbox(OutboxFolder("/proc/nowhere"))
    await #expect(throws: MailFailure.unavailable("the outbox cannot be made")) {
      try await client.send(ShortMessage(to: "+821", text: "x"), "1", now)
    }
  }
}
