import AccountContract
import Contract
import Domain
import SQL
import Storage
import Synchronization
import Testing
import Wire

@testable import Push

struct PushesTests {
  @Test func aMessageIsOnePushToWhoIsNotThere() async throws {
    let world = try await World()
    try await world.say("안녕하세요")
    let sent = try await world.settle()
    #expect(sent.map(\.token) == ["fcm-token"])
    #expect(sent.first?.push.body == "새 메시지가 있습니다")
    #expect(sent.first?.push.room == world.identifiers.id(world.room).text)
    #expect(try await world.settle().isEmpty, "once")
    try await world.say("또")
    #expect(try await world.settle().count == 1)
  }

  @Test func whatIsSaidInOneBreathIsOnePushWithTheLastText() async throws {
    let world = try await World()
    try await world.pushes.setLevel(.full, of: world.doctor)
    for text in ["하나", "둘", "셋"] { try await world.say(text) }
    let sent = try await world.settle()
    #expect(sent.map(\.push.body) == ["셋"])
    #expect(sent.first?.push.title == "하늘")
  }

  @Test func whoReadsGetsNone() async throws {
    let world = try await World()
    try await world.read(try await world.say("x"))
    #expect(try await world.settle().isEmpty)
  }

  @Test func whoHasTheAppOnTheScreenHasAMomentToRead() async throws {
    let world = try await World()
    world.presence.online.withLock { _ = $0.insert(world.doctor) }
    let seq = try await world.say("x")
    #expect(try await world.pushes.settle([world.room]).map(\.1) == [3_000])
    world.advance(1_000)
    #expect(try await world.pushes.settle([world.room]).map { $0.1 / 10 } == [200])
    try await world.read(seq)
    world.advance(5_000)
    #expect(try await world.settle().isEmpty)
    try await world.say("y")
    #expect(try await world.settle().isEmpty)
    world.advance(3_000)
    #expect(try await world.settle().count == 1, "elsewhere in the app")
  }

  @Test func whoListensToTheRoomGetsNone() async throws {
    let world = try await World()
    world.presence.inRoom.withLock { _ = $0.insert(world.doctor) }
    try await world.say("x")
    #expect(try await world.settle().isEmpty)
    world.presence.inRoom.withLock { $0 = [] }
    #expect(try await world.settle().isEmpty, "it was seen")
  }

  @Test func theMutedAndTheBlockingGetNone() async throws {
    let world = try await World()
    let (room, doctor, patient) = (world.room, world.doctor, world.patient)
    _ = try await world.store.write { try $0.rooms.setMuted(true, of: doctor, in: room) }
    try await world.say("x")
    #expect(try await world.settle().isEmpty)
    _ = try await world.store.write { try $0.rooms.setMuted(false, of: doctor, in: room) }
    #expect(try await world.settle().isEmpty, "what was said meanwhile is no news")
    _ = try await world.store.write { (tables) throws in
      _ = try tables.rooms.moveRead(of: doctor, in: room, to: 1)
      try tables.blocks.insert(patient, by: doctor, at: start)
    }
    let seq = try await world.say("y")
    try await world.store.write { try $0.messages.hide(seq: seq, in: room, from: [doctor]) }
    #expect(try await world.settle().isEmpty)
  }

  @Test func nothingIsLostWithAServerThatWasKilled() async throws {
    let world = try await World()
    try await world.say("x")
    // Nobody was told of it; the next server finds it.
    #expect(try await world.store.read { try $0.push.unsettled(since: Timestamp(milliseconds: 0)) } == [world.room])
    #expect(try await world.settle().count == 1)
    #expect(try await world.store.read { try $0.push.unsettled(since: Timestamp(milliseconds: 0)) }.isEmpty)
  }

  @Test func whatIsNoNewsIsNotPushed() async throws {
    let world = try await World()
    try await world.say("x")
    world.advance(2 * 3_600_000)
    #expect(try await world.settle().isEmpty)
    #expect(try await world.store.read { try $0.push.unsettled(since: Timestamp(milliseconds: 0)) }.isEmpty)
  }

  @Test func whatWasReadOrDeletedBeforeItsPushIsNotSent() async throws {
    let world = try await World()
    let seq = try await world.say("x")
    _ = try await world.pushes.settle([world.room])
    try await world.read(seq)
    try await world.deliver()
    #expect(world.sent.entries.isEmpty)
  }

  @Test func theThreeLevelsShowMoreAndMore() async throws {
    let world = try await World()
    #expect(try await world.pushes.level(of: world.doctor) == .none)
    var shown: [[String]] = []
    for level in [LockScreenLevel.none, .sender, .full] {
      try await world.pushes.setLevel(level, of: world.doctor)
      try await world.say("검사 결과")
      let push = try #require(try await world.settle().first?.push)
      shown.append([push.title, push.body])
    }
    let new = "새 메시지가 있습니다"
    #expect(shown == [["EyeMon Doctor", new], ["하늘", new], ["하늘", "검사 결과"]])
    #expect(try await World(realm: .flatbread).run { try await $0.pushes.level(of: $0.doctor) } == .full)
  }

