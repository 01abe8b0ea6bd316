import Domain
import Providers
import Storage
import Testing
import Wire

/// A browser's way to a provider's page and back.
@Suite struct FlowTests {
  @Test(arguments: Provider.allCases)
  func theWayThereAndBackProvesThePerson(provider: Provider) async throws {
    let world = try await World.make()
    let start = try await world.begin(provider, target: "chats")
    let end = try await world.end(world.consent(start, provider), provider, bindings: ["x", start.binding])
    #expect(end.app == .eyemon && end.target == "chats")
    #expect(end.proof.email == "haneul@standin.test")
    #expect(end.proof.name == "강하늘")
    #expect((end.proof.grant != nil) == (provider == .apple))
    #expect(try await world.store.read { try $0.providers.countFlows() } == 0)
  }

  @Test func appleTellsTheNameOnce() async throws {
    let world = try await World.make()
    for name in ["강하늘", ""] {
      let start = try await world.begin(.apple)
      let end = try await world.end(world.consent(start, .apple), .apple, bindings: [start.binding])
      #expect(end.proof.name == name)
    }
  }

  @Test(arguments: Provider.allCases)
  func turningBackIsNoFault(provider: Provider) async throws {
    let world = try await World.make()
    let start = try await world.begin(provider)
    let answer = try await world.consent(start, provider, choice: "cancel")
    await #expect(throws: ProviderError.cancelled) {
      try await world.end(answer, provider, bindings: [start.binding])
    }
  }

  @Test(arguments: Provider.allCases)
  func aStateWorksOnce(provider: Provider) async throws {
    let world = try await World.make()
    let start = try await world.begin(provider)
    let answer = try await world.consent(start, provider)
    _ = try await world.end(answer, provider, bindings: [start.binding])
    await #expect(throws: ProviderError.unknownFlow) {
      try await world.end(answer, provider, bindings: [start.binding])
    }
  }

  @Test(arguments: Provider.allCases)
  func aStateOfAnotherBrowserIsRefused(provider: Provider) async throws {
    let world = try await World.make()
    let mine = try await world.begin(provider)
    let theirs = try await world.begin(provider)
    let answer = try await world.consent(theirs, provider)
    for bindings in [[], [mine.binding], [""], [answer.state]] {
      await #expect(throws: ProviderError.unknownFlow) { try await world.end(answer, provider, bindings: bindings) }
    }
    // And stays good for the browser that began it.
    _ = try await world.end(answer, provider, bindings: [theirs.binding])
  }

  /// A browser sends the cookies of what it gave up first: the flow that is ending is the last of them.
  @Test func whatWasGivenUpHoldsUpNoLaterFlow() async throws {
    let world = try await World.make()
    var bindings: [String] = []
    for _ in 0..<20 { bindings.append(try await world.begin(.kakao).binding) }
    let start = try await world.begin(.kakao)
    bindings.append(start.binding)
    _ = try await world.end(world.consent(start, .kakao), .kakao, bindings: bindings)
  }

  @Test func aStateOfAnotherProviderOrAppIsRefused() async throws {
    let world = try await World.make()
    let start = try await world.begin(.kakao)
    let answer = try await world.consent(start, .kakao)
    await #expect(throws: ProviderError.unknownFlow) {
      try await world.end(answer, .apple, bindings: [start.binding])
    }
    let other = try await world.begin(.kakao)
    let second = try await world.consent(other, .kakao)
    await #expect(throws: ProviderError.unknownFlow) {
      try await world.providers.take(second, .kakao, app: .eyemonDoctor, bindings: [other.binding])
    }
  }

  @Test func tooLateIsTooLate() async throws {
    let world = try await World.make()
    let start = try await world.begin(.kakao)
    let answer = try await world.consent(start, .kakao)
    world.time.pass(seconds: 601)
    await #expect(throws: ProviderError.unknownFlow) {
      try await world.end(answer, .kakao, bindings: [start.binding])
    }
    // What is over goes when the next one begins.
    _ = try await world.begin(.kakao)
    #expect(try await world.store.read { try $0.providers.countFlows() } == 1)
  }

  /// Somebody else's code, brought into one's own flow.
  @Test(arguments: Provider.allCases)
  func aCodeOfAnotherFlowIsRefused(provider: Provider) async throws {
    let world = try await World.make()
    let theirs = try await world.begin(provider)
    let stolen = try await world.consent(theirs, provider)
    let mine = try await world.begin(provider)
    var answer = try await world.consent(mine, provider)
    answer.code = stolen.code
    await expectRefused { _ = try await world.end(answer, provider, bindings: [mine.binding]) }
  }

  @Test(arguments: ["audience", "expired", "signature", "unsigned", "symmetric", "confused", "nonce", "future"])
  func appleTokensForACodeAreCheckedToo(fault: String) async throws {
    let world = try await World.make()
    let start = try await world.begin(.apple)
    let answer = try await world.consent(start, .apple, fault: fault)
    await expectRefused { _ = try await world.end(answer, .apple, bindings: [start.binding]) }
  }

  @Test(
    arguments: [
      (nil, ""), ("chats", "chats"), ("me/ways", "me/ways"),
      ("chats/0123456789abcdef01234567", "chats/0123456789abcdef01234567"),
      ("//evil.example", ""), ("https://evil.example", ""), ("../x", ""), ("chats/..", ""), ("chats/0123", ""),
      ("chats\r\nX: y", ""), ("settings?x", ""), ("/chats", ""), ("chats/0123456789ABCDEF01234567", ""),
    ] as [(String?, String)])
  func onlyPlacesOfTheListAreReturnedTo(wanted: String?, place: String) {
    #expect(ReturnTarget.checked(wanted) == place)
  }
}

