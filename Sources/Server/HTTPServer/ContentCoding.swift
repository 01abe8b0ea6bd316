import Wire

/// A compressed form that a build leaves beside a file.
enum ContentCoding: String {
  case brotli = "br"
  case gzip = "gzip"

  /// What stands behind the file's name.
  var suffix: String { self == .brotli ? ".br" : ".gz" }

  /// What the client takes, best first (RFC 9110 section 12.5.3). Ties go to the smaller form.
  static func accepted(_ field: String?) -> [ContentCoding] {
    guard let field else { return [] }
    var weights: [String: Int] = [:]
    for element in field.utf8.split(separator: UInt8(ascii: ",")) {
      let item = HeaderValue(parsing: String(Substring(element)))
      weights[item.value] = item["q"].map(thousandths) ?? 1_000
    }
    let usable = [ContentCoding.brotli, .gzip].map { coding in
      (coding: coding, weight: weights[coding.rawValue] ?? weights["*"] ?? 0)
    }
    let wanted = usable.filter { $0.weight > 0 }
    guard wanted.count == 2, wanted[1].weight > wanted[0].weight else { return wanted.map(\.coding) }
    return [.gzip, .brotli]
  }

  /// `0.5` is 500; what is no weight counts as 0.
  private static func thousandths(_ text: String) -> Int {
    var digits = Array(text.utf8)
    guard let whole = digits.first, whole == 0x30 || whole == 0x31, digits.count <= 5 else { return 0 }
    if digits.count > 1 {
      guard digits[1] == 0x2E else { return 0 }
      digits.remove(at: 1)
    }
    var value = 0
    for index in 0..<4 {
      let digit = index < digits.count ? digits[index] : 0x30
      guard isDigit(digit) else { return 0 }
      value = value * 10 + Int(digit - 0x30)
    }
    return min(value, 1_000)
  }
}