  @Test func pushesOfOneRoomReplaceEachOther() async throws {
    let world = try await World()
    try await world.say("x")
    try await world.say("y")
    let first = try await world.settle()
    try await world.say("z")
    let second = try await world.settle()
    #expect(first.first?.push.topic == second.first?.push.topic)
    #expect(first.first?.push.topic.utf8.count == 32)
    #expect(Pushes.topic("room/a") != Pushes.topic("room/b"))
  }
}

extension World {
  func run<T>(_ body: (World) async throws -> T) async throws -> T { try await body(self) }
}

struct DeviceTests {
  private func session(_ world: World, _ person: RowID<Person>) async throws -> RowID<SessionRow> {
    try await world.store.write { (tables) throws in
      let id = try tables.sessions.insert(personID: person, app: .eyemonDoctor, at: start)
      try tables.sessions.insert(
        GenerationRow(
          sessionID: id, generation: 1, issuedAt: start, accessExpiresAt: start,
          refreshExpiresAt: start.adding(milliseconds: 10_000)))
      return id
    }
  }

  private func tokens(_ world: World, _ person: RowID<Person>) async throws -> [String] {
    let now = world.clock.value.withLock { $0 }
    return try await world.store.read { try $0.devices.list(of: person, at: now).map(\.token) }
  }

  @Test func aNewSignInOnTheSameDeviceTakesItOver() async throws {
    let world = try await World()
    let other = try await session(world, world.patient)
    try await world.pushes.register(token: "fcm-token", language: "ko", of: other)
    #expect(try await tokens(world, world.doctor).isEmpty)
    #expect(try await tokens(world, world.patient) == ["fcm-token"])
  }

  @Test func aSessionHasOneDevice() async throws {
    let world = try await World()
    try await world.pushes.register(token: "newer", language: "ko", of: world.session)
    #expect(try await tokens(world, world.doctor) == ["newer"])
  }

  @Test func anEndedSessionGetsNothingMore() async throws {
    let world = try await World()
    try await world.say("x")
    _ = try await world.pushes.settle([world.room])
    let session = world.session
    _ = try await world.store.write { try $0.sessions.end(session, at: start) }
    try await world.deliver()
    #expect(world.sent.entries.isEmpty)
    #expect(try await tokens(world, world.doctor).isEmpty)
    await #expect(throws: APIError.accessExpired) {
      try await world.pushes.register(token: "late", language: "ko", of: session)
    }
    #expect(try await world.store.write { try $0.devices.deleteOfEnded(at: start) } == 1)
  }

  @Test func aSessionThatRanOutGetsNothingMore() async throws {
    let world = try await World()
    world.advance(1_000_000_001)
    #expect(try await tokens(world, world.doctor).isEmpty)
  }

  @Test func aDeadTokenIsPruned() async throws {
    let world = try await World()
    world.failure.value.withLock { $0 = .gone }
    try await world.say("x")
    _ = try await world.settle()
    #expect(try await tokens(world, world.doctor).isEmpty)
  }

  @Test func anOlderAnswerDoesNotPruneANewerToken() async throws {
    let world = try await World()
    let device = try #require(try await world.store.read { try $0.devices.list(of: world.doctor, at: start).first })
    try await world.pushes.register(token: "newer", language: "ko", of: world.session)
    try await world.store.write { try $0.devices.prune(device.id, token: device.token) }
    #expect(try await tokens(world, world.doctor) == ["newer"])
  }

  @Test func applesTokensAreKnownByTheirForm() async throws {
    let world = try await World()
    try await world.pushes.register(token: String(repeating: "0f", count: 32), language: "ko", of: world.session)
    #expect(try await world.store.read { try $0.devices.list(of: world.doctor, at: start).first?.way } == .apns)
    for bad in ["", "a b", "\u{0}", String(repeating: "x", count: 5_000), "ü"] {
      await #expect(throws: APIError.badRequest) {
        try await world.pushes.register(token: bad, language: "ko", of: world.session)
      }
    }
  }

  @Test func aSubscriptionMustLeadToAPushService() async throws {
    let world = try await World()
    let keys = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    var form = WebPushForm(endpoint: "https://push.example/1", p256dh: keys, auth: "BTBZMqHH6r4Tts7J_aSIgg")
    try await world.pushes.subscribe(form, language: "en", of: world.session)
    let device = try await world.store.read { try $0.devices.list(of: world.doctor, at: start).first }
    #expect(device?.way == .web && device?.language == "en" && device?.publicKey == keys)
    form.endpoint = "https://169.254.169.254/latest"
    await #expect(throws: APIError.badRequest) {
      try await world.pushes.subscribe(form, language: "ko", of: world.session)
    }
    try await world.pushes.drop(of: world.session)
    #expect(try await tokens(world, world.doctor).isEmpty)
  }
}

struct InboxTests {
  private func page(_ world: World, _ query: NoticeQuery = NoticeQuery()) async throws -> NoticePage {
    try await world.pushes.notices(query, of: world.doctor, language: "ko")
  }

