import AccountContract
import Accounts
import Contract
import Domain
import JSON
import Jobs
import Providers
import Storage
import Wire

/// Joins proofs of providers with accounts.
struct ProviderDesk: Sendable {
  let providers: Providers
  let accounts: Accounts
  let settings: AccountSettings
  /// Proofs that cost a call elsewhere, and sign-ins that begin, by network.
  let tries: TryLimiter
  let clock: @Sendable () -> Timestamp

  init(
    _ providers: Providers, _ accounts: Accounts, _ settings: AccountSettings, tries: TryLimiter,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.providers = providers
    self.accounts = accounts
    self.settings = settings
    self.tries = tries
    self.clock = clock
  }

  /// Signs in by a token that an app got.
  func enter(_ provider: Provider, _ form: ProviderLogin, _ call: API.Call) async throws -> HTTPResponse {
    let proof = try await proof(provider, token: form.token, call)
    let answer = try await enter(proof, nick: form.nick, more: form.more, app: call.app, call)
    return call.response(to: answer, lifetimeMilliseconds: settings.refreshLifetime)
  }

  func enter(
    _ proof: ProviderProof, nick: String? = nil, more: JSONObject = [:], owing: Bool = false, app: App,
    _ call: API.Call
  ) async throws -> SessionAnswer {
    let grant = providers.sealed(proof)
    let now = clock()
    return try await accounts.enter(
      ProvenIdentity(proof), nick: nick, more: more, owing: owing, app: app, device: call.device, from: call.caller
    ) { person, tables in
      if let grant { try tables.providers.keep(grant, of: person, at: now) }
    }
  }

  func link(_ proof: ProviderProof, by principal: Principal, from caller: Caller) async throws {
    let grant = providers.sealed(proof)
    let now = clock()
    try await accounts.link(ProvenIdentity(proof), by: principal, from: caller) { person, tables in
      if let grant { try tables.providers.keep(grant, of: person, at: now) }
    }
  }

  /// Links by a token that an app got. 401 would make older clients renew the tokens of their session.
  func link(_ provider: Provider, _ token: String, _ call: API.Call, _ caller: Principal) async throws {
    do {
      try await link(proof(provider, token: token, call), by: caller, from: call.caller)
    } catch var refusal as APIError where refusal.code == .providerRefused {
      refusal.status = 400
      throw refusal
    }
  }

  private func proof(_ provider: Provider, token: String, _ call: API.Call) async throws -> ProviderProof {
    try tries.take(call.host, at: clock())
    do {
      let proof = try await providers.proof(provider, token: token)
      tries.giveBack(call.host)
      return proof
    } catch { throw APIError(error) }
  }
}

extension ProvenIdentity {
  init(_ proof: ProviderProof) {
    let kind: IdentityKind =
      switch proof.provider {
      case .kakao: .kakao
      case .apple: .apple
      }
    self.init(
      kind: kind, subject: proof.subject, label: proof.name.isEmpty ? proof.email ?? "" : proof.name,
      email: proof.email ?? "", name: proof.name)
    provedAt = proof.issuedAt
  }
}

extension APIError {
  init(_ fault: ProviderError) {
    switch fault {
    case .notOffered: self = .wayClosed
    case .refused, .cancelled, .unknownFlow: self = .providerRefused
    case .unavailable: self = .providerUnavailable
    }
  }
}
