import Wire

/// What the checkout shows of an order, and tells the provider.
public struct CheckoutOrder: Equatable, Sendable {
  public var code: String
  public var title: String
  /// Minor units.
  public var amount: Int64
  public var currency: String
  /// As V1 writes it: major units.
  public var amountText: String
  /// Whether it can still be paid.
  public var isOpen: Bool
  /// Who takes the money for it; nil: nobody any more.
  public var provider: CheckoutProvider?
  public var buyerName: String?
  public var buyerEmail: String?
  public var buyerPhone: String?
  /// Until when money may be paid into a virtual account; nil: none is offered.
  public var depositUntil: Timestamp?

  public init(code: String, title: String, amount: Int64, currency: String, amountText: String, isOpen: Bool) {
    (self.code, self.title, self.amount, self.currency) = (code, title, amount, currency)
    (self.amountText, self.isOpen) = (amountText, isOpen)
  }
}

/// Who takes the money.
public enum CheckoutProvider: Equatable, Sendable {
  /// The practice provider at that origin, opened as V1 or V2.
  case sandbox(origin: String, isV2: Bool)
  /// The merchant's code `imp…` and the channel.
  case portOneV1(code: String, channel: String?)
  case portOneV2(store: String, channel: String)
}