  @Test func aRoomIsOneNoticeThatIsReadWithTheRoom() async throws {
    let world = try await World()
    try await world.say("하나")
    _ = try await world.settle()
    let seq = try await world.say("둘")
    _ = try await world.settle()
    var page = try await page(world)
    #expect(page.unread == 1 && page.notices.count == 1)
    #expect(page.notices.first?.title == "하늘" && page.notices.first?.body == "둘")
    #expect(page.notices.first?.target == "/chats/" + world.identifiers.id(world.room).text)
    #expect(world.told.entries.map(\.person) == [world.doctor, world.doctor])
    #expect(world.told.entries.last?.notice == page.notices.first)
    try await world.read(seq)
    page = try await self.page(world)
    #expect(page.unread == 0 && page.notices.first?.isRead == true)
    try await world.say("셋")
    _ = try await world.settle()
    #expect(try await self.page(world).unread == 1)
  }

  @Test func aDeletedMessageIsNotShown() async throws {
    let world = try await World()
    try await world.say("비밀")
    _ = try await world.settle()
    let room = world.room
    _ = try await world.store.write {
      try $0.connection.execute("UPDATE messages SET deleted_at = 1 WHERE room_id = ?1", [.integer(room.value)])
    }
    #expect(try await page(world).notices.first?.body == "새 메시지가 있습니다")
  }

  @Test func pagesFollowEachOtherWithoutAGap() async throws {
    let world = try await World()
    for number in 0..<7 {
      world.advance(number % 2 == 0 ? 1 : 0)
      let push = DirectPush(people: [world.identifiers.id(world.doctor)], title: "\(number)", body: "b")
      try await world.pushes.send(push, by: world.patient)
    }
    var (titles, cursor) = ([String](), "")
    repeat {
      let page = try await page(world, NoticeQuery(cursor: cursor, limit: 3))
      titles += page.notices.map(\.title)
      cursor = page.next
    } while !cursor.isEmpty
    #expect(titles == (0..<7).reversed().map { "하늘 · \($0)" })
    await #expect(throws: APIError.badRequest) { try await self.page(world, NoticeQuery(cursor: "x")) }
  }

  @Test func onlyOnesOwnAreMarked() async throws {
    let world = try await World()
    for title in ["a", "b"] {
      let push = DirectPush(people: [world.identifiers.id(world.doctor)], title: title, body: "b")
      try await world.pushes.send(push, by: world.patient)
    }
    let names = try await page(world).notices.map(\.id)
    #expect(try await world.pushes.markRead(.some(names), of: world.patient) == 0)
    #expect(try await page(world).unread == 2)
    #expect(try await world.pushes.markRead(.some([names[0], "nobody's"]), of: world.doctor) == 1)
    #expect(try await world.pushes.markRead(.all, of: world.doctor) == 0)
    #expect(try await page(world).notices.allSatisfy(\.isRead))
  }

  @Test func aDirectPushReachesPeopleOfOnesRoomsOnly() async throws {
    let world = try await World()
    let stranger = try await world.store.write { (tables) throws in
      try tables.people.insert(
        NewPerson(realm: .eyemon, email: "s@example.com", nick: "남", role: .doctor, passwordHash: "h"), at: start)
    }
    let doctor = world.identifiers.id(world.doctor)
    for other in [world.identifiers.id(try #require(stranger)), ID("x"), world.identifiers.id(world.patient)] {
      await #expect(throws: APIError.personNotFound) {
        try await world.pushes.send(DirectPush(people: [doctor, other], title: "t", body: "b"), by: world.patient)
      }
    }
    #expect(try await page(world).notices.isEmpty, "all or nobody")
    try await world.pushes.setLevel(.full, of: world.doctor)
    try await world.pushes.send(
      DirectPush(people: [doctor], title: "제목", subtitle: "부제", body: "내용"), by: world.patient)
    try await world.deliver()
    let push = world.sent.entries.first?.push
    #expect([push?.title, push?.subtitle, push?.body] == ["하늘 · 제목", "부제", "내용"], "nobody speaks for another")
    _ = try await world.store.write { try $0.blocks.insert(world.patient, by: world.doctor, at: start) }
    try await world.pushes.send(DirectPush(people: [doctor], title: "t", body: "b"), by: world.patient)
    try await world.deliver()
    #expect(world.sent.entries.count == 1 && world.told.entries.count == 1)
  }

  @Test func textsThatAreTooLongAreRefused() async throws {
    let world = try await World()
    let doctor = world.identifiers.id(world.doctor)
    for push in [
      DirectPush(people: [doctor], title: String(repeating: "x", count: 301), body: "b"),
      DirectPush(people: [doctor], title: "t", body: String(repeating: "x", count: 3_001)),
      DirectPush(people: [doctor], title: "t\u{0}", body: "b"),
      DirectPush(people: Array(repeating: doctor, count: 101), title: "t", body: "b"),
    ] {
      await #expect(throws: APIError.badRequest) { try await world.pushes.send(push, by: world.patient) }
    }
  }
}
