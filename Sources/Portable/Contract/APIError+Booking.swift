/// Refusals around reservations and payments.
extension APIError {
  /// Its body has what is free now, in `slots`.
  public static let slotTaken = APIError(
    status: 409, code: .slotTaken, message: "방금 다른 분이 예약한 시간입니다. 다른 시간을 선택해주세요.")
  /// Another amount would come back by now.
  public static let refundChanged = APIError(
    status: 409, code: .refundChanged, message: "환불 금액이 바뀌었습니다. 다시 확인해주세요.", display: .dialog)
  /// What was asked for does not fit the reservation, or the schedule, as it is by now.
  public static let reservationChanged = APIError(
    status: 409, code: .reservationChanged, message: "그 사이 예약이 변경되었습니다. 다시 확인해주세요.")
  /// The payment belongs to another order.
  public static let paymentUsed = APIError(
    status: 409, code: .paymentUsed, message: "이미 다른 주문에 사용된 결제입니다.")
  /// No bank is called so, by name or by code: a refund could not be sent there.
  public static let unknownBank = APIError(status: 400, code: .unknownBank, message: "은행을 찾을 수 없습니다. 은행 이름을 확인해주세요.")
  public static let wrongPrice = APIError(status: 400, code: .badRequest, message: "결제 금액이 올바르지 않습니다.")
  public static let unpaid = APIError(status: 400, code: .badRequest, message: "결제가 완료되지 않았습니다.")
  public static let notBuyer = APIError(status: 445, code: .notParticipant, message: "주문한 사람이 아닙니다.")
  /// The operator has named nobody who takes money.
  public static let paymentsClosed = APIError(
    status: 503, code: .providerUnavailable, message: "이 서버에서는 결제할 수 없습니다.", display: .dialog)
  /// Nothing is lost: what was paid is found later.
  public static let paymentsUnavailable = APIError(
    status: 503, code: .providerUnavailable, message: "결제 서비스가 응답하지 않습니다. 잠시 후 다시 확인해주세요.",
    retryAfterSeconds: 5)
}
