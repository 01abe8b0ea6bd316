import Providers
import Testing

/// What native apps bring.
@Suite struct ProofTests {
  @Test func kakaoTokensOfOurApplicationAreProofs() async throws {
    let world = try await World.make()
    let proof = try await world.providers.proof(.kakao, token: world.token(.kakao))
    #expect(proof.subject == "41001")
    #expect(proof.email == "haneul@standin.test")
    #expect(proof.name == "강하늘")
  }

  @Test func appleTokensOfOurApplicationsAreProofs() async throws {
    let world = try await World.make()
    for client in [StandIn.appleBundle, StandIn.appleClient] {
      let proof = try await world.providers.proof(.apple, token: world.token(.apple, ["client": client]))
      #expect(proof.email == "haneul@standin.test")
      #expect(proof.grant == nil)
    }
  }

  @Test func anUnverifiedAddressDoesNotCount() async throws {
    let world = try await World.make()
    for provider in Provider.allCases {
      for (person, fault) in [(41_002, "none"), (41_001, "unverified"), (41_003, "none")] {
        let token = try await world.token(provider, person: person, fault: fault)
        #expect(try await world.providers.proof(provider, token: token).email == nil)
      }
    }
  }

  @Test(arguments: ["audience", "expired", "signature", "nonce"])
  func kakaoTokensThatProveNothingAreRefused(fault: String) async throws {
    let world = try await World.make()
    let token = try await world.token(.kakao, fault: fault)
    await expectRefused { _ = try await world.providers.proof(.kakao, token: token) }
  }

  @Test(arguments: [
    "audience", "issuer", "expired", "future", "signature", "unsigned", "symmetric", "confused", "stranger",
  ])
  func appleTokensThatProveNothingAreRefused(fault: String) async throws {
    let world = try await World.make()
    // A good one first, so that the keys are there.
    _ = try await world.providers.proof(.apple, token: world.token(.apple))
    let token = try await world.token(.apple, fault: fault)
    await expectRefused { _ = try await world.providers.proof(.apple, token: token) }
  }

  @Test func aTokenEndsWithItsTime() async throws {
    let world = try await World.make()
    let token = try await world.token(.apple)
    world.time.pass(seconds: 650)
    _ = try await world.providers.proof(.apple, token: token)
    world.time.pass(seconds: 20)
    await expectRefused { _ = try await world.providers.proof(.apple, token: token) }
  }

  @Test(arguments: ["", "x", "a b", "a\r\nX: y", "\u{0}", String(repeating: "a", count: 5_000), "Bearer x"])
  func whatIsNoTokenIsRefused(token: String) async throws {
    let world = try await World.make()
    for provider in Provider.allCases {
      await expectRefused { _ = try await world.providers.proof(provider, token: token) }
    }
  }

  @Test func aBrokenProviderIsNoRefusal() async throws {
    let world = try await World.make()
    let token = try await world.token(.kakao, fault: "broken")
    await #expect(throws: ProviderError.unavailable("status 500")) {
      try await world.providers.proof(.kakao, token: token)
    }
  }
}

/// Refused, and not for another reason.
func expectRefused(
  _ call: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async {
  do {
    try await call()
    Issue.record("was believed", sourceLocation: sourceLocation)
  } catch ProviderError.refused {
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
