import Contract
import Domain
import JSON
import Testing
import Wire

/// The bytes on the wire, letter by letter.
@Suite struct GoldenBodyTests {
  static let doctor = Person(id: ID("0d"), nick: "김눈", profileImage: "/data/p/1.jpg", introduction: "안과")
  static let patient = Person(id: ID("0a"), nick: "이환자")
  static let message = Message(
    id: ID("0c"), roomID: ID("0b"), seq: 3, clientID: "k-1", content: "안녕\n\"", files: ["/data/c/a.png"],
    sender: patient, createdAt: Timestamp(milliseconds: 1_747_131_600_000),
    updatedAt: Timestamp(milliseconds: 1_747_131_600_001))
  static let room = Room(
    id: ID("0b"), participants: [patient, doctor], createdAt: Timestamp(milliseconds: 0),
    updatedAt: Timestamp(milliseconds: 1_747_131_600_000), lastMessage: message, lastSeq: 3, unreadCount: 1,
    reads: [ReadPosition(personID: ID("0a"), seq: 3), ReadPosition(personID: ID("0d"), seq: 2, joinedSeq: 1)],
    version: 4, isMuted: true, pinned: message,
    consult: Consult(
      reservationID: "0e", start: Timestamp(milliseconds: 2_000), opensAt: Timestamp(milliseconds: 1_000),
      closesAt: Timestamp(milliseconds: 3_000), answerTime: "하루 안에"))

  static let messageText =
    #"{"chat_id":"0c","room_id":"0b","seq":3,"version":0,"client_id":"k-1","content":"안녕\n\"","#
    + #""createdAt":"2025-05-13T10:20:00.000Z","updatedAt":"2025-05-13T10:20:00.001Z","#
    + #""sender":{"user_id":"0a","nick":"이환자","introduction":"","name":"","hashTags":[]},"files":["/data/c/a.png"]}"#

  static let roomText =
    #"{"room_id":"0b","createdAt":"1970-01-01T00:00:00.000Z","updatedAt":"2025-05-13T10:20:00.000Z","participants":["#
    + #"{"user_id":"0a","nick":"이환자","introduction":"","name":"","hashTags":[]},"#
    + #"{"user_id":"0d","nick":"김눈","profileImage":"/data/p/1.jpg","introduction":"안과","name":"","hashTags":[]}],"#
    + #""lastChat":"# + messageText
    + #","last_seq":3,"unread_count":1,"reads":[{"user_id":"0a","seq":3,"joined_seq":0},"#
    + #"{"user_id":"0d","seq":2,"joined_seq":1}],"version":4,"muted":true,"pinned":"# + messageText
    + #","consult":{"reservation_id":"0e","opens_at":"1970-01-01T00:00:01.000Z","answer_time":"하루 안에","#
    + #""starts_at":"1970-01-01T00:00:02.000Z","closes_at":"1970-01-01T00:00:03.000Z"}}"#

