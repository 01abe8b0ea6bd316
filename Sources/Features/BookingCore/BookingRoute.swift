import BookingContract
import Domain
import Wire

/// A place of the third program, as its path below the app's prefix names it. A doctor's schedule and day belong here
/// as well.
public enum BookingRoute: Equatable, Sendable {
  case doctor(ID<Person>)
  case times(ID<Person>)
  case book(ID<Person>, Timestamp, offer: String?)
  case wait(ID<Person>)
  case reservations
  case reservation(ID<Reservation>)
  case cancel(ID<Reservation>)
  case move(ID<Reservation>)
  case waiting
  case payments
  case receipt(ID<OrderState>)
  case order(ID<OrderState>)
  /// No such place: the screen says so.
  case unknown

  /// - Parameter path: raw path of the page, its first segment the app's prefix; query and fragment are cut off.
  public init(path: String) {
    var bytes = path.utf8[...]
    if let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      bytes = bytes[..<end]
    }
    let segments = bytes.split(separator: UInt8(ascii: "/")).dropFirst().map { segment in
      let text = String(Substring(segment))
      return PercentEncoding.decode(segment: text) ?? text
    }
    func at(_ index: Int) -> String { index < segments.count ? segments[index] : "" }
    switch at(0) {
    case "doctors": self = Self.doctor(segments, ID(at(1)))
    case "reservations":
      let id = ID<Reservation>(at(1))
      switch (segments.count, at(2)) {
      case (1, _): self = .reservations
      case (2, _): self = .reservation(id)
      case (3, "cancel"): self = .cancel(id)
      case (3, "times"): self = .move(id)
      default: self = .unknown
      }
    case "waiting": self = segments.count == 1 ? .waiting : .unknown
    case "payments": self = segments.count == 1 ? .payments : segments.count == 2 ? .receipt(ID(at(1))) : .unknown
    // The way up from a result leads to all of them.
    case "orders": self = segments.count == 1 ? .reservations : segments.count == 2 ? .order(ID(at(1))) : .unknown
    default: self = .unknown
    }
  }

  private static func doctor(_ segments: [String], _ id: ID<Person>) -> BookingRoute {
    switch (segments.count, segments.count > 2 ? segments[2] : "") {
    case (2, _): return .doctor(id)
    case (3, "times"), (3, "book"): return .times(id)
    case (3, "waiting"): return .wait(id)
    case (4...5, "book"):
      // Nobody reserves beyond the years that a date on the wire can name.
      guard let start = Int64(segments[3]), (0...253_402_300_799_999).contains(start) else { return .unknown }
      let offer = segments.count == 5 ? segments[4] : nil
      return .book(id, Timestamp(milliseconds: start), offer: offer)
    default: return .unknown
    }
  }
}
