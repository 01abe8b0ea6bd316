import Contract
import Domain
import Foundation
import Storage
import Testing
import Wire

@testable import ServerApp

struct AdminPrivacyTests {
  private func command(_ words: String...) throws -> AdminCall {
    guard case .admin(let call) = try Command(["admin"] + words, environment: [:]) else { throw Unexpected() }
    return call
  }

  @Test func questionsAboutPeopleAreRead() throws {
    #expect(try command("audit").question == .audit(person: nil))
    #expect(try command("audit", "--person", "ab").question == .audit(person: "ab"))
    #expect(try command("erase", "ab").question == .erase("ab"))
    #expect(try command("end-sessions", "ab").question == .endSessions("ab"))
    let mistakes: [([String], UsageError)] = [
      (["erase"], .missingValue("erase")), (["end-sessions"], .missingValue("end-sessions")),
      (["erase", "--all"], .unknownFlag("--all")),
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

  /// What they were about, in the transaction of what was done: what changed nothing leaves no line.
  @Test func whatTheOperatorChangesIsOnTheRecordWithWhatItWasAbout() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) { $0.dataFolder = path }
    let doctor = try await client.join(.eyemonDoctor, nick: "김안과")
    let id = doctor.session.person.id.text
    _ = try command("refuse-doctor", id, "비밀 사유", "--data", path).run()
    _ = try command("clinic", "create", "--name", "새봄안과", "--data", path).run()
    _ = try command("try-mail", "a@example.com", "--data", path).run()
    for words in [["jobs", "--retry", "999"], ["reports", "--close", "7"], ["approve-doctor", "nobody"]] {
      guard case .admin(let call) = try Command(["admin"] + words + ["--data", path], environment: [:]) else {
        throw Unexpected()
      }
      #expect(throws: AdminFailure.self) { try call.run() }
    }
    let acts = try await client.server.store.read { try $0.audit.list(limit: 50) }.map(\.entry)
      .filter { $0.kind == .operatorActed }
    #expect(acts.map(\.detail).reversed() == ["refuse_doctor id=\(id)", "put_clinic fields=name", "try_mail"])
    #expect(acts.last?.person != nil)
    await client.server.stop()
  }

  @Test func theOperatorSignsSomebodyOutEverywhere() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) { $0.dataFolder = path }
    let (patient, other) = (try await client.join(), try await client.join())
    let id = patient.session.person.id.text
    #expect(try command("end-sessions", id, "--data", path).run() == "Signed \(id) out of 1 sessions.")
    #expect(await refusal { try await client.call(.rooms, as: patient) } == .accessExpired)
    let refresh = Endpoint.refresh(refreshToken: patient.session.refreshToken)
    #expect(await refusal { try await client.call(refresh) } == .sessionEnded)
    _ = try await client.call(.rooms, as: other)
    let record = try command("audit", "--person", id, "--data", path).run()
    #expect(record.contains("session_ended  by operator") && record.contains("end_sessions person=\(id)"))
    #expect(throws: AdminFailure(text: "there is no person x")) {
      try command("end-sessions", "x", "--data", path).run()
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
