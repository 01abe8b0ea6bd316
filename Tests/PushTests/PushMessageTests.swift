import AccountContract
import Domain
import JSON
import Storage
import Testing
import Wire

@testable import Push

struct PushMessageTests {
  private let push = PushMessage(
    title: "김안과", subtitle: "부제", body: "안녕하세요", room: "r", topic: "t", target: "/chats/r")

  @Test func longTextsAreCutBetweenCharacters() {
    #expect(PushMessage.cut("가나다", to: 9) == "가나다")
    #expect(PushMessage.cut("가나다라", to: 9) == "가나…")
    #expect(PushMessage.cut("👨‍👩‍👧👨‍👩‍👧", to: 20) == "…")
    let long = PushMessage(title: "", body: String(repeating: "긴", count: 5_000), topic: "t").cut
    #expect(long.body.utf8.count <= PushMessage.bodyBytes)
  }

  @Test func applesPayloadIsTheOneThatOlderClientsRead() {
    let wanted: JSONValue = [
      "aps": ["alert": ["title": "김안과", "body": "안녕하세요", "subtitle": "부제"], "sound": "default"],
      "target": "/chats/r", "room_id": "r",
    ]
    #expect(APNsPush.json(push) == wanted)
  }

  @Test func firebaseGetsBoth() {
    let message = FCMPush.json(push, to: "d")["message"]
    #expect(message?["token"] == "d")
    #expect(message?["notification"] == ["title": "김안과", "body": "안녕하세요"])
    #expect(message?["data"]?["room_id"] == "r")
    #expect(message?["android"]?["collapse_key"] == "t")
    #expect(message?["apns"]?["payload"]?["room_id"] == "r")
  }

  @Test func firebasesAnswersSayWhetherADeviceIsGone() {
    func failure(_ status: Int, _ code: String?) -> PushFailure {
      let details: JSONValue = code.map { [["errorCode": .string($0)]] } ?? []
      return FCMPush.failure(HTTPResponse(status, body: JSONValue.object(["error": ["details": details]]).bytes))
    }
    #expect(failure(404, "UNREGISTERED") == .gone)
    #expect(failure(403, "SENDER_ID_MISMATCH") == .gone)
    #expect(failure(404, nil) != .gone)
    #expect(failure(400, "INVALID_ARGUMENT") == .never("the push service says 400"))
    #expect(failure(503, "UNAVAILABLE") == .again("the push service says 503"))
  }

  @Test func aServiceSaysHowLongToWait() {
    var response = HTTPResponse(429)
    response.headers.add("Retry-After", "30")
    #expect(PushFailure(status: 429, response) == .again("the push service says 429", afterMilliseconds: 30_000))
    #expect(PushFailure(status: 410, HTTPResponse(410)) == .gone)
    #expect(PushFailure(status: 413, HTTPResponse(413)) == .never("the push service says 413"))
  }

  @Test func nothingOfAMedicalTalkShowsUntilSomebodyWantsIt() {
    let said = PushWords.Said(sender: "김안과", text: "검사 결과입니다", hasFiles: false)
    func words(_ level: LockScreenLevel, _ language: String) -> [String] {
      let words = PushWords.message(said, app: .eyemon, level: level, language: language)
      return [words.title, words.body]
    }
    #expect(words(.none, "ko") == ["EyeMon", "새 메시지가 있습니다"])
    #expect(words(.sender, "en") == ["김안과", "You have a new message"])
    #expect(words(.full, "ja") == ["김안과", "검사 결과입니다"])
    #expect(LockScreenLevel.none == .preset(of: .eyemon))
  }
}

struct RoomQueueTests {
  private let room = RowID<Room>(1)

  @Test func whatIsSaidInOneBreathIsLookedAtOnce() {
    var queue = RoomQueue(gathering: 300, pause: 3_000)
    queue.said(in: room, now: 0)
    queue.said(in: room, now: 200)
    #expect(queue.take(now: 299, limit: 9).isEmpty)
    #expect(queue.take(now: 300, limit: 9) == [room])
    #expect(queue.take(now: 301, limit: 9).isEmpty)
    #expect(queue.isEmpty)
  }

  @Test func aTalkThatGoesOnIsLookedAtNowAndThen() {
    var queue = RoomQueue(gathering: 300, pause: 3_000)
    queue.said(in: room, now: 0)
    _ = queue.take(now: 300, limit: 9)
    queue.said(in: room, now: 400)
    #expect(queue.take(now: 3_299, limit: 9).isEmpty)
    #expect(queue.take(now: 3_300, limit: 9) == [room])
    queue.said(in: room, now: 60_000)
    #expect(queue.take(now: 60_300, limit: 9) == [room])
  }

  @Test func whoMayStillReadIsLookedAtAgain() {
    var queue = RoomQueue(gathering: 300, pause: 3_000)
    queue.said(in: room, now: 0)
    _ = queue.take(now: 300, limit: 9)
    queue.lookAgain(at: room, after: 2_000, now: 300)
    queue.said(in: room, now: 400)
    #expect(queue.take(now: 2_300, limit: 9) == [room])
  }

  @Test func theLongestDueComeFirstAndNoMoreThanWanted() {
    var queue = RoomQueue(gathering: 10, pause: 100)
    for number: Int64 in 1...5 { queue.said(in: RowID(number), now: 6 - number) }
    #expect(queue.take(now: 50, limit: 2) == [RowID(5), RowID(4)])
    #expect(queue.take(now: 50, limit: 9).count == 3)
  }
}
