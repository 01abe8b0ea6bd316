/// Refusals around the ways into an account.
extension APIError {
  public static let commonPassword = APIError(
    status: 400, code: .commonPassword, message: "너무 흔한 비밀번호입니다. 다른 비밀번호를 사용해주세요.")
  public static let invalidPhone = APIError(
    status: 400, code: .invalidPhone, message: "휴대전화 번호 형식이 올바르지 않습니다.")
  /// Also one that is no longer valid.
  public static let wrongCode = APIError(
    status: 400, code: .wrongCode, message: "인증번호가 올바르지 않거나 만료되었습니다.")
  /// The code is right and stays valid; nobody has this number yet.
  public static let phoneUnknown = APIError(
    status: 404, code: .phoneUnknown, message: "가입되지 않은 번호입니다. 닉네임을 정해 가입해주세요.", display: .none)
  public static let identityTaken = APIError(
    status: 409, code: .identityTaken, message: "이미 다른 계정에 연결되어 있습니다.")
  public static let lastWayIn = APIError(
    status: 409, code: .lastWayIn, message: "마지막 로그인 방법은 해제할 수 없습니다.", display: .dialog)
  /// The account has no password: it came another way.
  public static let noPassword = APIError(
    status: 409, code: .noPassword, message: "비밀번호가 없는 계정입니다.")
  /// Of somebody who is signed in: 401 would make older clients renew their tokens.
  public static let wrongPassword = APIError(
    status: 400, code: .wrongCredentials, message: "비밀번호가 올바르지 않습니다.")
  public static let underAge = APIError(
    status: 400, code: .underAge, message: "만 14세 미만은 가입할 수 없습니다.", display: .dialog)
  public static let guardianMissing = APIError(
    status: 400, code: .guardianMissing, message: "보호자의 동의가 등록되어 있지 않습니다.", display: .dialog)
  /// Something that everybody must agree to is missing, or in a version that no longer counts.
  public static let consentMissing = APIError(
    status: 400, code: .consentMissing, message: "필수 약관에 동의해주세요.")
  /// A newcomer, to whom nothing is open before.
  public static let consentOwed = APIError(
    status: 445, code: .consentMissing, message: "약관에 동의한 뒤 이용할 수 있습니다.", display: .dialog)
  /// A doctor whom the operator has not approved.
  public static let notApproved = APIError(
    status: 445, code: .notApproved, message: "의사 계정 승인을 기다리고 있습니다.", display: .dialog)
  /// What a provider gave is no proof, or none for us.
  public static let providerRefused = APIError(
    status: 401, code: .providerRefused, message: "로그인 정보를 확인할 수 없습니다.")
  public static let providerUnavailable = APIError(
    status: 503, code: .providerUnavailable, message: "로그인 서비스가 응답하지 않습니다. 잠시 후 다시 시도해주세요.",
    retryAfterSeconds: 5)
  public static let wayClosed = APIError(
    status: 404, code: .wayClosed, message: "이 서버에서는 사용할 수 없는 로그인 방법입니다.")
}
