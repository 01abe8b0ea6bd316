import BookingContract
import Domain
import Wire

/// A place below `/schedule` in the doctors' app. The raw value is its path there.
public enum SchedulePlace: String, CaseIterable, Equatable, Sendable {
  /// Reservations of a day or a week, and what can be done with each.
  case board = ""
  /// The working hours of a week, and the days that are otherwise.
  case hours
  /// Fee, policy, approval, and what patients read.
  case terms

  /// The reservation that a notice leads to: the board shows it.
  static func reservation(path: String) -> ID<Reservation>? {
    let segments = segments(path)
    guard segments.count == 2, segments[0] == "reservations", let id = PercentEncoding.decode(segment: segments[1])
    else { return nil }
    return ID(id)
  }

  /// nil for no such place.
  /// - Parameter path: raw path of the page, its first segment the app's prefix; query and fragment are cut off.
  init?(path: String) {
    let segments = Self.segments(path)
    guard segments.first == "schedule", segments.count <= 2 else { return nil }
    self.init(rawValue: segments.count == 2 ? segments[1] : "")
  }

  private static func segments(_ path: String) -> [String] {
    var bytes = path.utf8[...]
    if let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      bytes = bytes[..<end]
    }
    return bytes.split(separator: UInt8(ascii: "/")).dropFirst().map { String(Substring($0)) }
  }
}
