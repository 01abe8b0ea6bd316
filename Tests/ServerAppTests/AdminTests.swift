import Accounts
import Contract
import Domain
import Foundation
import JSON
import ServerApp
import Sockets
import Testing
import Wire

struct AdminTests {
  private func command(_ words: String...) throws -> AdminCall {
    guard case .admin(let call) = try Command(["admin"] + words, environment: [:]) else { throw Unexpected() }
    return call
  }

  @Test func questionsAreRead() throws {
    #expect(try command("status").question == .status)
    #expect(try command("reports", "--data", "/x").question == .reports(all: false))
    #expect(try command("--data=/x", "reports", "--all").question == .reports(all: true))
    #expect(try command("reports", "--close", "7", "--json").question == .closeReport(7))
    #expect(try command("status", "--data", "/x").dataFolder == "/x")
    #expect(try command("status", "--json").isJSON)
    #expect(try command("doctors").question == .doctors(waiting: false))
    #expect(try command("doctors", "--waiting").question == .doctors(waiting: true))
    #expect(try command("approve-doctor", "a1").question == .approveDoctor("a1"))
    #expect(try command("refuse-doctor", "a1", "왜").question == .refuseDoctor("a1", reason: "왜"))
    #expect(try command("jobs").question == .jobs(.open))
    #expect(try command("jobs", "--dead").question == .jobs(.dead))
    #expect(try command("jobs", "--retry", "7").question == .retryJob(7))
    #expect(try command("jobs", "--cancel", "7").question == .cancelJob(7))
    #expect(try command("guardian").question == .guardian(.list))
    #expect(try command("guardian", "add", "a@b.kr", "어머니").question == .guardian(.add("a@b.kr", note: "어머니", .eyemon)))
    #expect(
      try command("guardian", "remove", "a@b.kr", "--realm", "flatbread").question
        == .guardian(.remove("a@b.kr", .flatbread)))
    let mistakes: [([String], UsageError)] = [
      ([], .missingValue("admin")), (["x"], .unknownCommand("admin x")), (["status", "x"], .unexpected("x")),
      (["reports", "--none"], .unknownFlag("--none")), (["reports", "--close"], .missingValue("--close")),
      (["reports", "--close", "x"], .badValue("--close", "x", "the number of a report")),
      (["doctors", "--all"], .unknownFlag("--all")), (["approve-doctor"], .missingValue("approve-doctor")),
      (["refuse-doctor", "a1"], .missingValue("refuse-doctor ID")),
      (["refuse-doctor", "a1", " "], .missingValue("refuse-doctor ID")),
      (["guardian", "add", "a@b.co", "\t"], .missingValue("guardian add ADDRESS")),
      (["approve-doctor", "a1", "b"], .unexpected("b")),
      (["jobs", "--cancel", "0"], .badValue("--cancel", "0", "the number of a job")),
      (["status", "--data"], .missingValue("--data")), (["-x"], .unknownFlag("-x")),
      (["guardian", "add", "a@b.kr"], .missingValue("guardian add ADDRESS")),
      (["guardian", "drop"], .unknownCommand("admin guardian drop")),
    ]
    for (words, error) in mistakes {
      #expect(throws: error) { try Command(["admin"] + words, environment: [:]) }
    }
    guard case .help = try Command(["admin", "--help"], environment: [:]) else { throw Unexpected() }
  }

  @Test func withoutAServerItSaysSo() throws {
    let folder = try TemporaryFolder()
    #expect(throws: AdminFailure(text: "no server runs on the data folder \(folder.path) (--data DIR)")) {
      try command("status", "--data", folder.path).run()
    }
    #expect(throws: AdminFailure(text: "no server runs on the data folder /nonexistent/x (--data DIR)")) {
      try command("status", "--data", "/nonexistent/x").run()
    }
  }

  @Test func theOperatorReadsAndClosesReports() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) { $0.dataFolder = path }
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor, nick: "김안과"))
    #expect(try command("reports", "--data", path).run() == "There are no open reports.")
    let room = try await client.openRoom(patient, with: doctor)
    let said = try await client.say("나쁜 말\u{1B}[31m\n\u{202E}", in: room, by: doctor)
    let report = Endpoint.report(message: said.id, Report(reason: .abuse, note: "심해요"))
    #expect(try await client.call(report, as: patient) == .empty)
    _ = try await client.call(.delete(room: room.id, message: said.id), as: doctor)
    let text = try command("reports", "--data", path).run()
    for part in ["#1  abuse", "심해요", "김안과", said.id.text, "나쁜 말\\u{1b}[31m\\u{a}\\u{202e}"] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("\u{1B}"))
    #expect(try command("status", "--data", path).run().contains("open_reports       1"))
    #expect(try command("reports", "--close", "1", "--data", path).run() == "Closed report 1.")
    #expect(throws: AdminFailure(text: "there is no open report 1")) {
      try command("reports", "--close", "1", "--data", path).run()
    }
    #expect(try command("reports", "--data", path).run() == "There are no open reports.")
    #expect(try command("reports", "--all", "--data", path).run().contains("closed 20"))
    let json = try command("reports", "--all", "--json", "--data", path).run()
    #expect(try JSONValue(parsing: Array(json.utf8)).array?.first?["reason"]?.string == "abuse")
    await client.server.stop()
    #expect(throws: AdminFailure.self) { try command("status", "--data", path).run() }
  }

  @Test func hoursOfAClinicAreRead() throws {
    func hours(_ text: String) throws -> String? {
      let question = try command("clinic", "create", "--hours", text).question
      guard case .putClinic(nil, let flags) = question else { return nil }
      return flags.fields["hours"]
    }
    for good in ["", "mon-sun 00:00-24:00", "mon-fri 09:00-12:30 13:30-18:00, sat 09:00-13:00", "sun 09:00-10:00"] {
      #expect(try hours(good) == good)
    }
    for bad in [
      "mon", "09:00-18:00", "fri-mon 09:00-18:00", "mon 18:00-09:00", "mon 9-18", "mon 09:00",
      "mon-tue-wed 09:00-10:00", "mon-fri 09:00-12:00, wed 11:00-13:00", "월 09:00-18:00",
    ] {
      #expect(throws: UsageError.self) { try hours(bad) }
    }
    #expect(throws: UsageError.missingValue("--picture")) { try command("clinic", "edit", "c", "--picture") }
  }

  @Test func theOperatorSetsTheHoursOfAClinic() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) { $0.dataFolder = path }
    let made = try command(
      "clinic", "create", "--name", "밝은마루안과", "--hours", "sat 09:00-13:00, mon-tue 09:00-18:00", "--data", path
    ).run()
    let id = try #require(made.split(separator: " ").dropFirst().first).description
    func list() throws -> String { try command("clinic", "--data", path).run() }
    #expect(try list().contains("  open     mon 09:00-18:00, tue 09:00-18:00, sat 09:00-13:00"))
    for nameless in ["", " \t"] {
      #expect(throws: AdminFailure(text: "a clinic needs a name")) {
        try command("clinic", "create", "--name", nameless, "--data", path).run()
      }
    }
    #expect(throws: AdminFailure(text: "the server cannot read /none/x.png")) {
      try command("clinic", "edit", id, "--hours", "", "--picture", "/none/./x.png", "--data", path).run()
    }
    #expect(try list().contains("  open     mon"))
    _ = try command("clinic", "edit", id, "--hours", "", "--data", path).run()
    #expect(try !list().contains("open"))
    await client.server.stop()
  }

  @Test func theOperatorDecidesOnDoctors() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let client = try await Client(.inProcess) {
      $0.dataFolder = path
      $0.accounts.doctorsWait = true
    }
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor, nick: "김안과"))
    let id = doctor.session.person.id.text
    #expect(try command("doctors", "--waiting", "--data", path).run().hasPrefix("\(id)  waiting  김안과"))
    await #expect(throws: APIError.personNotFound) { try await client.openRoom(patient, with: doctor) }
    #expect(try command("refuse-doctor", id, "번호", "--data", path).run() == "Refused \(id). The doctor reads why.")
    #expect(try command("doctors", "--data", path).run().contains("  reason   번호"))
    #expect(try command("approve-doctor", id, "--data", path).run() == "Approved \(id).")
    _ = try await client.openRoom(patient, with: doctor)
    #expect(try command("doctors", "--waiting", "--data", path).run() == "There are no such doctors.")
    for other in [patient.session.person.id.text, "x"] {
      #expect(throws: AdminFailure(text: "there is no doctor \(other)")) {
        try command("approve-doctor", other, "--data", path).run()
      }
    }
    await client.server.stop()
  }

  @Test func oddLinesAreAnsweredWithAnError() async throws {
    let folder = try TemporaryFolder()
    let server = try await makeServer { $0.dataFolder = folder.path + "/data" }
    let socket = folder.path + "/data/admin.sock"
    for line in [
      "", "{", "[]", "null", #"{"command":1}"#, #"{"command":"x"}"#, #"{"command":"close_report"}"#, "\u{0}",
    ] {
      let answer = try UnixLine.ask(Array(line.utf8), at: socket)
      #expect(try JSONValue(parsing: answer)["error"]?.string?.isEmpty == false)
    }
    await server.stop()
  }

  @Test func theDescriptionOfTheAPIIsServed() async throws {
    let client = try await Client(.overSocket)
    let response = try await client.send(HTTPRequest(.get, "/openapi.json"))
    #expect(response.status == 200)
    let json = try JSONValue(parsing: response.body)
    #expect(json["openapi"]?.string == "3.1.0")
    for route in APIRoute.allCases { #expect(json["paths"]?[route.template] != nil) }
  }
}
