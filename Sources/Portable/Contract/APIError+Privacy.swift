/// Refusals around a person's data.
extension APIError {
  public static let openReservations = APIError(
    status: 409, code: .openReservations, message: "진행 중인 예약이나 주문이 있어 탈퇴할 수 없습니다.", display: .dialog)
  /// Not 401: older clients would renew their tokens.
  public static let proofNeeded = APIError(
    status: 400, code: .proofNeeded, message: "비밀번호를 입력하거나 다시 로그인해주세요.", display: .dialog)
}
