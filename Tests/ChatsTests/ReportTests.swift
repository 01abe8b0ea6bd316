import Chats
import Contract
import Domain
import Storage
import Testing

struct ReportTests {
  private func reports(_ clinic: Clinic) async throws -> [ReportRow] {
    try await clinic.store.read { try $0.reports.list(isOpen: true, limit: 10) }
  }

  @Test func aReportKeepsWhatWasSaid() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("나쁜 말", in: room, by: clinic.doctor).message
    try await clinic.chats.report(said.id, Report(reason: .abuse, note: "심해요"), by: clinic.patient)
    _ = try await clinic.chats.edit(said.id, MessageEdit(content: "좋은 말"), in: room.id, by: clinic.doctor)
    let report = try #require(try await reports(clinic).first)
    #expect(report.content == "나쁜 말")
    #expect(report.note == "심해요")
    #expect(report.sender.id == clinic.doctor)
    #expect(report.reporter.id == clinic.patient)
  }

  @Test func aReportKeepsWhichFilesThereWere() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let file = try await clinic.upload("a.jpg", in: room)
    let said = try await clinic.chats.send(
      MessageDraft(content: "", files: [file]), in: room.id, by: clinic.patient
    ).message
    try await clinic.chats.report(said.id, Report(reason: .harm), by: clinic.doctor)
    _ = try await clinic.chats.delete(said.id, in: room.id, by: clinic.patient)
    #expect(try await reports(clinic).map(\.attachments) == [said.attachments])
    #expect(said.attachments.map(\.path) == [file])
  }

  @Test func aSecondReportTakesThePlaceOfTheFirst() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("나쁜 말", in: room, by: clinic.doctor).message
    try await clinic.chats.report(said.id, Report(reason: .spam), by: clinic.patient)
    let id = try #require(try await reports(clinic).first?.id)
    #expect(try await clinic.store.write { try $0.reports.close(id, at: start) })
    #expect(try await clinic.store.write { try !$0.reports.close(id, at: start) })
    #expect(try await reports(clinic).isEmpty)
    try await clinic.chats.report(said.id, Report(reason: .harm), by: clinic.patient)
    #expect(try await reports(clinic).map(\.reason) == [.harm])
  }

  @Test func nobodyReportsWhatTheyCanNotSee() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("여기만", in: room).message
    try await clinic.chats.block(clinic.identifiers.id(clinic.patient), isBlocked: true, by: clinic.doctor)
    let hidden = try await clinic.say("숨은 말", in: room).message
    let tries = [
      (said.id, clinic.otherPatient), (said.id, clinic.stranger), (hidden.id, clinic.doctor), (ID("x"), clinic.doctor),
      (ID(room.id.text), clinic.doctor),
    ]
    for (id, person) in tries {
      #expect(
        await refusal { try await clinic.chats.report(id, Report(reason: .spam), by: person) } == .messageNotFound)
    }
    for note in [String(repeating: "가", count: 1_001), "a\0"] {
      #expect(
        await refusal {
          try await clinic.chats.report(said.id, Report(reason: .other, note: note), by: clinic.doctor)
        }?.status == 400)
    }
  }
}