@Suite struct NoticeTests {
  private func payload(
    _ world: World, _ kind: String, fault: String = "none", _ more: [String: String] = [:]
  ) async throws -> String {
    let form = ["type": kind, "person": "41001", "fault": fault].merging(more) { $1 }
    let answer = await world.post("/trial/notice", form)
    let text = String(decoding: answer.body, as: UTF8.self)
    return try #require(text.split(separator: "\"").last { $0.count > 20 }.map(String.init))
  }

  @Test func noticesSayWhatHappenedToWhom() async throws {
    let world = try await World.make()
    for (name, kind) in [
      ("consent-revoked", AppleNotice.Kind.consentRevoked), ("account-delete", .accountDeleted),
      ("account-deleted", .accountDeleted), ("email-disabled", .emailDisabled), ("email-enabled", .emailEnabled),
      ("something-new", .other),
    ] {
      let notice = try await world.providers.notice(payload(world, name))
      #expect(notice.kind == kind)
      #expect(notice.subject.hasPrefix("0041001."))
      #expect(notice.at == world.time.value)
    }
  }

  /// Apple's documents show both, and an example without an end.
  @Test func timesAreReadInSecondsAndInMilliseconds() async throws {
    let world = try await World.make()
    let second = world.time.value.milliseconds / 1_000
    for (text, milliseconds) in [("\(second)", second * 1_000 + 999), ("\(second * 1_000 + 7)", second * 1_000 + 7)] {
      let notice = try await world.providers.notice(payload(world, "consent-revoked", ["at": text, "end": "none"]))
      #expect(notice.at.milliseconds == milliseconds)
    }
    let late = try await payload(world, "consent-revoked", ["end": "none"])
    world.time.pass(seconds: 7 * 86_400)
    await expectRefused { _ = try await world.providers.notice(late) }
  }

  @Test func aNoticeThatComesAgainHasTheSameName() async throws {
    let world = try await World.make()
    var names: [String] = []
    for id in ["1", "1", "2"] {
      names.append(try await world.providers.notice(payload(world, "consent-revoked", ["id": id])).name)
    }
    #expect(names[0] == names[1] && names[1] != names[2])
    let address = "x@privaterelay.appleid.com"
    let off = try await world.providers.notice(payload(world, "email-disabled", ["email": address]))
    #expect(off.email == address)
  }

  @Test(arguments: ["audience", "signature", "unsigned", "symmetric", "confused", "stranger"])
  func noticesOfOthersAreRefused(fault: String) async throws {
    let world = try await World.make()
    let text = try await payload(world, "account-delete", fault: fault)
    await expectRefused { _ = try await world.providers.notice(text) }
  }

  @Test func anIdentityTokenIsNoNotice() async throws {
    let world = try await World.make()
    let token = try await world.token(.apple)
    await expectRefused { _ = try await world.providers.notice(token) }
  }
}

@Suite struct GrantTests {
  private func refusal(_ status: Int, _ body: String, _ provider: Provider) async -> ProviderError? {
    do {
      let world = try await World.make { _ in HTTPResponse(status, body: Array(body.utf8)) }
      let row = world.providers.sealed(
        ProviderProof(provider: .apple, subject: "a", grant: ProviderGrant(client: "c", token: "t")))
      try await world.providers.leave(provider, subject: "41001", grant: row)
      return nil
    } catch { return error as? ProviderError }
  }

  @Test func whatWasGivenBackBeforeIsGivenBack() async {
    #expect(await refusal(400, #"{"msg":"not linked","code":-101}"#, .kakao) == nil)
    #expect(await refusal(400, #"{"error":"invalid_grant"}"#, .apple) == nil)
  }

  /// A wrong key of ours is no proof that somebody is forgotten.
  @Test(arguments: [
    (401, #"{"code":-401}"#), (400, #"{"code":-2}"#), (400, #"{"error":"invalid_client"}"#), (400, "<html>"), (302, ""),
    (500, ""),
  ])
  func whatIsNotClearIsTriedAgain(status: Int, body: String) async {
    for provider in [Provider.kakao, .apple] {
      #expect(await refusal(status, body, provider) == .unavailable("status \(status)"))
    }
  }

  @Test func grantsAreSealedAndGivenBack() async throws {
    let world = try await World.make()
    let start = try await world.begin(.apple)
    let end = try await world.end(world.consent(start, .apple), .apple, bindings: [start.binding])
    let grant = try #require(end.proof.grant)
    let row = try #require(world.providers.sealed(end.proof))
    #expect(!row.sealed.contains(grant.token))
    try await world.providers.leave(.apple, subject: end.proof.subject, grant: row)
    try await world.providers.leave(.kakao, subject: "41001", grant: nil)
    let record = await world.standIn.answer(HTTPRequest(.get, "/trial/record"))
    let text = String(decoding: record.body, as: UTF8.self)
    #expect(text.contains("\"revoked\":[\"\(end.proof.subject)\"]"))
    #expect(text.contains("\"unlinked\":[\"41001\"]"))
    // A second time does no harm.
    try await world.providers.leave(.apple, subject: end.proof.subject, grant: row)
  }
}
