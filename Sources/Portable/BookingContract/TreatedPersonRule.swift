import Wire

/// What may be said of whoever is treated, who need not be the account's owner.
public enum TreatedPersonRule {
  /// Unicode scalars.
  public static let nameMaximum = 60
  private static let firstYear = 1900

  /// Whether it is a name on one line, with something to see.
  public static func isName(_ name: String) -> Bool {
    var isVisible = false
    var count = 0
    for scalar in name.unicodeScalars {
      count += 1
      if isControl(scalar.value) || count > nameMaximum { return false }
      if !isBlank(scalar.value) { isVisible = true }
    }
    return isVisible
  }

  /// Whether somebody who is treated at an instant may have been born then.
  public static func isBirthDate(_ date: CalendarDate, before start: Timestamp) -> Bool {
    date.year >= firstYear && date.daysSinceEpoch <= start.milliseconds / 86_400_000 + 1
  }

  /// C0, DEL, C1, and what breaks lines or turns their direction.
  private static func isControl(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Spaces, and what is not drawn at all.
  private static func isBlank(_ value: UInt32) -> Bool {
    switch value {
    case 0x20, 0xA0, 0xAD, 0x1680, 0x2000...0x200F, 0x202F, 0x205F...0x2065, 0x3000, 0x3164, 0xFEFF: true
    default: false
    }
  }
}
