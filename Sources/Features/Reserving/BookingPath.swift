import BookingContract
import Domain
import Wire

/// Where the places are, below the app's prefix.
public enum BookingPath {
  public static let doctors = "/doctors"
  public static let reservations = "/reservations"
  public static let waiting = "/waiting"
  public static let payments = "/payments"

  public static func doctor(_ id: ID<Person>) -> String { doctors + "/" + segment(id.text) }
  public static func times(_ id: ID<Person>) -> String { doctor(id) + "/times" }
  public static func wait(_ id: ID<Person>) -> String { doctor(id) + "/waiting" }

  /// - Parameter offer: of the waiting list.
  public static func book(_ id: ID<Person>, _ start: Timestamp, offer: String? = nil) -> String {
    doctor(id) + "/book/\(start.milliseconds)" + (offer.map { "/" + segment($0) } ?? "")
  }

  public static func reservation(_ id: ID<Reservation>) -> String { reservations + "/" + segment(id.text) }
  public static func cancel(_ id: ID<Reservation>) -> String { reservation(id) + "/cancel" }
  public static func move(_ id: ID<Reservation>) -> String { reservation(id) + "/times" }
  public static func order(_ code: ID<OrderState>) -> String { "/orders/" + segment(code.text) }
  public static func receipt(_ code: ID<OrderState>) -> String { payments + "/" + segment(code.text) }

  private static func segment(_ text: String) -> String { PercentEncoding.encode(segment: text) }
}
