import Kit
import Testing

@Suite struct LiveTests {
  @Test func aPersonJoinsAndFindsTheirRooms() async throws {
    let server = try await LiveServer()
    let patient = try server.client(.eyemon)
    let doctor = try server.client(.eyemonDoctor)
    try await patient.join(.fresh("하늘"))
    let other = try await doctor.join(.fresh("김안과"))
    let room = try await patient.openRoom(with: other.id)
    let message = try await patient.send(MessageDraft(clientID: "1", content: "안녕하세요"), to: room.id)
    #expect(message.seq == 1)
    #expect(try await doctor.rooms().map(\.lastMessage) == [message])
    await server.stop()
  }
}
