import AccountContract
import Accounts
import Contract
import Domain
import Foundation
import Push
import ServerApp
import Sockets
import Storage
import Testing
import Wire

/// Limits of sign-ins, by address and by account.
struct LimitTests {
  private func signIn(
    _ client: Client, _ email: String, _ word: String = "wrong!2345", from address: String
  ) async throws -> HTTPResponse {
    var request = Endpoint.login(LoginForm(email: email, password: word)).request(key: "eyemon")
    request.headers["X-Forwarded-For"] = address
    return try await client.send(request)
  }

  @Test func manyAddressesTogetherGetNoFurtherWithOneAccount() async throws {
    let client = try await Client(.inProcess) {
      $0.proxies.count = 1
      $0.accounts.triesPerAccount = 3
    }
    let person = try await client.join()
    for number in 1...3 {
      #expect(try await signIn(client, person.session.email, from: "192.0.2.\(number)").status == 401)
    }
    let refused = try await signIn(client, person.session.email.uppercased(), password, from: "192.0.2.9")
    #expect(refused.status == 429)
    let seconds = try #require(refused.headers["Retry-After"].flatMap { Int($0) })
    #expect((1...201).contains(seconds))
    // Somebody else is not held up, and neither is who is signed in.
    #expect(try await signIn(client, "other@example.com", from: "192.0.2.9").status == 401)
    _ = try await client.call(.rooms, as: person)
  }

  /// The account is found whatever the spelling, so all spellings are one to the limit.
  @Test func spellingsOfOneAddressAreCountedTogether() async throws {
    let client = try await Client(.inProcess) {
      $0.proxies.count = 1
      $0.accounts.triesPerAccount = 2
      $0.accounts.checksPerEmail = 2
    }
    let person = try await client.join()
    let email = person.session.email
    let spellings = [email, wide(email), email.replacingOccurrences(of: "com", with: "ｃom")]
    for (number, spelling) in spellings.enumerated() {
      let status = try await signIn(client, spelling, from: "192.0.2.\(number + 1)").status
      #expect(status == (number < 2 ? 401 : 429), "\(spelling)")
    }
    for (number, spelling) in spellings.enumerated() {
      var request = Endpoint.validateEmail(spelling).request(key: "eyemon")
      request.headers["X-Forwarded-For"] = "192.0.2.\(number + 1)"
      // Signing up was the first question whether somebody has the address.
      #expect(try await client.send(request).status == (number < 1 ? 409 : 429), "\(spelling)")
    }
  }

  /// 409 tells that somebody has the address, as a check does.
  @Test func signUpsAskForAnAddressAsChecksDo() async throws {
    let client = try await Client(.inProcess) {
      $0.proxies.count = 1
      $0.accounts.checksPerEmail = 2
    }
    let person = try await client.join()
    let form = JoinForm(email: person.session.email, password: password, nick: "바다")
    var statuses: [Int] = []
    for number in 1...3 {
      var request = Endpoint.join(form).request(key: "eyemon")
      request.headers["X-Forwarded-For"] = "192.0.2.\(number)"
      statuses.append(try await client.send(request).status)
    }
    #expect(statuses == [409, 429, 429])
  }

  /// The same text in the wide forms of its signs.
  private func wide(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.compactMap { UnicodeScalar($0.value + 0xFEE0) }))
  }

  @Test func anAccountThatIsNotThereIsCountedAlike() async throws {
    let client = try await Client(.inProcess) { $0.accounts.triesPerAccount = 1 }
    #expect(try await signIn(client, "nobody@example.com", from: "").status == 401)
    #expect(try await signIn(client, "nobody@example.com", from: "").status == 429)
  }

  @Test func whatGoesWellDoesNotCount() async throws {
    let client = try await Client(.inProcess) { $0.accounts.triesPerAccount = 2 }
    let person = try await client.join()
    for _ in 0..<5 { #expect(try await signIn(client, person.session.email, password, from: "").status == 200) }
  }

  @Test func aRestartGivesNobodyNewTries() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    for (turn, status) in [401, 429].enumerated() {
      let client = try await Client(.inProcess) {
        $0.dataFolder = path
        $0.accounts.triesPerMinute = 1
      }
      #expect(try await signIn(client, "a\(turn)@example.com", from: "").status == status)
      await client.server.stop()
    }
  }
}

