import AccountContract
import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct PrivacyFormTests {
  static let date = Timestamp(milliseconds: 1_750_000_000_123)

  @Test func statesOfTheArchiveComeBack() throws {
    for state in [
      ExportState(stage: .none), ExportState(stage: .preparing, createdAt: Self.date, expiresAt: Self.date),
      ExportState(stage: .ready, createdAt: Self.date, expiresAt: Self.date, size: 1 << 40, url: "/v1/data/exports/x"),
    ] {
      #expect(try AccountAPI.export.read(AccountAPI.export.response(state)) == state)
    }
  }

  @Test func whatStandsInTheWayIsListed() throws {
    let open = [OpenMatter(kind: .reservation, id: "r", title: "밝은마루안과", at: Self.date)]
    let response = APIError.openReservations(open)
    #expect(response.status == 409)
    let body = try JSONValue(parsing: response.body)
    #expect(body["code"] == "open_reservations")
    #expect(body["open"]?.array?.count == 1)
    #expect(throws: APIError.openReservations) { try AccountAPI.erase.read(response) }
    let preview = ErasePreview(open: open, hasPassword: true, isFresh: false)
    #expect(try AccountAPI.erasePreview.read(AccountAPI.erasePreview.response(preview)) == preview)
  }

  @Test func erasingTakesAPasswordOrNothing() throws {
    let with = AccountAPI.erase.request("pass1234!", key: "eyemon", accessToken: "t")
    #expect(try AccountAPI.erase.read(with, parameters: []) == "pass1234!")
    let without = AccountAPI.erase.request(nil, key: "eyemon", accessToken: "t")
    #expect(without.body.isEmpty)
    #expect(try AccountAPI.erase.read(without, parameters: []) == nil)
    let gone = Withdrawn(id: ID("a"), email: "a@example.com", nick: "하늘")
    #expect(try AccountAPI.withdraw.read(AccountAPI.withdraw.response(gone)) == gone)
  }

  @Test func recordsComeInPages() throws {
    let entry = ActivityEntry(
      id: "1", kind: "signed_in", actor: "person", detail: "Safari", address: "192.0.2.1", at: Self.date)
    let page = RecordPage(entries: [entry], next: nil)
    let response = AccountAPI.activity.response(page)
    #expect(try JSONValue(parsing: response.body)["next_cursor"] == "0")
    let read = try AccountAPI.activity.read(response)
    #expect(read.entries == [entry] && read.next == nil)
    let opening = FileOpeningEntry(
      id: "2", path: "/data/chats/a.png", title: "눈.png", kind: .image, roomID: ID("r"),
      person: Person(id: ID("d"), nick: "김서윤"), isMe: false, variant: "original", at: Self.date)
    let openings = try AccountAPI.fileOpenings.read(
      AccountAPI.fileOpenings.response(RecordPage(entries: [opening], next: "n")))
    #expect(openings.entries == [opening] && openings.next == "n")
  }

  @Test func limitsOfPagesAreKept() throws {
    func read(_ target: String) throws(APIError) -> RecordQuery {
      try AccountAPI.activity.read(HTTPRequest(.get, "/v1/me/activity", query: Query(parsing: target)), parameters: [])
    }
    #expect(try read("") == RecordQuery())
    #expect(try read("cursor=abc&limit=5") == RecordQuery(cursor: "abc", limit: 5))
    #expect(try read("limit=9223372036854775807").limit == 100)
    #expect(try read("limit=-1").limit == 1)
    #expect(throws: APIError.badRequest) { try read("limit=x") }
  }
}
