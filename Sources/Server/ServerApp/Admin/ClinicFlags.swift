/// What follows `maru admin clinic`.
enum ClinicFlags {
  static let names = ["--name", "--address", "--phone", "--place", "--specialties"]

  /// Name and value of each flag.
  static func read(_ rest: inout ArraySlice<String>) throws(UsageError) -> [String: String] {
    var fields: [String: String] = [:]
    while let word = rest.popFirst() {
      guard names.contains(word) else { throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word) }
      guard let value = rest.popFirst() else { throw .missingValue(word) }
      if word == "--place", place(value) == nil {
        throw .badValue(word, value, "longitude and latitude such as 126.978,37.566")
      }
      fields[String(word.dropFirst(2))] = value
    }
    return fields
  }

  /// Millionths of a degree.
  static func place(_ text: String) -> (longitude: Int64, latitude: Int64)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let longitude = millionths(parts[0], limit: 180),
      let latitude = millionths(parts[1], limit: 90)
    else { return nil }
    return (longitude, latitude)
  }

  private static func millionths(_ text: Substring, limit: Double) -> Int64? {
    guard let degrees = Double(text), abs(degrees) <= limit else { return nil }
    return Int64((degrees * 1_000_000).rounded())
  }

  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
