import Domain

/// Every error that the server gives, with the status of the reference. Texts that older clients compare are literal:
/// wrong key, expired and invalid access token, person gone, room not found, not in the room.
extension APIError {
  public static let wrongKey = APIError(
    status: 420, code: .wrongKey, message: "This service sesac_memolease only", display: .dialog)
  public static let unknownRoute = APIError(
    status: 444, code: .unknownRoute, message: "돌아가세요. 이 길 끝에는 마루가 없습니다.", display: .none)

  public static let badRequest = bad(.badRequest, "잘못된 요청입니다.")
  public static let missingValue = bad(.missingValue, "필수값을 채워주세요.")
  public static let badDate = bad(.badDate, "날짜 형식이 올바르지 않습니다.")
  public static let invalidEmail = bad(.invalidEmail, "이메일 형식이 올바르지 않습니다.")
  public static let weakPassword = bad(.weakPassword, "비밀번호는 8자 이상 128자 이하이며 영문, 숫자, 특수문자를 포함해야 합니다.")

  public static let badNickname = APIError(
    status: 402, code: .badNickname, message: "닉네임에 사용할 수 없는 문자가 있거나 길이가 올바르지 않습니다.")
  public static let emailTaken = APIError(status: 409, code: .emailTaken, message: "이미 사용 중인 이메일입니다.")
  public static let wrongCredentials = APIError(
    status: 401, code: .wrongCredentials, message: "이메일 또는 비밀번호를 확인해주세요.")

  /// The account is right, the app is the other one of its realm.
  public static func wrongApp(_ app: App) -> APIError {
    let message =
      app == .eyemonDoctor
      ? "의사 계정만 로그인할 수 있습니다. 환자는 EyeMon 앱을 이용해주세요."
      : "환자 계정만 로그인할 수 있습니다. 의사는 EyeMon Doctor 앱을 이용해주세요."
    return APIError(status: 401, code: .wrongApp, message: message, display: .dialog)
  }

  public static let accessExpired = APIError(
    status: 419, code: .accessExpired, message: "액세스 토큰이 만료되었습니다.", display: .none)
  public static let accessInvalid = APIError(
    status: 401, code: .accessInvalid, message: "인증할 수 없는 엑세스 토큰입니다.", display: .none)
  public static let refreshExpired = APIError(
    status: 418, code: .refreshExpired, message: "리프레시 토큰이 만료되었습니다. 다시 로그인해주세요.", display: .dialog)
  /// By the person on another device, by new credentials, by the operator, or with the account.
  public static let sessionEnded = APIError(
    status: 418, code: .sessionEnded, message: "다른 곳에서 로그아웃되었습니다. 다시 로그인해주세요.", display: .dialog)
  public static let personGone = APIError(status: 403, code: .personGone, message: "Forbidden", display: .dialog)

  public static let notFound = APIError(status: 404, code: .notFound, message: "찾을 수 없습니다.")
  public static let personNotFound = APIError(status: 404, code: .notFound, message: "사용자를 찾을 수 없습니다.")
  public static let roomNotFound = APIError(status: 404, code: .notFound, message: "채팅방을 찾을 수 없습니다.")
  public static let notParticipant = APIError(
    status: 445, code: .notParticipant, message: "채팅방 참여자가 아닙니다.")
  public static let consultClosed = APIError(
    status: 445, code: .consultClosed, message: "상담 시간이 아닙니다. 다시 예약해주세요.", display: .dialog)

  public static let messageNotFound = APIError(status: 404, code: .notFound, message: "메시지를 찾을 수 없습니다.")
  public static let notSender = APIError(status: 445, code: .notSender, message: "내가 보낸 메시지가 아닙니다.")
  public static let messageDeleted = APIError(
    status: 409, code: .messageDeleted, message: "삭제된 메시지입니다.")
  public static let badEmoji = bad(.badEmoji, "사용할 수 없는 이모지입니다.")

  public static let fileType = bad(.fileType, "보낼 수 없는 형식의 파일입니다.")
  public static let fileSize = bad(.fileSize, "파일이 너무 큽니다.")
  public static let fileCount = bad(.fileCount, "한 번에 보낼 수 있는 파일 수를 넘었습니다.")
  public static let imageTooLarge = bad(.imageTooLarge, "이미지의 가로나 세로가 너무 깁니다.")
  public static let fileUnreadable = bad(.fileUnreadable, "손상되어 열 수 없는 파일입니다.")
  public static let fileGone = APIError(status: 404, code: .fileGone, message: "파일을 찾을 수 없습니다.")

  public static let uploadGone = APIError(status: 410, code: .uploadGone, message: "업로드가 만료되었습니다.")
  public static let uploadConflict = APIError(
    status: 409, code: .uploadConflict, message: "업로드 위치가 맞지 않습니다.", display: .none)
  /// The status is the one of tus 1.0 (Checksum).
  public static let checksumMismatch = APIError(
    status: 460, code: .checksumMismatch, message: "전송 중 파일이 손상되었습니다.", display: .none)
  /// Shed before anything slows down; nothing was done.
  public static func overloaded(retryAfterSeconds: Int) -> APIError {
    APIError(
      status: 503, code: .overloaded, message: "지금은 이용자가 많습니다.", display: .none,
      retryAfterSeconds: retryAfterSeconds)
  }

  public static let tooLarge = APIError(status: 413, code: .tooLarge, message: "요청이 너무 큽니다.")
  public static let shuttingDown = APIError(
    status: 503, code: .shuttingDown, message: "서버를 다시 시작하는 중입니다.", display: .none, retryAfterSeconds: 1)
  /// Nothing was kept; a repeat helps once the operator has made room.
  public static let storageUnavailable = APIError(
    status: 503, code: .internalError, message: "지금은 저장할 수 없습니다.", retryAfterSeconds: 10)
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  public static let internalError = APIError(
    status: 500, code: .internalError, message: "서버 내부 오류입니다.")

  public static func tooManyCalls(retryAfterSeconds: Int) -> APIError {
    APIError(status: 429, code: .tooManyCalls, message: "과호출입니다.", retryAfterSeconds: retryAfterSeconds)
  }

  private static func bad(_ code: ErrorCode, _ message: String) -> APIError {
    APIError(status: 400, code: code, message: message)
  }
}
