import Crypto
import Domain
import Foundation
import JSON
import Storage
import Wire

/// Sign-in through others: proofs of native apps, the way of a browser to a provider's page and back, what providers
/// tell us by themselves, and giving back what they granted. Whose account a proof opens is not decided here.
public final class Providers: Sendable {
  /// How long somebody may take on a provider's page.
  public static let flowMilliseconds: Int64 = 10 * 60_000

  /// Flows of one browser that may be on their way at once.
  public static let flowsPerBrowser = 16

  let store: DataStore
  let kakao: Kakao?
  let apple: Apple?
  public let publicOrigin: String?
  private let sealing: AESGCM?
  private let clock: @Sendable () -> Timestamp

  /// - Parameter key: 32 bytes; grants are sealed with it.
  public init(
    _ settings: ProviderSettings, store: DataStore, key: [UInt8], link: ProviderLink,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.clock = clock
    publicOrigin = settings.publicOrigin
    sealing = AESGCM(key: Hashing.hmacSHA256(Array("maru/grants".utf8), key: key))
    kakao = settings.kakao.map { Kakao(settings: $0, link: link) }
    apple = settings.apple.map { Apple(settings: $0, link: link, clock: clock) }
  }

  /// Whether tokens of it are taken.
  public func offers(_ provider: Provider) -> Bool {
    switch provider {
    case .kakao: kakao != nil
    case .apple: apple != nil
    }
  }

  /// Whether a browser can go to it.
  public func hasPage(_ provider: Provider) -> Bool {
    switch provider {
    case .kakao: kakao?.settings.restKey != nil
    case .apple: apple.map { $0.settings.servicesID != nil && $0.settings.key != nil } ?? false
    }
  }

  /// What an app got by itself: of Kakao an access token, of Apple an identity token.
  public func proof(_ provider: Provider, token: String) async throws(ProviderError) -> ProviderProof {
    switch provider {
    case .kakao:
      guard let kakao else { throw .notOffered }
      return try await kakao.proof(token: token)
    case .apple:
      guard let apple else { throw .notOffered }
      return try await apple.proof(idToken: token)
    }
  }

  /// Begins a browser's way. State, nonce and verifier stay here; the state is bound to the browser.
  /// - Parameters:
  ///   - redirect: where the provider is to send the browser.
  ///   - person: who links another way in, in which session.
  public func begin(
    _ provider: Provider, app: App, target: String?, redirect: String,
    for person: (person: RowID<Person>, session: RowID<SessionRow>)? = nil
  ) async throws -> FlowStart {
    let (state, binding, nonce, verifier) = (Self.secret(), Self.secret(), Self.secret(), Self.secret())
    let challenge = Base64URL.encode(Hashing.sha256(Array(verifier.utf8)))
    let page =
      switch provider {
      case .kakao: kakao?.page(state: state, redirect: redirect, challenge: challenge)
      case .apple: apple?.page(state: state, nonce: nonce, redirect: redirect)
      }
    guard let page else { throw ProviderError.notOffered }
    let now = clock()
    let row = ProviderFlowRow(
      stateHash: Self.digest(state), bindingHash: Self.digest(binding), provider: provider.rawValue, app: app,
      nonce: nonce, verifier: verifier, redirect: redirect, target: ReturnTarget.checked(target),
      person: person?.person, session: person?.session,
      expiresAt: now.adding(milliseconds: Self.flowMilliseconds))
    try await store.write { try $0.providers.insert(row, at: now) }
    return FlowStart(url: page, binding: binding)
  }

  /// Takes it out. Whatever comes of it, the same state opens nothing again.
  /// - Parameter bindings: what the browser's cookies say, the oldest first.
  public func take(
    _ answer: FlowAnswer, _ provider: Provider, app: App, bindings: [String]
  ) async throws -> ProviderFlowRow {
    let now = clock()
    let state = Self.digest(answer.state)
    let digests = bindings.suffix(Self.flowsPerBrowser).map(Self.digest)
    let flow = try await store.write { tables in
      for digest in digests {
        if let flow = try tables.providers.take(state: state, binding: digest, at: now) {
          return flow as ProviderFlowRow?
        }
      }
      return nil
    }
    guard let flow, flow.provider == provider.rawValue, flow.app == app else { throw ProviderError.unknownFlow }
    return flow
  }

