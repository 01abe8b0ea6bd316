import Contract
import JSON

/// An amount in major units (won, dollars), as older clients have it: a JSON number with as many decimals as its
/// currency has.
public struct MajorAmount: Hashable, Sendable {
  /// A number of RFC 8259 without an exponent.
  public let text: String

  /// - Parameters:
  ///   - minor: whole minor units, such as cents.
  ///   - decimals: of the currency, 0…4.
  public init(minor: Int64, decimals: Int) { text = decimalText(minor, decimals: decimals) }

  /// nil where it is no plain decimal number.
  init?(text: String) {
    guard scaled(text, decimals: 6) != nil else { return nil }
    self.text = text
  }

  /// In minor units; nil where it has more decimals than the currency, or is too large.
  public func minor(decimals: Int) -> Int64? { scaled(text, decimals: decimals) }

  var json: JSONValue { .number(JSONNumber(unchecked: text)) }

  static func read(_ name: String, _ fields: BodyFields) throws(APIError) -> MajorAmount {
    guard let amount = MajorAmount(text: try fields.required(name)) else { throw .badRequest }
    return amount
  }
}

/// A point on the earth, in millionths of a degree.
public struct GeoPlace: Hashable, Sendable {
  public var longitude: Int64
  public var latitude: Int64

  /// nil where there is no such place.
  public init?(longitude: Int64, latitude: Int64) {
    guard (-180_000_000...180_000_000).contains(longitude), (-90_000_000...90_000_000).contains(latitude) else {
      return nil
    }
    self.longitude = longitude
    self.latitude = latitude
  }

  /// Reads degrees such as `126.978`; digits beyond the sixth are cut.
  public init?(longitude: String, latitude: String) {
    guard let east = scaled(longitude, decimals: 6, cutting: true),
      let north = scaled(latitude, decimals: 6, cutting: true)
    else { return nil }
    self.init(longitude: east, latitude: north)
  }

  /// Such as `37.566500`.
  public var degrees: (latitude: String, longitude: String) {
    (decimalText(latitude, decimals: 6), decimalText(longitude, decimals: 6))
  }

  func put(_ object: inout JSONObject) {
    object["longitude"] = .number(JSONNumber(unchecked: decimalText(longitude, decimals: 6)))
    object["latitude"] = .number(JSONNumber(unchecked: decimalText(latitude, decimals: 6)))
  }

  static func read(_ fields: BodyFields) throws(APIError) -> GeoPlace {
    guard
      let place = GeoPlace(longitude: try fields.required("longitude"), latitude: try fields.required("latitude"))
    else { throw .badRequest }
    return place
  }
}

/// `1250` with two decimals is `12.50`.
func decimalText(_ value: Int64, decimals: Int) -> String {
  guard decimals > 0 else { return "\(value)" }
  var digits = "\(value.magnitude)"
  while digits.utf8.count <= decimals { digits = "0" + digits }
  let bytes = Array(digits.utf8)
  let point = bytes.count - decimals
  return (value < 0 ? "-" : "") + String(decoding: bytes[..<point], as: UTF8.self) + "."
    + String(decoding: bytes[point...], as: UTF8.self)
}

/// A plain decimal number times a power of ten.
/// - Parameter cutting: whether digits beyond are dropped; otherwise they must be zero.
func scaled(_ text: String, decimals: Int, cutting: Bool = false) -> Int64? {
  var value: Int64 = 0
  var seen: Int?
  var digits = 0
  var isNegative = false
  for (index, byte) in text.utf8.enumerated() {
    switch byte {
    case UInt8(ascii: "-") where index == 0: isNegative = true
    case UInt8(ascii: ".") where seen == nil && digits > 0: seen = 0
    case 0x30...0x39:
      digits += 1
      if let places = seen {
        if places >= decimals {
          if byte != 0x30 && !cutting { return nil }
          continue
        }
        seen = places + 1
      }
      guard let next = appended(value, byte) else { return nil }
      value = next
    default: return nil
    }
  }
  guard digits > 0, digits < 40 else { return nil }
  for _ in 0..<max(0, decimals - (seen ?? 0)) {
    guard let next = appended(value, 0x30) else { return nil }
    value = next
  }
  return isNegative ? -value : value
}

private func appended(_ value: Int64, _ digit: UInt8) -> Int64? {
  let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
  let (sum, overflows) = tens.addingReportingOverflow(Int64(digit &- 0x30))
  return tooLarge || overflows ? nil : sum
}
