/// What an operator may choose. Times are milliseconds. Keys are never printed or logged.
public struct PaymentSettings: Sendable {
  /// Keys of PortOne's first interface.
  public struct V1: Sendable {
    public var key = ""
    public var secret = ""
    /// `imp…`: names the merchant in the browser.
    public var code = ""
    public var channel: String?

    public init() {}
  }

  /// Keys of PortOne's second interface.
  public struct V2: Sendable {
    public var secret = ""
    public var store = ""
    public var channel = ""

    public init() {}
  }

  public var v1: V1?
  public var v2: V2?
  /// Which interface new orders are paid through, where both are there.
  public var prefersV2 = false
  /// Of webhooks of the second interface; several while one takes the other's place.
  public var webhookSecrets: [String] = []
  /// How long a deposit may take.
  public var depositTime: Int64 = 3_600_000
  /// How long the address of a checkout is good for.
  public var checkoutTime: Int64 = 1_800_000
  /// Between two questions about one order, whoever asks.
  public var askPause: Int64 = 2_000

  public init() {}
}