/// Tries that were used up before a restart are used up after it, whatever was tried.
struct KeptLimitTests {
  /// Each of these would be answered otherwise than with 429, were it the first one.
  private func twice(
    _ change: @escaping (inout ServerSettings) -> Void,
    _ attempt: (Client, SignedIn) async throws -> HTTPResponse
  ) async throws -> [Int] {
    let folder = try TemporaryFolder()
    var person: SignedIn?
    var statuses: [Int] = []
    for turn in 0..<2 {
      let client = try await Client(.inProcess) {
        $0.dataFolder = folder.path + "/data"
        $0.proxies.count = 1
        change(&$0)
      }
      if turn == 0 { person = try await client.join() }
      statuses.append(try await attempt(client, #require(person)).status)
      await client.server.stop()
    }
    return statuses
  }

  private func sent(_ request: HTTPRequest, from address: String, _ client: Client) async throws -> HTTPResponse {
    var request = request
    request.headers["X-Forwarded-For"] = address
    return try await client.send(request)
  }

  @Test func checksOfOneAddressStayCounted() async throws {
    let statuses = try await twice {
      $0.accounts.checksPerEmail = 1
    } _: { client, _ in
      let network = "192.0.2.\(Int.random(in: 1...254))"
      return try await sent(Endpoint.validateEmail("free@example.com").request(key: "eyemon"), from: network, client)
    }
    #expect(statuses == [200, 429])
  }

  @Test func codesOfOneNetworkStayCounted() async throws {
    var number = 0
    let statuses = try await twice {
      $0.accounts.codesPerMinute = 1
    } _: { client, _ in
      number += 1
      let request = AccountAPI.requestReset.request("a\(number)@example.com", key: "eyemon")
      return try await sent(request, from: "192.0.2.1", client)
    }
    #expect(statuses == [200, 429])
  }

  @Test func wrongPasswordsOfWhoIsSignedInStayCounted() async throws {
    let statuses = try await twice {
      $0.accounts.triesPerMinute = 1
    } _: { client, person in
      let form = PasswordChange(password: "wrong!2345", newPassword: "other!2345")
      let token = person.session.accessToken
      return try await client.send(AccountAPI.changePassword.request(form, key: "eyemon", accessToken: token))
    }
    #expect(statuses == [400, 429])
  }

  @Test func wrongPasswordsAtTheWayOutStayCounted() async throws {
    let statuses = try await twice {
      $0.accounts.triesPerMinute = 1
    } _: { client, person in
      let token = person.session.accessToken
      return try await client.send(AccountAPI.erase.request("wrong!2345", key: "eyemon", accessToken: token))
    }
    #expect(statuses == [400, 429])
  }

  @Test func proofsOfProvidersStayCounted() async throws {
    let statuses = try await twice {
      $0.accounts.triesPerMinute = 1
    } _: { client, _ in
      let request = AccountAPI.kakaoLogin.request(ProviderLogin(token: "t"), key: "eyemon")
      return try await sent(request, from: "192.0.2.1", client)
    }
    #expect(statuses == [404, 429])
  }

  @Test func messagesToTelephonesStayCounted() async throws {
    var number = 0
    let statuses = try await twice {
      $0.accounts.messagesPerHour = 1
      $0.isPhoneOpen = true
    } _: { client, _ in
      number += 1
      let request = AccountAPI.sendPhoneCode.request("010-1234-567\(number)", key: "eyemon")
      return try await sent(request, from: "192.0.2.\(number)", client)
    }
    #expect(statuses == [200, 429])
  }

  @Test func pushesOfOnePersonStayCounted() async throws {
    let statuses = try await twice {
      $0.push.directPerMinute = 1
    } _: { client, person in
      let form = DirectPush(people: [person.session.person.id], title: "t", body: "b")
      let token = person.session.accessToken
      return try await client.send(AccountAPI.directPush.request(form, key: "eyemon", accessToken: token))
    }
    #expect(statuses.last == 429 && statuses.first != 429)
  }
}

/// Behind proxies that are known by their addresses. The peer of these tests is 127.0.0.1.
struct ProxyNetworkTests {
  private func counted(_ networks: String, _ forwarded: [String?]) async throws -> [Int] {
    try await statuses(forwardedFor: forwarded) {
      $0.networks = networks.split(separator: ",").compactMap { NetworkRange(String($0)) }
    }
  }

  @Test func aStrangerWhoClaimsToSpeakForOthersIsNotBelieved() async throws {
    #expect(
      try await counted("10.0.0.0/8", [nil, "1.1.1.1", "2.2.2.2", "127.0.0.1, 3.3.3.3"]) == [200, 429, 429, 429])
  }

  @Test func aKnownProxyIsBelieved() async throws {
    #expect(try await counted("127.0.0.0/8", ["1.1.1.1", "2.2.2.2", "1.1.1.1", "[::1]:80"]) == [200, 200, 429, 200])
  }

  @Test func severalKnownProxiesInARowAreWalkedThrough() async throws {
    #expect(
      try await counted(
        "127.0.0.1,10.0.0.0/8", ["1.1.1.1, 10.0.0.7", "1.1.1.1, 10.9.9.9, 10.0.0.7", "2.2.2.2,10.1.1.1"])
        == [200, 429, 200])
  }

  /// What the client itself wrote stands left of what the outermost proxy saw.
  @Test func whatTheClientWroteItselfMeansNothing() async throws {
    #expect(
      try await counted(
        "127.0.0.1,10.0.0.0/8", ["9.9.9.9, 1.1.1.1, 10.0.0.7", "10.0.0.8, 1.1.1.1, 10.0.0.7", "8.8.8.8, 1.1.1.1"])
        == [200, 429, 429])
  }

  @Test func nonsenseEndsTheWalk() async throws {
    #expect(
      try await counted("127.0.0.1,10.0.0.0/8", ["1.1.1.1, nonsense, 10.0.0.7", "10.0.0.7", "localhost", "unknown"])
        == [200, 429, 200, 429])
  }
}