  /// Whether it is the flow of a browser with that cookie.
  public func isBound(_ flow: ProviderFlowRow, by binding: String) -> Bool {
    flow.bindingHash == Self.digest(binding)
  }

  /// Ends what was taken.
  public func end(_ flow: ProviderFlowRow, _ answer: FlowAnswer, _ provider: Provider) async throws -> FlowEnd {
    guard let code = answer.code, answer.error == nil else {
      let isCancelled = ["access_denied", "user_cancelled_authorize"].contains(answer.error ?? "")
      throw isCancelled ? ProviderError.cancelled : .refused("no code")
    }
    var proof = try await proof(flow, provider, code: code)
    if proof.name.isEmpty, let user = answer.user { proof.name = Self.name(user) }
    return FlowEnd(app: flow.app, target: flow.target, proof: proof, person: flow.person, session: flow.session)
  }

  private func proof(
    _ flow: ProviderFlowRow, _ provider: Provider, code: String
  ) async throws(ProviderError) -> ProviderProof {
    switch provider {
    case .kakao:
      guard let kakao else { throw .notOffered }
      return try await kakao.proof(code: code, redirect: flow.redirect, verifier: flow.verifier)
    case .apple:
      guard let apple else { throw .notOffered }
      return try await apple.proof(code: code, redirect: flow.redirect, nonce: flow.nonce)
    }
  }

  /// Family name first, as Korean names are written; both parts may be missing.
  private static func name(_ user: String) -> String {
    let name = (try? JSONValue(parsing: Array(user.utf8)))?["name"]
    let parts = [name?["lastName"]?.string ?? "", name?["firstName"]?.string ?? ""].filter { !$0.isEmpty }
    let isKorean = parts.joined().unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    return isKorean ? parts.joined() : parts.reversed().joined(separator: " ")
  }

  /// What Apple tells us by itself.
  public func notice(_ payload: String) async throws(ProviderError) -> AppleNotice {
    guard let apple else { throw .notOffered }
    return try await apple.notice(payload)
  }

  private static func secret() -> String { Base64URL.encode(SecureRandom.bytes(32)) }
  private static func digest(_ text: String) -> String { Hex.encode(Hashing.sha256(Array(text.utf8))) }
}

/// Grants: sealed at rest, and given back when they are of no more use.
extension Providers {
  public func sealed(_ proof: ProviderProof) -> ProviderGrantRow? {
    guard let grant = proof.grant, let sealing else { return nil }
    let nonce = SecureRandom.bytes(AESGCM.nonceBytes)
    let name = Array((proof.provider.rawValue + "/" + grant.client).utf8)
    guard let bytes = sealing.seal(Array(grant.token.utf8), nonce: nonce, data: name) else { return nil }
    return ProviderGrantRow(
      provider: proof.provider.rawValue, client: grant.client, sealed: Base64URL.encode(nonce + bytes))
  }

  func open(_ row: ProviderGrantRow) -> ProviderGrant? {
    guard let sealing, let bytes = Base64URL.decode(row.sealed), bytes.count > AESGCM.nonceBytes else { return nil }
    let name = Array((row.provider + "/" + row.client).utf8)
    let token = sealing.open(
      bytes.dropFirst(AESGCM.nonceBytes), nonce: Array(bytes.prefix(AESGCM.nonceBytes)), data: name)
    return token.map { ProviderGrant(client: row.client, token: String(decoding: $0, as: UTF8.self)) }
  }

  /// Tells a provider that a person has left. What cannot be opened any more cannot be given back.
  /// - Parameter subject: the person's name there.
  public func leave(_ provider: Provider, subject: String, grant: ProviderGrantRow?) async throws(ProviderError) {
    switch provider {
    case .kakao: try await kakao?.unlink(subject)
    case .apple:
      if let apple, let grant = grant.flatMap(open) { try await apple.revoke(grant) }
    }
  }
}
