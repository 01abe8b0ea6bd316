import Contract
import Domain
import Storage
import Wire

/// Showing anew who one is, before what cannot be undone.
extension Accounts {
  /// A sign-in counts as proof for that long.
  static let freshMilliseconds: Int64 = 10 * 60_000

  /// What somebody could show.
  public func proof(of caller: Principal) async throws -> (hasPassword: Bool, isFresh: Bool) {
    let now = clock()
    return try await store.read { tables in
      let hash = try tables.people.passwordHash(of: caller.person) ?? ""
      let began = try tables.sessions.find(caller.session)?.createdAt
      return (!hash.isEmpty, began.map { now.milliseconds - $0.milliseconds < Self.freshMilliseconds } ?? false)
    }
  }

  /// Before a way into the account is opened, closed or replaced: whoever has found an access token must not make the
  /// account theirs with it. The password of an account that has one; else a sign-in of the last ten minutes.
  /// - Throws: 400 `wrong_credentials` for a wrong password, 400 `proof_needed` for none.
  public func proveAnew(_ password: String, of caller: Principal) async throws {
    let proof = try await proof(of: caller)
    if proof.hasPassword {
      guard !password.isEmpty else { throw APIError.proofNeeded }
      try await prove(password, caller)
    } else {
      guard proof.isFresh else { throw APIError.proofNeeded }
    }
  }

  /// The password, or without one a sign-in of the last ten minutes.
  /// - Throws: 400 `wrong_credentials` for a wrong password, 400 `proof_needed` where there is neither.
  public func checkProof(_ password: String?, of caller: Principal) async throws {
    if let password, !password.isEmpty { return try await prove(password, caller) }
    guard try await proof(of: caller).isFresh else { throw APIError.proofNeeded }
  }
}
