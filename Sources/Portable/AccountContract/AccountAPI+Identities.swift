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

  public static var unlinkIdentity: APICall<String, Nothing> {
    APICall(
      .delete, "/v1/me/identities/{kind}", "unlinkIdentity", "Closes a way in; the last one cannot go.",
      input: .text(OpenAPI.Schema.text("kind").inPath), output: .nothing, refusals: [404, 409])
  }

  public static var approval: APICall<Nothing, DoctorApproval> {
    APICall(
      .get, "/v1/me/approval", "approval", "Whether the operator has approved the caller as a doctor.",
      input: .nothing, output: DoctorApproval.form, refusals: [404])
  }
}
