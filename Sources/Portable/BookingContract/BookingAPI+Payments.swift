import Contract
import Domain
import JSON
import Wire

extension BookingAPI {
  /// - Throws: 400 where the price is not the server's; 409 where the reservation has another order, or is over.
  public static var order: APICall<Keyed<OrderForm>, Order> {
    APICall(
      .post, "/v1/orders", "order", "Orders a consultation; the server mints code and amount.",
      input: OrderForm.form.keyed, output: Order.form, refusals: [404, 409, 445, 503])
  }

  public static var orders: APICall<Nothing, [PaidOrder]> {
    APICall(
      .get, "/v1/orders", "orders", "The caller's paid orders.", input: .nothing, output: PaidOrder.form.list)
  }

  /// Asks the provider. A repeat by the buyer gets the first answer.
  /// - Throws: 400 where it is not paid, or not as ordered; 409 `payment_used`; 445 for another person's order.
  public static var validate: APICall<Keyed<String>, Validation> {
    APICall(
      .post, "/v1/payments/validation", "validatePayment", "Has the server ask the provider about a payment.",
      input: APIForm<String>.text(OpenAPI.Schema.text("imp_uid")).keyed, output: Validation.form,
      refusals: [404, 409, 445, 503])
  }

  public static var receipt: APICall<ID<OrderState>, Receipt> {
    APICall(
      .get, "/v1/payments/{order_code}", "receipt", "The receipt of an order.", input: path("order_code"),
      output: Receipt.form, refusals: [404, 445])
  }

  public static var orderState: APICall<ID<OrderState>, OrderOutcome> {
    APICall(
      .get, "/v1/orders/{order_code}/state", "orderState", "What became of an order.", input: path("order_code"),
      output: OrderOutcome.form, refusals: [404, 445])
  }

  /// The address of the checkout document; short-lived, needs no headers.
  public static var checkout: APICall<Addressed<OrderState, CheckoutForm>, String> {
    APICall(
      .post, "/v1/orders/{order_code}/checkout", "checkout", "Where the order is paid, in a browser.",
      input: CheckoutForm.form.addressed("order_code"), output: .text(OpenAPI.Schema.text("url")),
      refusals: [404, 409, 445, 503])
  }

  /// Where a deposit goes back to, where that was not said with the cancellation or it could not go there: the order
  /// says `needs_account`.
  /// - Throws: 409 where no refund waits for an account.
  public static var refundAccount: APICall<Addressed<OrderState, BankAccount>, Nothing> {
    APICall(
      .post, "/v1/orders/{order_code}/refund-account", "refundAccount", "Says where a deposit goes back to.",
      input: BankAccount.form.addressed("order_code").acceptingKey, output: .nothing, refusals: [404, 409, 445])
  }

  public static var payments: APICall<PageQuery, RecordPage<PaymentEntry>> {
    APICall(
      .get, "/v1/me/payments", "payments", "What the caller paid, the last first.", input: PageQuery.form,
      output: RecordPage.form(of: PaymentEntry.form))
  }

  /// What a provider tells us. They come without a key, are answered at once, and are believed nothing: each makes the
  /// server ask.
  public static let portOneV1Webhook = "/v1/payments/webhooks/portone-v1"
  public static let portOneV2Webhook = "/v1/payments/webhooks/portone-v2"
}
