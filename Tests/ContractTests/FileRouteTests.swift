import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct FileRouteTests {
  static let routes: [FileRoute] = [
    .upload(room: ID("00ff")), .resumableOptions, .resumableCreate(room: ID("00ff")), .resumableHead(upload: "0a"),
    .resumablePatch(upload: "0a"), .resumableDelete(upload: "0a"),
    .data(FileRequest(path: "/data/chats/0a.jpg")),
    .data(FileRequest(path: "/data/chats/0a.pdf", width: 640, page: 1, token: "a.b")),
  ]

  @Test(arguments: routes) func whatIsPrintedReadsBack(_ route: FileRoute) {
    let request = route.request(key: "eyemon", accessToken: "t")
    #expect(FileRoute(request) == route)
    #expect(request.headers["SeSACKey"] == "eyemon" && request.headers["Authorization"] == "t")
  }

  @Test(arguments: [
    (HTTPMethod.get, "/v1/chats/a/files"), (.post, "/v1/data/chats/a"), (.get, "/v1/data/a"), (.get, "/data/chats/a"),
    (.put, "/v1/uploads/a"), (.post, "/v1/uploads"), (.get, "/v1/data/chats/a/b"), (.get, ""), (.post, "/v1/uploads/a"),
  ])
  func otherRequestsAreForNoFile(_ method: HTTPMethod, _ path: String) { #expect(FileRoute(method, path) == nil) }

  @Test func aMethodMayStandInAFieldOfAPost() {
    var request = HTTPRequest(.post, "/v1/uploads/0a", headers: ["X-HTTP-Method-Override": "PATCH"])
    #expect(FileRoute(request) == .resumablePatch(upload: "0a"))
    request.path = "/v1/data/chats/a"
    request.headers["X-HTTP-Method-Override"] = "GET"
    #expect(FileRoute(request) == nil)
  }

  @Test(arguments: [(1, 160), (160, 160), (161, 320), (2048, 2048), (2049, 2048), (.max, 2048)])
  func widthsAreRoundedUp(_ asked: Int, _ made: Int) { #expect(FileRequest.rounded(asked) == made) }

  @Test func aNumberThatIsNoneAsksForTheOriginal() {
    let query: Query = ["width": "-1", "page": "x", "token": ""]
    #expect(FileRoute(.get, "/v1/data/chats/a", query: query) == .data(FileRequest(path: "/data/chats/a")))
  }
}

@Suite struct UploadAnswerTests {
  private let attachment = Attachment(
    path: "/data/chats/a.jpg", kind: .image, name: "눈\u{1F441} \"x\".jpg", size: 5, width: 4, height: 3)

  @Test func answersReadBack() throws {
    let answer = UploadAnswer(attachments: [attachment])
    #expect(try UploadAnswer(parsing: answer.response) == answer)
    #expect(answer.json["files"]?.array == ["/data/chats/a.jpg"])
  }

  @Test func anOlderServerGivesPathsOnly() throws {
    let response = HTTPResponse(200, json: ["files": ["/data/chats/a.jpg"]])
    #expect(try UploadAnswer(parsing: response).attachments.map { $0.path } == ["/data/chats/a.jpg"])
    #expect(throws: APIError.unreadable) { try UploadAnswer(parsing: HTTPResponse(200)) }
    #expect(throws: APIError.fileCount) { try UploadAnswer(parsing: APIError.fileCount.response) }
  }

  @Test func anAttachmentFitsInAHeader() {
    let text = Tus.header(attachment)
    #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    #expect(Tus.attachment([Tus.attachmentHeader: text]) == attachment)
    #expect(Tus.attachment([:]) == nil)
  }

  @Test func metadataReadsBackAndBrokenOneDoesNot() throws {
    let text = Tus.metadata([("filename", "눈.mp4"), ("empty", "")])
    let pairs = try #require(Tus.readMetadata(text))
    #expect(pairs.map { $0.key } == ["filename", "empty"] && pairs.map { $0.value } == ["눈.mp4", ""])
    #expect(Tus.readMetadata("")?.isEmpty == true)
    for broken in ["a !!!", "a YQ== b", "a /w=="] { #expect(Tus.readMetadata(broken) == nil) }
  }
}
