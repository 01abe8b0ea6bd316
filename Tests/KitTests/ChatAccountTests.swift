import ChatSync
import Contract
import Domain
import Foundation
import Kit
import Testing

@Suite struct ChatAccountTests {
  @Test func aConversationIsLiveOnBothSides() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let patient = try await pair.open(pair.patient, pair.patientPerson)
    let doctor = try await pair.open(pair.doctor, pair.doctorPerson)
    let seen = await doctor.open(pair.room.id)
    _ = try await first(doctor.roomList) { $0.connection == .connected }

    let id = try await patient.send("안녕하세요", to: pair.room.id).clientID
    let sent = try #require(try await patient.delivered(id, in: pair.room.id))
    let state = try await first(seen) { $0.messages.last?.id == sent.id }
    #expect(state.messages.map(\.content) == ["안녕하세요"])
    #expect(state.unreadCount(of: sent) == 1)

    await doctor.look(at: pair.room.id)
    let back = await patient.open(pair.room.id)
    _ = try await first(back) { $0.messages.last.map { $0.id == sent.id } == true && $0.unreadCount(of: sent) == 0 }
    try await patient.edit(sent, MessageEdit(content: "안녕히"))
    _ = try await first(seen) { $0.messages.last?.content == "안녕히" }
    try await doctor.react("👍", to: sent)
    _ = try await first(back) { $0.messages.last?.reactions == [Reaction(emoji: "👍", personIDs: [doctor.me.id])] }
    try await patient.delete(sent)
    let gone = try await first(seen) { $0.messages.last?.isDeleted == true }
    #expect(gone.messages.last?.content == "")
    await patient.close()
    await doctor.close()
    await server.stop()
  }

  @Test func typingAndPresenceArrive() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let patient = try await pair.open(pair.patient, pair.patientPerson)
    _ = try await first(patient.roomList) { $0.connection == .connected }
    let doctor = try await pair.open(pair.doctor, pair.doctorPerson)
    _ = try await first(patient.roomList) { $0.online.contains(doctor.me.id) }
    let seen = await patient.open(pair.room.id)
    _ = try await first(doctor.roomList) { $0.connection == .connected }
    await doctor.setTyping(in: pair.room.id)
    _ = try await first(seen) { $0.typing == [doctor.me.id] }
    await doctor.setTyping(in: pair.room.id, false)
    _ = try await first(seen) { $0.typing.isEmpty }
    await patient.close()
    await doctor.close()
    await server.stop()
  }

  @Test func whatIsSentWithoutAServerSurvivesAKill() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cable = Cable()
    cable.pull()
    let store = CredentialStore.memory()
    _ = store.save(await pair.patient.session.credentials)
    let offline = MaruClient(
      app: .eyemon, transport: cable.transport(try .network(server.address)), credentials: store)
    await offline.session.restore()
    var ids: [String] = []
    do {
      let account = try await pair.open(offline, pair.patientPerson, folder: folder, sockets: noSockets)
      for number in 1...5 { ids.append(try await account.send("\(number)", to: pair.room.id).clientID) }
      #expect(await account.state(of: pair.room.id).outbox.map(\.content) == ["1", "2", "3", "4", "5"])
      await account.close()
    }
    let account = try await pair.open(pair.patient, pair.patientPerson, folder: folder)
    let state = try await first(await account.open(pair.room.id)) { $0.outbox.isEmpty && $0.messages.count >= 5 }
    #expect(state.messages.map(\.content) == ["1", "2", "3", "4", "5"])
    #expect(state.messages.map(\.clientID) == ids)
    await account.close()
    await server.stop()
  }

  @Test func anAnswerThatWasLostIsNoSecondMessage() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let lost = Cable()
    let network = try Transport.network(server.address)
    let flaky = Transport { (request) async throws(TransportError) in
      let response = try await network.send(request)
      guard request.method == .post, request.target == "/v1/chats/\(pair.room.id)", !lost.isCut else { return response }
      lost.pull()
      throw .cut
    }
    let store = CredentialStore.memory()
    _ = store.save(await pair.patient.session.credentials)
    let client = MaruClient(app: .eyemon, transport: flaky, credentials: store)
    await client.session.restore()
    let account = try await pair.open(client, pair.patientPerson)
    let id = try await account.send("한 번", to: pair.room.id).clientID
    let message = try #require(try await account.delivered(id, in: pair.room.id))
    #expect(message.seq == 1)
    #expect(try await pair.doctor.history(of: pair.room.id).messages.map(\.content) == ["한 번"])
    await account.close()
    await server.stop()
  }

  @Test func allReadIsToldUntilTheServerHasConfirmed() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    try await pair.doctor.send(MessageDraft(content: "안녕하세요"), to: pair.room.id)
    let network = try Transport.network(server.address)
    let refused = Cable()
    let flaky = Transport { (request) async throws(TransportError) in
      guard request.target == "/v1/chats/read", !refused.isCut else { return try await network.send(request) }
      refused.pull()
      throw .cut
    }
    let store = CredentialStore.memory()
    _ = store.save(await pair.patient.session.credentials)
    let client = MaruClient(app: .eyemon, transport: flaky, credentials: store)
    await client.session.restore()
    let account = try await pair.open(client, pair.patientPerson, sockets: noSockets)
    _ = try await first(account.roomList) { $0.unread[pair.room.id] == 1 }
    await account.markAllRead()
    #expect(account.currentRoomList.unread.isEmpty)
    _ = try await first(account.roomList) { $0.rooms.first?.unreadCount == 0 }
    #expect(refused.isCut)
    #expect(try await pair.patient.rooms().map(\.unreadCount) == [0])
    await account.close()
    await server.stop()
  }

  @Test func twoRoomsGoOnAtTheSameTime() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let other = try server.client(.eyemonDoctor)
    let second = try await pair.patient.openRoom(with: try await other.join(.fresh("이안과")).id)
    let account = try await pair.open(pair.patient, pair.patientPerson)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for room in [pair.room.id, second.id] {
        group.addTask {
          for number in 1...20 { try await account.send("\(number)", to: room) }
          let done = try await first(await account.open(room)) { $0.outbox.isEmpty && $0.messages.count == 20 }
          return done.messages.map(\.content)
        }
      }
      for try await contents in group { #expect(contents == (1...20).map { "\($0)" }) }
    }
    await account.close()
    await server.stop()
  }

  @Test func aSlowReaderGetsTheNewestState() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let account = try await pair.open(pair.patient, pair.patientPerson)
    var slow = (await account.open(pair.room.id)).makeAsyncIterator()
    _ = await slow.next()
    for number in 1...30 { try await account.send("\(number)", to: pair.room.id) }
    _ = try await first(await account.open(pair.room.id)) { $0.outbox.isEmpty && $0.messages.count == 30 }
    var next = await slow.next()
    // The other reader may have heard of the last one a moment earlier.
    if next?.messages.count == 29 { next = await slow.next() }
    #expect(next?.messages.count == 30, "what lay in between is skipped")
    await account.close()
    await server.stop()
  }

  @Test func aLongHistoryComesPageByPage() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    for number in 1...200 {
      try await pair.doctor.send(MessageDraft(clientID: "\(number)", content: "\(number)"), to: pair.room.id)
    }
    let account = try await pair.open(pair.patient, pair.patientPerson)
    let states = await account.open(pair.room.id)
    var last = try await first(states) { !$0.messages.isEmpty }
    #expect(last.messages.last?.content == "200" && last.hasEarlier)
    while last.hasEarlier {
      let count = last.messages.count
      await account.loadEarlier(pair.room.id)
      last = try await first(states) { $0.messages.count > count }
    }
    #expect(last.messages.map(\.content) == (1...200).map { "\($0)" })
    await account.close()
    await server.stop()
  }

  @Test func aMessageFarUpComesWithoutAllBetween() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    for number in 1...400 {
      try await pair.doctor.send(MessageDraft(clientID: "\(number)", content: "\(number)"), to: pair.room.id)
    }
    let account = try await pair.open(pair.patient, pair.patientPerson)
    let states = await account.open(pair.room.id)
    _ = try await first(states) { !$0.messages.isEmpty }
    await account.seek(60, in: pair.room.id)
    let led = try await first(states) { !$0.passage.isEmpty }
    #expect(led.passage.map(\.seq) == Array(led.passage[0].seq...led.passage[0].seq + Int64(led.passage.count) - 1))
    #expect(led.passage.contains { $0.content == "60" })
    #expect(led.messages.last?.content == "400" && led.messages.count + led.passage.count < 300)
    await account.loadLater(pair.room.id)
    let more = try await first(states) { $0.passage.count > led.passage.count }
    #expect(more.passage.first == led.passage.first)
    await account.seek(nil, in: pair.room.id)
    let back = try await first(states) { $0.passage.isEmpty }
    #expect(back.messages.last?.content == "400")
    await account.close()
    await server.stop()
  }

  /// Also where this device has the message in its store only, far above what it shows.
  @Test(.timeLimit(.minutes(1)), arguments: [0, 200])
  func picturesOfWhatWasDeletedMeanwhileAreForgotten(later: Int) async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let attachments = try await pair.doctor.upload([try file(document(5_000), "a.txt")], to: pair.room.id)
    let sent = try await pair.doctor.send(
      MessageDraft(content: "", files: attachments.map(\.path)), to: pair.room.id)
    let images = ImagePipeline(client: pair.patient, folder: nil)
    let before = try await pair.open(pair.patient, pair.patientPerson, folder: folder)
    _ = try await first(await before.open(pair.room.id)) { $0.messages.last?.seq == sent.seq }
    for number in 0..<later {
      try await pair.doctor.send(MessageDraft(clientID: "l\(number)", content: "\(number)"), to: pair.room.id)
    }
    _ = try await first(await before.open(pair.room.id)) { $0.messages.last?.seq == sent.seq + Int64(later) }
    _ = try await images.bytes(of: FileRequest(path: attachments[0].path))
    await before.close()
    #expect(await images.size.memory == 5_000)

    _ = try await pair.doctor.delete(sent.id, in: pair.room.id)
    let after = try await pair.open(pair.patient, pair.patientPerson, folder: folder)
    await after.connect(images)
    let watching = Task { for await _ in await after.open(pair.room.id) {} }
    while await images.size.memory > 0 { try await Task.sleep(for: .milliseconds(5)) }
    watching.cancel()
    await after.close()
    await server.stop()
  }

  @Test func aSignOutForgetsThePerson() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let account = try await pair.open(pair.patient, pair.patientPerson, folder: folder)
    try await account.send("1", to: pair.room.id)
    await pair.patient.signOut()
    for await _ in account.roomList {}
    #expect(!FileManager.default.fileExists(atPath: folder + "/chat.sqlite"))
    await #expect(throws: ChatError.closed) { try await account.send("2", to: pair.room.id) }
    await server.stop()
  }

  @Test func aSecondProcessIsKeptOut() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let account = try await pair.open(pair.patient, pair.patientPerson, folder: folder)
    await #expect(throws: ChatError.inUse) {
      _ = try await ChatAccount.open(pair.patient, person: pair.patientPerson, folder: folder, sockets: noSockets)
    }
    await account.close()
    await server.stop()
  }
}
