import Foundation
import JSON
import Testing
import Wire

@testable import SandboxPay

struct JournalTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/sandbox-pay-\(UInt64.random(in: 0...UInt64.max))"

  @Test func everythingIsThereAfterARestart() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = Trial(journal: try SandboxJournal(folder: folder))
    await before.plan("C", ["broken": 1])
    _ = await before.v1(.post, "/payments/prepare", ["merchant_uid": "D", "amount": 1_000])
    await before.buy("A", notice: nil)
    await before.buy("B", method: "vbank", notice: nil)
    _ = await before.v1(.post, "/payments/cancel", ["merchant_uid": "A", "amount": 10_000, "reason": "x"])
    let known = await before.call(.get, "/sandbox/payments").json
    let after = Trial(journal: try SandboxJournal(folder: folder))
    #expect(await after.call(.get, "/sandbox/payments").json == known)
    #expect(await after.v1(.get, "/payments/prepare/D").json["response"]?["amount"]?.int64 == 1_000)
    #expect(await after.buy("C")["plan"]?["broken"]?.int64 == 1)
  }

  @Test func lateMoneyArrivesAfterARestart() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = Trial(journal: try SandboxJournal(folder: folder))
    await before.plan("A", ["confirm_after_ms": 1_000])
    await before.buy("A", notice: nil)
    let after = Trial(journal: try SandboxJournal(folder: folder))
    after.pass(milliseconds: 1_000)
    #expect(await after.v1(.get, "/payments/find/A").json["response"]?["status"]?.string == "paid")
  }

  @Test func tornLineCostsOnlyItself() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await Trial(journal: try SandboxJournal(folder: folder)).buy("A", notice: nil)
    let path = folder + "/sandbox-pay.jsonl"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try (whole + Data("{\"payment\":{\"imp_uid\"".utf8)).write(to: URL(fileURLWithPath: path))
    let after = Trial(journal: try SandboxJournal(folder: folder))
    #expect(await after.call(.get, "/sandbox/payments").json["payments"]?.array?.count == 1)
    await after.buy("B", notice: nil)
    let again = Trial(journal: try SandboxJournal(folder: folder))
    #expect(await again.call(.get, "/sandbox/payments").json["payments"]?.array?.count == 2)
  }

  @Test func folderThatCannotBeMadeIsAnError() {
    #expect(throws: SandboxJournalError.self) { try SandboxJournal(folder: "/proc/nowhere") }
  }
}
