import Contract
import Domain
import Testing
import Wire

@Suite struct APIErrorTests {
  static let all: [APIError] = [
    .wrongKey, .unknownRoute, .badRequest, .missingValue, .badDate, .invalidEmail, .weakPassword, .badNickname,
    .emailTaken, .wrongCredentials, .accessExpired, .accessInvalid, .refreshExpired, .sessionEnded,
    .personGone, .notFound,
    .personNotFound, .roomNotFound, .notParticipant, .consultClosed, .tooLarge, .shuttingDown, .internalError,
    .tooManyCalls(retryAfterSeconds: 30), .commonPassword, .invalidPhone, .wrongCode, .phoneUnknown, .identityTaken,
    .lastWayIn, .noPassword, .underAge, .guardianMissing, .consentMissing, .notApproved, .wayClosed, .providerRefused,
    .providerUnavailable, .openReservations, .proofNeeded, .slotTaken, .refundChanged, .reservationChanged,
    .paymentUsed, .unknownBank, .wrongApp(.eyemon), .wrongApp(.eyemonDoctor),
    .messageNotFound, .notSender, .messageDeleted, .badEmoji, .fileType, .fileSize, .fileCount, .imageTooLarge,
    .fileUnreadable, .fileGone, .uploadGone, .uploadConflict, .checksumMismatch, .overloaded(retryAfterSeconds: 5),
  ]

  @Test(arguments: all)
  func errorsPrintAndReadBack(error: APIError) {
    #expect(APIError(parsing: error.response) == error)
    #expect(error.response.status == error.status)
    #expect(!error.message.isEmpty)
    #expect(APIError(parsing: error.response).isCoded)
  }

  @Test func everyCodeHasAnError() {
    #expect(Set(Self.all.map(\.code)) == Set(ErrorCode.allCases))
  }

  /// The table of the reference: statuses, and texts that older clients compare.
  @Test(
    arguments: [
      (.wrongKey, 420, "This service sesac_memolease only"), (.accessExpired, 419, "액세스 토큰이 만료되었습니다."),
      (.accessInvalid, 401, "인증할 수 없는 엑세스 토큰입니다."), (.personGone, 403, "Forbidden"),
      (.missingValue, 400, "필수값을 채워주세요."), (.tooManyCalls(retryAfterSeconds: 1), 429, "과호출입니다."),
      (.roomNotFound, 404, "채팅방을 찾을 수 없습니다."), (.notParticipant, 445, "채팅방 참여자가 아닙니다."),
    ] as [(APIError, Int, String)])
  func comparedTextsAreLiteral(error: APIError, status: Int, message: String) {
    #expect(error.status == status)
    #expect(error.message == message)
  }

  @Test func statusesFollowTheReference() {
    #expect(APIError.badNickname.status == 402)
    #expect(APIError.emailTaken.status == 409)
    #expect(APIError.refreshExpired.status == 418)
    #expect(APIError.wrongCredentials.status == 401)
    #expect(APIError.consultClosed.status == 445)
    #expect(APIError.internalError.status == 500)
  }

  @Test func theBodyIsLiteral() {
    let response = APIError.tooManyCalls(retryAfterSeconds: 30).response
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"message":"과호출입니다.","code":"too_many_calls","display":"toast","retry_after":30}"#)
    #expect(response.headers["Retry-After"] == "30")
  }

  @Test(
    arguments: [
      (401, .accessInvalid), (402, .badNickname), (403, .personGone), (404, .notFound), (409, .emailTaken),
      (413, .tooLarge), (418, .refreshExpired), (419, .accessExpired), (420, .wrongKey), (429, .tooManyCalls),
      (444, .unknownRoute), (445, .notParticipant), (400, .badRequest), (405, .badRequest), (500, .internalError),
      (502, .internalError), (503, .shuttingDown), (302, .internalError), (0, .internalError),
    ] as [(Int, ErrorCode)])
  func theStatusSpeaksWhereTheBodyDoesNot(status: Int, code: ErrorCode) {
    for body in ["", "<html>", #"{"message":"x"}"#, #"{"code":"from_tomorrow"}"#, #"{"code":7,"retry_after":"x"}"#] {
      let error = APIError(parsing: HTTPResponse(status, body: Array(body.utf8)))
      #expect(error.status == status)
      #expect(error.code == code)
      #expect(error.display == .toast)
      #expect(error.retryAfterSeconds == nil)
      #expect(!error.isCoded)
    }
  }

  @Test func waitingTimesAreBounded() {
    let far = HTTPResponse(429, body: Array(#"{"retry_after":99999999999999}"#.utf8))
    #expect(APIError(parsing: far).retryAfterSeconds == 86_400)
    #expect(APIError(parsing: HTTPResponse(503, headers: ["Retry-After": "-5"])).retryAfterSeconds == 0)
    #expect(APIError(parsing: HTTPResponse(503, headers: ["Retry-After": "Mon"])).retryAfterSeconds == nil)
  }
}
