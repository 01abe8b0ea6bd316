import JSON
import Payment

/// Amounts as the two APIs write them: V1 in major units with decimals, V2 in minor units.
enum SandboxMoney {
  /// Minor units of a decimal text; nil for what is no amount, or finer than the currency.
  static func parse(major text: String, in currency: String) -> Int64? {
    Currency(currency).flatMap { Money(decimal: text, $0) }?.amount
  }

  /// `12.5` for 1250 US cents, `1000` for as many won: no more digits than the amount has, as PortOne writes them.
  static func major(_ minor: Int64, in currency: String) -> String {
    guard let currency = Currency(currency) else { return "\(minor)" }
    var text = Money(minor, currency).decimal[...]
    guard currency.decimals > 0 else { return String(text) }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// A registered amount, whose currency may be open: the digits of the amount, without noughts that say nothing. nil
  /// for what is no amount of any currency.
  static func plain(major text: String) -> String? {
    // The currency with most digits behind the point.
    parse(major: text, in: "CLF").map { major($0, in: "CLF") }
  }

  static func json(major minor: Int64, in currency: String) -> JSONValue {
    .number(JSONNumber(unchecked: major(minor, in: currency)))
  }
}
