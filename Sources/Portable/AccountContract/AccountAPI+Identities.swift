import Contract
import Domain
import JSON
import Wire

/// A way into the caller's account.
public struct LinkedIdentity: Equatable, Sendable {
  public var kind: IdentityKind
  /// What its owner knows it by: an address, a number with hidden digits, a name at a provider.
  public var label: String
  public var isVerified: Bool
  public var linkedAt: Timestamp

  public init(kind: IdentityKind, label: String, isVerified: Bool, linkedAt: Timestamp) {
    self.kind = kind
    self.label = label
    self.isVerified = isVerified
    self.linkedAt = linkedAt
  }

  static var form: APIForm<LinkedIdentity> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.word("kind", IdentityKind.allCases.map { $0.rawValue }), Schema.text("label"), Schema.flag("verified"),
      Schema.date("linked_at"),
    ]) { identity in
      [
        "kind": .string(identity.kind.rawValue), "label": .string(identity.label),
        "verified": .bool(identity.isVerified), "linked_at": .string(identity.linkedAt.iso8601),
      ]
    } read: { fields throws(APIError) in
      guard let kind = IdentityKind(rawValue: try fields.required("kind")), let at = try fields.date("linked_at") else {
        throw .badRequest
      }
      return LinkedIdentity(
        kind: kind, label: fields.text("label") ?? "", isVerified: try fields.flag("verified"), linkedAt: at)
    }
  }
}

/// A way in that is to be closed.
public struct WayRemoval: Equatable, Sendable {
  /// By its name on the wire.
  public var kind: String
  /// Of an account that has one; without one the sign-in must be fresh.
  public var password: String

  public init(kind: String, password: String = "") {
    self.kind = kind
    self.password = password
  }

  static var form: APIForm<WayRemoval> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("kind").inPath, Schema.text("password").optional]) { removal in
      var object: JSONObject = ["kind": .string(removal.kind)]
      if !removal.password.isEmpty { object["password"] = .string(removal.password) }
      return object
    } read: { fields throws(APIError) in
      WayRemoval(kind: try fields.required("kind"), password: fields.text("password") ?? "")
    }
  }
}

/// What the caller can show of being who they are, where that is asked for anew.
public struct ProofState: Equatable, Sendable {
  /// Then it is asked for, and nothing else counts.
  public var hasPassword: Bool
  /// Whether the sign-in is fresh enough to count for an account without a password.
  public var isFresh: Bool

  public init(hasPassword: Bool, isFresh: Bool) {
    self.hasPassword = hasPassword
    self.isFresh = isFresh
  }

  static var form: APIForm<ProofState> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.flag("has_password"), Schema.flag("is_fresh")]) { proof in
      ["has_password": .bool(proof.hasPassword), "is_fresh": .bool(proof.isFresh)]
    } read: { fields throws(APIError) in
      ProofState(hasPassword: try fields.flag("has_password"), isFresh: try fields.flag("is_fresh"))
    }
  }
}

/// What the operator made of a doctor's sign-up.
public struct DoctorApproval: Equatable, Sendable {
  public enum State: String, CaseIterable, Sendable { case waiting, approved, refused }

  public var state: State
  /// Why it was refused, in the operator's words; empty otherwise.
  public var reason: String

  public init(state: State, reason: String = "") {
    self.state = state
    self.reason = reason
  }

  static var form: APIForm<DoctorApproval> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.word("state", State.allCases.map { $0.rawValue }), Schema.text("reason")]) { approval in
      ["state": .string(approval.state.rawValue), "reason": .string(approval.reason)]
    } read: { fields throws(APIError) in
      guard let state = State(rawValue: try fields.required("state")) else { throw .badRequest }
      return DoctorApproval(state: state, reason: fields.text("reason") ?? "")
    }
  }
}

/// What a doctor shows the operator.
public struct DoctorApplication: Equatable, Sendable {
  public var licenseNumber: String
  /// Empty leaves it as it is.
  public var clinic: String

  public init(licenseNumber: String, clinic: String = "") {
    self.licenseNumber = licenseNumber
    self.clinic = clinic
  }

  static var form: APIForm<DoctorApplication> {
    APIForm([OpenAPI.Schema.text("license_number"), OpenAPI.Schema.text("clinic").optional]) { application in
      ["license_number": .string(application.licenseNumber), "clinic": .string(application.clinic)]
    } read: { fields throws(APIError) in
      DoctorApplication(licenseNumber: try fields.required("license_number"), clinic: fields.text("clinic") ?? "")
    }
  }
}

extension AccountAPI {
  /// Asks the operator (again), with a corrected number or clinic.
  public static var applyForApproval: APICall<DoctorApplication, DoctorApproval> {
    APICall(
      .put, "/v1/me/approval", "applyForApproval", "Brings a doctor who is not approved before the operator again.",
      input: DoctorApplication.form, output: DoctorApproval.form, refusals: [400, 404])
  }

  public static var identities: APICall<Nothing, [LinkedIdentity]> {
    APICall(
      .get, "/v1/me/identities", "identities", "The ways into the caller's account.", input: .nothing,
      output: LinkedIdentity.form.list)
  }

  /// - Throws: 400 `proof_needed` or `wrong_credentials`.
  public static var unlinkIdentity: APICall<WayRemoval, Nothing> {
    APICall(
      .delete, "/v1/me/identities/{kind}", "unlinkIdentity", "Closes a way in; the last one cannot go.",
      input: WayRemoval.form, output: .nothing, refusals: [404, 409])
  }

  public static var proof: APICall<Nothing, ProofState> {
    APICall(
      .get, "/v1/me/proof", "proof", "What counts as proof where a way into the account is changed.", input: .nothing,
      output: ProofState.form)
  }

  public static var approval: APICall<Nothing, DoctorApproval> {
    APICall(
      .get, "/v1/me/approval", "approval", "Whether the operator has approved the caller as a doctor.",
      input: .nothing, output: DoctorApproval.form, refusals: [404])
  }
}
