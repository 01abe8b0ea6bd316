import AccountContract
import Accounts
import Contract
import Domain
import Storage
import Wire

extension CallTable {
  /// Ways into an account: passwords, addresses, numbers, consents, identities.
  mutating func addWays(_ desk: WaysDesk) {
    addSecrets(desk)
    addPhone(desk)
    let accounts = desk.accounts
    serveAnyone(AccountAPI.terms) { _, call in
      accounts.terms(of: call.app).map { TermsText($0, call.language) }
    }
    serve(AccountAPI.consents) { _, call, caller in try await accounts.consents(of: caller.person, app: call.app) }
    serve(AccountAPI.consent) { form, call, caller in
      try await accounts.consent(form.consents, isOver14: form.isOver14, by: caller, from: call.caller)
    }
    serve(AccountAPI.identities) { _, _, caller in
      try await accounts.identities(of: caller.person).map { row in
        LinkedIdentity(kind: row.kind, label: row.label, isVerified: row.isVerified, linkedAt: row.createdAt)
      }
    }
    serve(AccountAPI.unlinkIdentity) { removal, call, caller in
      guard let kind = IdentityKind(rawValue: removal.kind) else { throw APIError.notFound }
      try await desk.proving(caller) {
        try await accounts.unlink(kind, password: removal.password, by: caller, from: call.caller)
      }
      return Nothing()
    }
    serve(AccountAPI.proof) { _, _, caller in
      let proof = try await accounts.proof(of: caller)
      return ProofState(hasPassword: proof.hasPassword, isFresh: proof.isFresh)
    }
    serve(AccountAPI.approval) { _, _, caller in
      DoctorApproval(try await accounts.approval(of: caller.person))
    }
    serve(AccountAPI.applyForApproval) { form, _, caller in
      DoctorApproval(
        try await accounts.apply(licenseNumber: form.licenseNumber, clinic: form.clinic, by: caller.person))
    }
  }

  private mutating func addSecrets(_ desk: WaysDesk) {
    let accounts = desk.accounts
    serve(AccountAPI.changePassword) { form, call, caller in
      try await desk.proving(caller) {
        try await accounts.changePassword(form.password, to: form.newPassword, by: caller, from: call.caller)
      }
      return Nothing()
    }
    serveAnyone(AccountAPI.requestReset) { email, call in
      try desk.takeCode(call)
      return try await accounts.requestReset(email: email, app: call.app, from: call.caller)
    }
    serveAnyone(AccountAPI.confirmReset) { form, call in
      try desk.takeCode(call)
      try await accounts.reset(
        email: form.email, code: form.code, to: form.newPassword, app: call.app, from: call.caller)
      return Nothing()
    }
    serve(AccountAPI.sendEmailCode) { form, call, caller in
      try desk.takeCode(call)
      return try await desk.proving(caller) {
        try await accounts.sendCode(to: form.email, password: form.password, by: caller, from: call.caller)
      }
    }
    serve(AccountAPI.setEmail) { proof, call, caller in
      try desk.takeCode(call)
      try await accounts.setEmail(proof.subject, code: proof.code, by: caller, from: call.caller)
      return Nothing()
    }
  }

  private mutating func addPhone(_ desk: WaysDesk) {
    let accounts = desk.accounts
    serveAnyone(AccountAPI.sendPhoneCode) { phone, call in
      try desk.takeCode(call)
      return try await accounts.sendCode(toPhone: phone, app: call.app, from: call.caller)
    }
    respondToAnyone(AccountAPI.phoneLogin) { form, call in
      try desk.takeCode(call)
      let answer = try await accounts.login(form, app: call.app, device: call.device, from: call.caller)
      return call.response(to: answer, lifetimeMilliseconds: desk.settings.refreshLifetime)
    }
    serve(AccountAPI.linkPhone) { proof, call, caller in
      try desk.takeCode(call)
      try await desk.proving(caller) {
        try await accounts.linkPhone(
          proof.subject, code: proof.code, password: proof.password, by: caller, from: call.caller)
      }
      return Nothing()
    }
  }
}

/// What the routes of the ways in share.
struct WaysDesk: Sendable {
  let accounts: Accounts
  let settings: AccountSettings
  let limits: Limits
  let clock: @Sendable () -> Timestamp

  func takeCode(_ call: API.Call) throws(APIError) { try limits.codes.take(call.host, at: clock()) }

  /// Only a wrong password costs a try.
  func proving<T: Sendable>(_ caller: Principal, _ body: () async throws -> T) async throws -> T {
    let name = "\(caller.person.value)"
    try limits.proofs.take(name, at: clock())
    do {
      let value = try await body()
      limits.proofs.giveBack(name)
      return value
    } catch {
      if (error as? APIError)?.code != .wrongCredentials { limits.proofs.giveBack(name) }
      throw error
    }
  }

  /// As `Accounts.proveAnew`, counted.
  func proveAnew(_ password: String, of caller: Principal) async throws {
    try await proving(caller) { try await accounts.proveAnew(password, of: caller) }
  }
}

extension TermsText {
  init(_ terms: Terms, _ language: Language) {
    self.init(
      kind: terms.kind.rawValue, version: terms.version, title: terms.title(language),
      bodyURL: TermsPages.path(terms.kind, language), isRequired: terms.isRequired)
  }
}

extension DoctorApproval {
  init(_ row: DoctorRow) {
    let state: State =
      switch row.state {
      case .waiting: .waiting
      case .approved: .approved
      case .refused: .refused
      }
    self.init(state: state, reason: row.reason)
  }
}
