import Contract
import Domain
import JSON
import Wire

/// A consultation that somebody reserved.
public struct Reservation: Equatable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    /// Kept for the payment, until `holdUntil`.
    case held
    /// Paid; the doctor decides until `approveUntil`.
    case requested
    case confirmed, done
    case noShow = "no_show"
    case cancelled
    /// The hold ended without a payment.
    case expired
    /// By the doctor, or because the doctor did not decide in time.
    case declined
  }

  public enum Side: String, CaseIterable, Sendable { case patient, doctor, server }

  /// When messages can be written in the consult room.
  public struct Consult: Equatable, Sendable {
    public var opensAt: Timestamp?
    public var closesAt: Timestamp?
    public var isOpen: Bool

    public init(opensAt: Timestamp? = nil, closesAt: Timestamp? = nil, isOpen: Bool = false) {
      self.opensAt = opensAt
      self.closesAt = closesAt
      self.isOpen = isOpen
    }
  }

  public var id: ID<Reservation>
  public var state: State
  /// nil, as is `end`: bought without a time, which the doctor gives later.
  public var start: Timestamp?
  public var end: Timestamp?
  /// Of `start`, in `zone`.
  public var localStart: LocalTime?
  /// The doctor's, IANA.
  public var zone: String
  public var createdAt: Timestamp
  public var holdUntil: Timestamp?
  public var approveUntil: Timestamp?
  public var doctor: DoctorSummary
  /// Who is treated, who may not be the account.
  public var personName: String
  public var personBirthDate: CalendarDate?
  public var symptoms: String
  /// As it was when it was reserved, in minor units; so is the policy.
  public var fee: Int64
  public var currency: String
  public var policy: Policy
  /// Whether the doctor has to say yes, also to another time.
  public var needsApproval = false
  public var order: OrderState?
  /// The doctor's, visible to the patient.
  public var note: String?
  public var cancelledBy: Side?
  public var cancelReason: String?
  /// The doctor set the present time: all comes back until it begins, or until the patient has chosen another one.
  public var isTimeByDoctor = false
  /// Counts its changes.
  public var version: Int64
  public var roomID: ID<Room>?
  public var consult: Consult
  /// Whose account it is; only for the doctor.
  public var patient: Person?

  public init(
    id: ID<Reservation>, state: State, start: Timestamp? = nil, end: Timestamp? = nil, localStart: LocalTime? = nil,
    zone: String, createdAt: Timestamp, doctor: DoctorSummary, personName: String, fee: Int64, currency: String,
    policy: Policy, version: Int64
  ) {
    self.id = id
    self.state = state
    self.start = start
    self.end = end
    self.localStart = localStart
    self.zone = zone
    self.createdAt = createdAt
    self.doctor = doctor
    self.personName = personName
    symptoms = ""
    self.fee = fee
    self.currency = currency
    self.policy = policy
    self.version = version
    consult = Consult()
  }
}
