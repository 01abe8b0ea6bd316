/// Zones that clinics are likely to be in; others can be typed.
enum ClinicZones {
  static let names = [
    "Asia/Seoul", "Asia/Tokyo", "Asia/Shanghai", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Singapore", "Asia/Manila",
    "Asia/Ho_Chi_Minh", "Asia/Bangkok", "Asia/Jakarta", "Asia/Kolkata", "Asia/Dubai", "Europe/London", "Europe/Paris",
    "Europe/Berlin", "America/New_York", "America/Toronto", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Vancouver", "America/Sao_Paulo", "Pacific/Honolulu", "Australia/Sydney", "Pacific/Auckland", "UTC",
  ]

  /// Whether it looks like a name of the tz database; whether it is one, the server knows.
  static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= 64, text == "UTC" || text.utf8.contains(UInt8(ascii: "/")) else { return false }
    let isPlain = text.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10 || "/_-+".utf8.contains(byte)
    }
    return isPlain && text.utf8.first != UInt8(ascii: "/") && text.utf8.last != UInt8(ascii: "/")
  }
}
