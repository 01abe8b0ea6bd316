/// What went wrong, in words for programs. Apps choose their own words by it; `message` is for people who read logs
/// and for older clients, some of which compare it.
public enum ErrorCode: String, CaseIterable, Sendable {
  case wrongKey = "wrong_key"
  case unknownRoute = "unknown_route"
  case badRequest = "bad_request"
  case missingValue = "missing_value"
  case badDate = "bad_date"
  case invalidEmail = "invalid_email"
  case weakPassword = "weak_password"
  case commonPassword = "common_password"
  case invalidPhone = "invalid_phone"
  case wrongCode = "wrong_code"
  case phoneUnknown = "phone_unknown"
  case identityTaken = "identity_taken"
  case lastWayIn = "last_way_in"
  case noPassword = "no_password"
  case underAge = "under_age"
  /// A child whose guardian's consent the operator does not know of.
  case guardianMissing = "guardian_missing"
  case consentMissing = "consent_missing"
  case notApproved = "not_approved"
  /// The operator does not offer this way in.
  case providerRefused = "provider_refused"
  case providerUnavailable = "provider_unavailable"
  case wayClosed = "way_closed"
  case badNickname = "bad_nickname"
  case emailTaken = "email_taken"
  case wrongCredentials = "wrong_credentials"
  case wrongApp = "wrong_app"
  case accessExpired = "access_expired"
  case accessInvalid = "access_invalid"
  case refreshExpired = "refresh_expired"
  /// Somebody ended the session on purpose, and what the device has kept of it should go.
  case sessionEnded = "session_ended"
  case personGone = "person_gone"
  /// Orders or reservations must be settled before.
  case openReservations = "open_reservations"
  /// The caller must show anew who they are.
  case proofNeeded = "proof_needed"
  case notFound = "not_found"
  case notParticipant = "not_participant"
  case consultClosed = "consult_closed"
  /// The message is another person's.
  case notSender = "not_sender"
  case messageDeleted = "message_deleted"
  case badEmoji = "bad_emoji"
  case fileType = "file_type"
  case fileSize = "file_size"
  case fileCount = "file_count"
  /// More pixels than the server decodes.
  case imageTooLarge = "image_too_large"
  case fileUnreadable = "file_unreadable"
  case fileGone = "file_gone"
  case uploadGone = "upload_gone"
  case uploadConflict = "upload_conflict"
  case checksumMismatch = "checksum_mismatch"
  case slotTaken = "slot_taken"
  case refundChanged = "refund_changed"
  case reservationChanged = "reservation_changed"
  case paymentUsed = "payment_used"
  case unknownBank = "unknown_bank"
  case overloaded
  case tooLarge = "too_large"
  case tooManyCalls = "too_many_calls"
  case shuttingDown = "shutting_down"
  case internalError = "internal_error"
}

/// How an app shows an error.
public enum ErrorDisplay: String, Sendable {
  case toast, dialog, none
}

/// The error form of the wire: `{message, code, display, retry_after}` with a status of the reference (420 wrong key,
/// 419 access token expired, 418 refresh token expired, 444 unknown route, 445 no permission …).
public struct APIError: Error, Equatable, Sendable {
  public var status: Int
  public var code: ErrorCode
  public var message: String
  public var display: ErrorDisplay
  public var retryAfterSeconds: Int?
  /// Whether the server itself said the code. Otherwise it is what the status usually means, and anybody between may
  /// have answered: a proxy, a gateway, a hotel's sign-in page.
  public var isCoded: Bool

  public init(
    status: Int, code: ErrorCode, message: String, display: ErrorDisplay = .toast, retryAfterSeconds: Int? = nil,
    isCoded: Bool = true
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.display = display
    self.retryAfterSeconds = retryAfterSeconds
    self.isCoded = isCoded
  }
}
