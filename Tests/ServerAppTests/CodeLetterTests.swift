import Accounts
import Domain
import Foundation
import JSON
import Jobs
import Outgoing
import Storage
import StorageTesting
import Synchronization
import Testing
import Wire

@testable import ServerApp

/// Texts with codes, between the transaction that asks for them and whoever brings them.
struct CodeLetterTests {
  private final class Desk: Sendable {
    let store: DataStore
    let mail: MailArea
    let deliveries: Deliveries
    let box: Box

    init(key: UInt8 = 1, store: DataStore? = nil) async throws {
      if let store { self.store = store } else { self.store = try await DataStore.open(.ofTest()) }
      let box = Box()
      self.box = box
      let key = [UInt8](repeating: key, count: 32)
      deliveries = Deliveries(key: key) { box.time }
      mail = try MailArea(ServerSettings(), nil, OutgoingClient(), key: key) { box.time }
    }

    deinit { mail.close() }

    var sent: [String] {
      ["mail", "sms"].flatMap { kind in
        let folder = mail.outbox + "/" + kind
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
      }
    }

    func run() async throws {
      let runner = JobRunner(store: store, clock: { [box] in box.time })
      for handler in mail.handlers { await runner.register(handler) }
      await runner.runDue()
    }
  }

  final class Box: Sendable {
    private let now = Mutex(Timestamp(milliseconds: 1_750_000_000_000))
    var time: Timestamp { now.withLock { $0 } }
    func pass(seconds: Int64) { now.withLock { $0 = $0.adding(milliseconds: seconds * 1_000) } }
  }

  private func letters(until end: Timestamp) -> [Delivery] {
    [
      Delivery(channel: .mail, recipient: "a@example.com", subject: "code", text: "Code: 314159", language: .en),
      Delivery(channel: .message, recipient: "+821012345678", text: "Code: 314159", language: .en),
    ].map { $0.withCode(until: end) }
  }

  private func payloads(_ desk: Desk) async throws -> [String] {
    try await desk.store.read { try $0.jobs.list([.open, .dead, .done, .cancelled], limit: 10) }.map(\.payload.text)
  }

  @Test func theDatabaseHoldsNoCode() async throws {
    let desk = try await Desk()
    let end = desk.box.time.adding(milliseconds: 300_000)
    for letter in letters(until: end) { try await desk.store.write { try desk.deliveries.add(letter, $0) } }
    let kept = try await payloads(desk)
    #expect(kept.count == 2 && !kept.contains { $0.contains("314159") || $0.contains("Code") })
    let jobs = try await desk.store.read { try $0.jobs.list([.open], limit: 10) }
    for job in jobs { #expect(try desk.deliveries.unsealed(job.payload)["text"]?.string == "Code: 314159") }
    try await desk.run()
    #expect(desk.sent.count == 2 && desk.sent.contains { $0.contains("314159") })
    #expect(try await payloads(desk).isEmpty)
  }

  /// After a night without a mail server nobody is sent a code that opens nothing.
  @Test func aCodeThatHasRunOutIsNotSentAndNotKept() async throws {
    let desk = try await Desk()
    let end = desk.box.time.adding(milliseconds: 300_000)
    for letter in letters(until: end) { try await desk.store.write { try desk.deliveries.add(letter, $0) } }
    desk.box.pass(seconds: 300)
    try await desk.run()
    #expect(desk.sent.isEmpty)
    let dead = try await desk.store.read { try $0.jobs.list([.dead], limit: 10) }
    #expect(dead.map(\.payload) == [[:], [:]] && dead.allSatisfy { $0.attempts == 1 })
  }

  @Test func anotherKeyOpensNothing() async throws {
    let desk = try await Desk()
    let end = desk.box.time.adding(milliseconds: 300_000)
    for letter in letters(until: end) { try await desk.store.write { try desk.deliveries.add(letter, $0) } }
    let thief = try await Desk(key: 2, store: desk.store)
    try await thief.run()
    #expect(thief.sent.isEmpty)
  }

  /// Where a provider has said that mail arrives no more; another address of the person is another matter.
  @Test func anAddressThatIsOffGetsNoLetter() async throws {
    let desk = try await Desk()
    let person = try await desk.store.write { (tables) throws in
      let new = NewPerson(realm: .eyemon, email: "off@example.com", nick: "하늘", role: .patient, passwordHash: "h")
      let id = try tables.people.insert(new, at: desk.box.time)
      if let id { try tables.people.setMailStopped(true, of: id) }
      return id
    }
    for address in ["off@example.com", "new@example.com"] {
      let letter = Delivery(channel: .mail, recipient: address, subject: "s", text: "t", language: .ko)
      try await desk.store.write { try desk.deliveries.add(letter.about(person), $0) }
    }
    try await desk.run()
    #expect(desk.sent.count == 1 && desk.sent.allSatisfy { $0.contains("new@example.com") })
  }

  @Test func whatHoldsNoCodeIsKeptForAnotherTry() async throws {
    let desk = try await Desk()
    let letter = Delivery(channel: .mail, recipient: "no address", subject: "s", text: "t", language: .ko)
    try await desk.store.write { try desk.deliveries.add(letter, $0) }
    try await desk.run()
    let dead = try await desk.store.read { try $0.jobs.list([.dead], limit: 10) }
    #expect(dead.first?.payload["text"]?.string == "t")
  }
}
