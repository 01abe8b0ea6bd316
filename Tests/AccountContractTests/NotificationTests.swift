import AccountContract
import Contract
import Domain
import JSON
import Testing
import Wire

struct NotificationTests {
  private func again<Input, Output>(_ call: APICall<Input, Output>, _ value: Input) throws -> Input {
    let request = call.request(value, key: "eyemon", accessToken: "t")
    return try call.read(
      request, parameters: try #require(call.outline.parameters(request.method, RequestPath(request.path))))
  }

  @Test func requestsAreReadAsTheyWerePrinted() throws {
    #expect(try again(AccountAPI.deviceToken, "abc") == "abc")
    let form = WebPushForm(endpoint: "https://push.example/1", p256dh: "BA", auth: "AA")
    #expect(try again(AccountAPI.subscribe, form) == form)
    for level in LockScreenLevel.allCases {
      #expect(try again(AccountAPI.setNotificationSettings, level) == level)
    }
    let query = NoticeQuery(cursor: "12.3", limit: 5)
    #expect(try again(AccountAPI.notices, query) == query)
    #expect(try again(AccountAPI.notices, NoticeQuery()) == NoticeQuery())
    for read in [ReadNotices.all, .some(["a", "b"]), .some([])] {
      #expect(try again(AccountAPI.readNotices, read) == read)
    }
    for people in [[ID<Person>("a")], [ID("a"), ID("b")]] {
      let push = DirectPush(people: people, title: "제목", subtitle: "부제", body: "내용")
      #expect(try again(AccountAPI.directPush, push) == push)
    }
  }

  @Test func aPageIsReadAsItWasPrinted() throws {
    let notice = Notice(
      id: "n", kind: .message, title: "김안과", body: "안녕하세요", target: "/chats/r", createdAt: Timestamp(milliseconds: 5),
      isRead: false)
    let page = NoticePage(notices: [notice], next: "c", unread: 1)
    #expect(try AccountAPI.notices.read(AccountAPI.notices.response(page)) == page)
    #expect(try AccountAPI.readNotices.read(AccountAPI.readNotices.response(3)) == 3)
  }

  @Test func aKindOfALaterVersionIsShown() throws {
    let json: JSONObject = ["id": "n", "kind": "party", "created_at": "2026-01-01T00:00:00.000Z", "is_read": true]
    #expect(try Notice.form.read(BodyFields(json)).kind == .system)
  }

  @Test func theFormsOfOlderClientsAreRead() throws {
    let call = AccountAPI.directPush
    for (members, people) in [
      (["user_id": "a"], ["a"]), (["user_ids": ["a", "b"]], ["a", "b"]), (["user_ids": "a"], ["a"]),
    ] as [(JSONObject, [String])] {
      var object = members
      object["title"] = "t"
      object["body"] = "b"
      var request = HTTPRequest(.post, "/v1/notifications/push")
      request.headers.add("Content-Type", "application/json")
      request.body = JSONValue.object(object).bytes
      #expect(try call.read(request, parameters: []).people.map(\.text) == people)
    }
  }

  @Test func whatIsMissingIsRefused() {
    func refusal<Input, Output>(_ call: APICall<Input, Output>, _ body: JSONValue) -> APIError? {
      var request = HTTPRequest(call.outline.method, call.outline.template)
      request.headers.add("Content-Type", "application/json")
      request.body = body.bytes
      do {
        _ = try call.read(request, parameters: [])
        return nil
      } catch { return error }
    }
    #expect(refusal(AccountAPI.deviceToken, [:]) == .missingValue)
    #expect(refusal(AccountAPI.deviceToken, ["deviceToken": ""]) == .missingValue)
    #expect(refusal(AccountAPI.setNotificationSettings, ["level": "loud"]) == .badRequest)
    #expect(refusal(AccountAPI.directPush, ["title": "t", "body": "b"]) == .missingValue)
    #expect(refusal(AccountAPI.directPush, ["user_id": "a", "title": "", "body": "b"]) == .missingValue)
    #expect(refusal(AccountAPI.readNotices, [:]) == .missingValue)
    #expect(refusal(AccountAPI.readNotices, ["ids": [1]]) == .badRequest)
  }
}
