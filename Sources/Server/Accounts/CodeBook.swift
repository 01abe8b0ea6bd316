import Crypto
import Domain
import Storage
import Wire

/// Makes and judges the codes that are sent to addresses and numbers. It keeps no code: each is made again from the
/// seed in the database and a key that is not there. Everything happens in the caller's transaction, of which there is
/// one at a time, so budgets hold however many guess at once, and after a restart.
struct CodeBook: Sendable {
  enum Issue: Equatable, Sendable {
    case code(String)
    /// The budget of the place is used up for so many seconds.
    case wait(seconds: Int)
  }

  enum Verdict: Equatable, Sendable {
    case right, wrong
    /// Too many were wrong; none is looked at for so many seconds.
    case wait(seconds: Int)
  }

  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 24 * hour

  let settings: CodeSettings
  let key: [UInt8]

  var expiresInSeconds: Int { Int(settings.lifetime / 1_000) }
  var resendAfterSeconds: Int { Int(settings.resendAfter / 1_000) }

  /// A code for a place. While one is valid it is the same again, so that whichever message arrives first is right; but
  /// not for ever: none is right for longer than twice its lifetime after it was made (NIST SP 800-63B: ten minutes).
  /// Then the next message has another one, and the older stays right until its own end.
  func issue(
    at place: CodePlace, for person: RowID<Person>?, _ tables: Tables, _ now: Timestamp
  ) throws -> Issue {
    let rows = try tables.codes.list(at: place, since: now.adding(milliseconds: -Self.day))
    if let seconds = longer(sendingWait(rows, now), guessingWait(rows, now)) { return .wait(seconds: seconds) }
    let valid = rows.first { isValid($0, now) && $0.person == person && mayRepeat($0, rows, now) }
    let row = CodeRow(
      person: person, seed: valid?.seed ?? Hex.encode(SecureRandom.bytes(16)), createdAt: now,
      expiresAt: now.adding(milliseconds: settings.lifetime))
    try tables.codes.insert(row, at: place)
    return .code(code(of: row.seed, at: place))
  }

  /// Compares in constant time with each valid code of the place, and counts what was wrong. A right one stays valid
  /// until `spend`.
  /// - Parameter person: whose account it is about, where the code was sent for one.
  func check(
    _ guess: String, at place: CodePlace, for person: RowID<Person>?, _ tables: Tables, _ now: Timestamp
  ) throws -> Verdict {
    let rows = try tables.codes.list(at: place, since: now.adding(milliseconds: -Self.day))
    if let seconds = guessingWait(rows, now) { return .wait(seconds: seconds) }
    let valid = rows.filter { isValid($0, now) && $0.person == person }
    guard let newest = valid.first else { return .wrong }
    let digits = Array(guess.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") })
    var isRight = false
    for row in valid where Hashing.constantTimeEqual(Array(code(of: row.seed, at: place).utf8), digits) {
      isRight = true
    }
    if isRight { return .right }
    try tables.codes.countFailure(of: newest.id)
    return .wrong
  }

  func spend(at place: CodePlace, _ tables: Tables, _ now: Timestamp) throws {
    try tables.codes.markUsed(at: place, now)
  }

  /// Six digits from a keyed digest of place and seed.
  private func code(of seed: String, at place: CodePlace) -> String {
    let text = [place.realm.rawValue, place.purpose.rawValue, place.subject, seed].joined(separator: "\0")
    let digest = Hashing.hmacSHA256(Array(text.utf8), key: key)
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
    let digits = String(number)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func mayRepeat(_ row: CodeRow, _ rows: [CodeRow], _ now: Timestamp) -> Bool {
    let made = rows.last { $0.seed == row.seed }?.createdAt ?? row.createdAt
    return now.milliseconds - made.milliseconds <= settings.lifetime
  }

  private func isValid(_ row: CodeRow, _ now: Timestamp) -> Bool { !row.isUsed && row.expiresAt > now }

  private func sendingWait(_ rows: [CodeRow], _ now: Timestamp) -> Int? {
    let pause = rows.first.map { $0.createdAt.milliseconds + settings.resendAfter - now.milliseconds } ?? 0
    let waits = [
      pause, wait(rows.map { ($0, 1) }, most: settings.sendsPerHour, in: Self.hour, now),
      wait(rows.map { ($0, 1) }, most: settings.sendsPerDay, in: Self.day, now),
    ]
    return Self.seconds(waits.max() ?? 0)
  }

  private func guessingWait(_ rows: [CodeRow], _ now: Timestamp) -> Int? {
    let failures = rows.map { ($0, Int($0.failures)) }
    return Self.seconds(
      max(
        wait(failures, most: settings.failuresPerHour, in: Self.hour, now),
        wait(failures, most: settings.failuresPerDay, in: Self.day, now)))
  }

  /// How long until fewer than `most` lie within the window; 0 where that is so now. Rows are newest first.
  private func wait(_ rows: [(row: CodeRow, count: Int)], most: Int, in window: Int64, _ now: Timestamp) -> Int64 {
    var sum = 0
    for (row, count) in rows where row.createdAt.milliseconds > now.milliseconds - window {
      sum += count
      if sum >= most { return row.createdAt.milliseconds + window - now.milliseconds }
    }
    return 0
  }

  private static func seconds(_ milliseconds: Int64) -> Int? {
    milliseconds > 0 ? Int((milliseconds + 999) / 1_000) : nil
  }
}

private func longer(_ a: Int?, _ b: Int?) -> Int? {
  guard let a, let b else { return a ?? b }
  return Swift.max(a, b)
}