  static let rich = Message(
    id: ID("0c"), roomID: ID("0b"), seq: 3, version: 7, clientID: nil, content: "@김눈", files: ["/data/c/a.pdf"],
    attachments: [
      Attachment(
        path: "/data/c/a.pdf", kind: .pdf, name: "검사.pdf", size: 5, width: 595, height: 842, pageCount: 2)
    ], sender: patient, createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 1),
    editedAt: Timestamp(milliseconds: 1),
    replyTo: Quote(id: ID("01"), seq: 1, senderID: ID("0d"), excerpt: "네", fileKind: .image), mentions: [ID("0d")],
    reactions: [Reaction(emoji: "👍", personIDs: [ID("0d"), ID("0a")])])
  static let richText =
    #"{"chat_id":"0c","room_id":"0b","seq":3,"version":7,"content":"@김눈","createdAt":"1970-01-01T00:00:00.000Z","#
    + #""updatedAt":"1970-01-01T00:00:00.001Z","editedAt":"1970-01-01T00:00:00.001Z","#
    + #""sender":{"user_id":"0a","nick":"이환자","introduction":"","name":"","hashTags":[]},"files":["/data/c/a.pdf"],"#
    + #""attachments":[{"path":"/data/c/a.pdf","kind":"pdf","name":"검사.pdf","size":5,"width":595,"height":842,"#
    + #""pages":2}],"reply_to":{"chat_id":"01","seq":1,"user_id":"0d","excerpt":"네","kind":"image"},"#
    + #""mentions":["0d"],"reactions":[{"emoji":"👍","user_ids":["0d","0a"]}]}"#

  static let tombstone = Message(
    id: ID("0c"), roomID: ID("0b"), seq: 3, version: 8, clientID: nil, content: "", sender: patient,
    createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 1), isDeleted: true)
  /// Clients that know no tombstones show the text.
  static let tombstoneText =
    #"{"chat_id":"0c","room_id":"0b","seq":3,"version":8,"content":"삭제된 메시지입니다.","#
    + #""createdAt":"1970-01-01T00:00:00.000Z","updatedAt":"1970-01-01T00:00:00.001Z","#
    + #""sender":{"user_id":"0a","nick":"이환자","introduction":"","name":"","hashTags":[]},"files":[],"deleted":true}"#

  static let session = SessionAnswer(
    person: doctor, email: "d@b.co", role: .doctor, accessToken: "a.a.a", refreshToken: "r.r.r")
  static let sessionText =
    #"{"user_id":"0d","email":"d@b.co","nick":"김눈","profileImage":"/data/p/1.jpg","introduction":"안과","#
    + #""role":"doctor","accessToken":"a.a.a","refreshToken":"r.r.r"}"#

  static let answers: [(Endpoint, Answer, String)] = [
    (.health, .note("ok"), #"{"message":"ok"}"#),
    (.validateEmail("a@b.co"), .note("사용 가능한 이메일입니다."), #"{"message":"사용 가능한 이메일입니다."}"#),
    (.join(JoinForm(email: "", password: "", nick: "")), .session(session), sessionText),
    (.login(LoginForm(email: "", password: "")), .session(session), sessionText),
    (.refresh(refreshToken: "r"), .session(session), sessionText),
    (.refreshWebSession(.eyemon), .session(session), sessionText), (.logout, .empty, ""),
    (
      .doctors, .doctors([Doctor(person: doctor, clinic: "밝은안과", specialty: "망막")]),
      #"{"data":[{"user_id":"0d","nick":"김눈","profileImage":"/data/p/1.jpg","introduction":"안과","#
        + #""clinic":"밝은안과","specialty":"망막"}]}"#
    ),
    (.doctors, .doctors([]), #"{"data":[]}"#), (.rooms, .rooms([room]), #"{"data":["# + roomText + "]}"),
    (.openRoom(opponent: ID("0d")), .room(room), roomText),
    (.messages(room: ID("0b"), after: nil), .messages([message]), #"{"data":["# + messageText + "]}"),
    (.send(room: ID("0b"), MessageDraft(content: "x")), .message(message), messageText),
    (.markRead(room: ID("0b"), seq: 3), .empty, ""), (.markAllRead([]), .empty, ""),
    (.edit(room: ID("0b"), message: ID("0c"), MessageEdit(content: "x")), .message(rich), richText),
    (.delete(room: ID("0b"), message: ID("0c")), .message(tombstone), tombstoneText),
    (
      .history(room: ID("0b"), before: nil, limit: nil),
      .history(MessagePage(messages: [message], version: 9, lastSeq: 3)),
      #"{"data":["# + messageText + #"],"version":9,"last_seq":3}"#
    ),
    (
      .changes(room: ID("0b"), after: 1, limit: nil),
      .changes(ChangePage(messages: [], version: 9, lastSeq: 3, hasMore: true)),
      #"{"data":[],"version":9,"last_seq":3,"more":true}"#
    ),
    (.search(MessageSearch(text: "x")), .found(SearchPage(messages: [])), #"{"data":[],"next_cursor":"0"}"#),
    (
      .search(MessageSearch(text: "x")), .found(SearchPage(messages: [message], nextCursor: "k")),
      #"{"data":["# + messageText + #"],"next_cursor":"k"}"#
    ),
    (.pin(room: ID("0b"), message: nil), .room(room), roomText),
    (.blocks, .people([]), #"{"data":[]}"#), (.block(person: ID("0a"), isBlocked: true), .empty, ""),
    (
      .fileLink(path: "/data/chats/a.png"),
      .fileLink(FileLink(url: "/v1/data/chats/a.png?token=t", expiresInSeconds: 60)),
      #"{"url":"/v1/data/chats/a.png?token=t","expires_in":60}"#
    ),
  ]

  @Test(arguments: answers)
  func answersPrintAndReadBack(endpoint: Endpoint, answer: Answer, text: String) throws {
    let response = answer.response
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == text)
    #expect(response.headers["Content-Type"] == (text.isEmpty ? nil : "application/json; charset=utf-8"))
    #expect(try Answer(parsing: response, for: endpoint) == answer)
  }

  @Test func requestBodiesHoldTheNamesOfTheReference() {
    let join = JoinForm(email: "a@b.co", password: "p", nick: "n", phoneNumber: "010", introduction: "i")
    #expect(
      body(.join(join)) == #"{"email":"a@b.co","password":"p","nick":"n","phoneNum":"010","introduction":"i"}"#)
    #expect(body(.login(LoginForm(email: "a@b.co", password: "p"))) == #"{"email":"a@b.co","password":"p"}"#)
    #expect(body(.openRoom(opponent: ID("0d"))) == #"{"opponent_id":"0d"}"#)
    #expect(body(.send(room: ID("0b"), MessageDraft(content: "x"))) == #"{"content":"x","files":[]}"#)
    #expect(
      body(.send(room: ID("0b"), MessageDraft(clientID: "c", content: "x", files: ["/f"])))
        == #"{"content":"x","files":["/f"],"client_id":"c"}"#)
    #expect(body(.markRead(room: ID("0b"), seq: 9)) == #"{"seq":9}"#)
    #expect(body(.rooms) == "")
  }

  @Test func requestsHoldTheirHeaders() {
    let send = Endpoint.markRead(room: ID("0b"), seq: 9).request(key: "eyemon", accessToken: "a")
    #expect(send.headers == ["SeSACKey": "eyemon", "Authorization": "a", "Content-Type": "application/json"])
    #expect(send.target == "/v1/chats/0b/read")
    let login = Endpoint.login(LoginForm(email: "a", password: "b")).request(key: "k", accessToken: "a", web: true)
    #expect(login.headers == ["SeSACKey": "k", "X-Maru-Web": "1", "Content-Type": "application/json"])
    let refresh = Endpoint.refresh(refreshToken: "r").request(key: "k", accessToken: "a")
    #expect(refresh.headers == ["SeSACKey": "k", "Authorization": "a", "RefreshToken": "r"])
    let web = Endpoint.refreshWebSession(.eyemonDoctor).request(key: "k")
    #expect(web.headers == ["SeSACKey": "k", "X-Maru-Web": "1"])
    #expect(web.target == "/v1/web/eyemon-doctor/session/refresh")
    let list = Endpoint.messages(room: ID("0b"), after: Timestamp(milliseconds: 0)).request(key: "k")
    #expect(list.target == "/v1/chats/0b?next=1970-01-01T00%3A00%3A00.000Z")
  }

  private func body(_ endpoint: Endpoint) -> String {
    String(decoding: endpoint.request(key: "k").body, as: UTF8.self)
  }
}
