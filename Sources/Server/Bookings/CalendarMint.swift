import Crypto
import Domain
import Storage

/// Signs addresses of calendars, which programs ask for without a header. A calendar is read for years, so they do not
/// end by themselves, but with the account, and as soon as their person asks for another. Each opens one person's
/// reservations, or one of them, and nothing else.
struct CalendarMint: Sendable {
  struct Claims: Equatable {
    var person: RowID<Person>
    /// Which of the person's addresses: only the present one opens anything.
    var link: Int64
    /// nil: all of theirs.
    var reservation: RowID<ReservationRow>?
  }

  private let key: [UInt8]

  init(key: [UInt8]) {
    self.key = Hashing.hmacSHA256(Array("maru calendar links".utf8), key: key)
  }

  func token(_ claims: Claims) -> String {
    let numbers = [claims.person.value, claims.link] + (claims.reservation.map { [$0.value] } ?? [])
    let bytes = Array(numbers.map { "\($0)" }.joined(separator: ",").utf8)
    return Base64URL.encode(bytes) + "." + Base64URL.encode(Hashing.hmacSHA256(bytes, key: key))
  }

  /// nil for what was not made here.
  func read(_ token: String) -> Claims? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64URL.decode(parts[0]), let code = Base64URL.decode(parts[1]),
      Hashing.constantTimeEqual(code, Hashing.hmacSHA256(bytes, key: key))
    else { return nil }
    let texts = String(decoding: bytes, as: UTF8.self).split(separator: ",")
    let numbers = texts.compactMap { Int64($0) }
    guard numbers.count == texts.count, (2...3).contains(numbers.count) else { return nil }
    return Claims(
      person: RowID(numbers[0]), link: numbers[1], reservation: numbers.count == 3 ? RowID(numbers[2]) : nil)
  }
}
