/// An amount in minor units of its currency: never a fraction, never a float.
public struct Money: Hashable, Sendable {
  public var amount: Int64
  public var currency: Currency

  public init(_ amount: Int64, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Reads a decimal text in major units, as JSON numbers are written: `50000`, `10.5`, `1.050e3`. nil where it is not
  /// exactly an amount of the currency (a hundredth of a won, say), is negative, or does not fit.
  public init?(decimal text: String, _ currency: Currency) {
    guard let amount = DecimalText.units(text, decimals: currency.decimals) else { return nil }
    self.init(amount, currency)
  }

  /// In major units, with exactly the currency's decimals: `50000`, `10.50`.
  public var decimal: String {
    guard currency.decimals > 0 else { return "\(amount)" }
    let magnitude = amount.magnitude
    let scale = currency.scale.magnitude
    var fraction = "\(magnitude % scale)"
    while fraction.utf8.count < currency.decimals { fraction = "0" + fraction }
    return (amount < 0 ? "-" : "") + "\(magnitude / scale)." + fraction
  }
}

enum DecimalText {
  /// The value times 10^decimals, where that is a whole number that fits.
  static func units(_ text: String, decimals: Int) -> Int64? {
    var digits: [UInt8] = []
    var exponent = decimals
    var bytes = text.utf8.makeIterator()
    var next = bytes.next()
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }
    guard isDigit(next) else { return nil }
    while let byte = next, isDigit(byte) {
      digits.append(byte - 0x30)
      next = bytes.next()
    }
    if next == UInt8(ascii: ".") {
      next = bytes.next()
      guard isDigit(next) else { return nil }
      while let byte = next, isDigit(byte) {
        digits.append(byte - 0x30)
        exponent -= 1
        next = bytes.next()
      }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      next = bytes.next()
      let isNegative = next == UInt8(ascii: "-")
      if isNegative || next == UInt8(ascii: "+") { next = bytes.next() }
      guard isDigit(next) else { return nil }
      var power = 0
      while let byte = next, isDigit(byte) {
        power = min(power * 10 + Int(byte - 0x30), 10_000)
        next = bytes.next()
      }
      exponent += isNegative ? -power : power
    }
    guard next == nil, digits.count <= 64 else { return nil }
    return shifted(digits, by: exponent)
  }

  /// The digits as a number, times 10^exponent.
  private static func shifted(_ digits: [UInt8], by exponent: Int) -> Int64? {
    var digits = digits
    var exponent = exponent
    while exponent < 0, let last = digits.last {
      guard last == 0 else { return nil }
      digits.removeLast()
      exponent += 1
    }
    var value: Int64 = 0
    for digit in digits {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(Int64(digit))
      guard !overflows, !carries else { return nil }
      value = sum
    }
    guard value != 0 else { return 0 }
    while exponent > 0 {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      guard !overflows else { return nil }
      value = product
      exponent -= 1
    }
    return value
  }
}
