import Contract
import Domain
import Foundation
import ServerApp
import Testing
import Wire

struct AdminPrivacyTests {
  private func command(_ words: String...) throws -> AdminCall {
    guard case .admin(let call) = try Command(["admin"] + words, environment: [:]) else { throw Unexpected() }
    return call
  }

  @Test func questionsAboutPeopleAreRead() throws {
    #expect(try command("audit").question == .audit(person: nil))
    #expect(try command("audit", "--person", "ab").question == .audit(person: "ab"))
    #expect(try command("erase", "ab").question == .erase("ab"))
    let mistakes: [([String], UsageError)] = [
      (["erase"], .missingValue("erase")), (["erase", "--all"], .unknownFlag("--all")),
      (["audit", "--person"], .missingValue("--person")), (["audit", "x"], .unexpected("x")),
    ]
    for (words, error) in mistakes {
      #expect(throws: error) { try Command(["admin"] + words, environment: [:]) }
    }
  }

  @Test func theOperatorsDoingsAreOnTheRecord() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) { $0.dataFolder = path }
    let patient = try await client.join()
    _ = try command("reports", "--data", path).run()
    let id = patient.session.person.id.text
    let record = try command("audit", "--data", path).run()
    #expect(record.contains("operator_acted  by operator") && record.contains("reports"))
    #expect(try command("audit", "--person", id, "--data", path).run().contains("audit"))
    #expect(throws: AdminFailure(text: "there is no person nobody")) {
      try command("audit", "--person", "nobody", "--data", path).run()
    }
    await client.server.stop()
  }

  @Test func theOperatorErasesAPerson() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) { $0.dataFolder = path }
    let patient = try await client.join()
    let id = patient.session.person.id.text
    #expect(try command("erase", id, "--data", path).run() == "Erased \(id); 0 messages were taken back.")
    #expect(throws: AdminFailure(text: "there is no person \(id)")) { try command("erase", id, "--data", path).run() }
    #expect(throws: AdminFailure(text: "there is no person x")) { try command("erase", "x", "--data", path).run() }
    await #expect(throws: APIError.self) { try await client.call(.rooms, as: patient) }
    #expect(try command("audit", "--person", id, "--data", path).run().contains("erased  by operator"))
    await client.server.stop()
  }
}
