import Crypto
import Domain
import Storage

/// Signs addresses of calendars, which programs ask for without a header. They do not end by themselves: a calendar is
/// read for years. Each opens one person's reservations, or one of them, and nothing else.
struct CalendarMint: Sendable {
  enum Content: Equatable {
    case feed(RowID<Person>)
    case single(RowID<Person>, RowID<ReservationRow>)
  }

  private let key: [UInt8]

  init(key: [UInt8]) {
    self.key = Hashing.hmacSHA256(Array("maru calendars".utf8), key: key)
  }

  func token(_ content: Content) -> String {
    let text =
      switch content {
      case .feed(let person): "\(person.value)"
      case .single(let person, let reservation): "\(person.value),\(reservation.value)"
      }
    let bytes = Array(text.utf8)
    return Base64URL.encode(bytes) + "." + Base64URL.encode(Hashing.hmacSHA256(bytes, key: key))
  }

  /// nil for what was not made here.
  func read(_ token: String) -> Content? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64URL.decode(parts[0]), let code = Base64URL.decode(parts[1]),
      Hashing.constantTimeEqual(code, Hashing.hmacSHA256(bytes, key: key))
    else { return nil }
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: ",").map { Int64($0) }
    switch (numbers.first, numbers.count) {
    case (let person??, 1): return .feed(RowID(person))
    case (let person??, 2): return numbers[1].map { .single(RowID(person), RowID($0)) }
    default: return nil
    }
  }
}
