import Contract
import Wire

/// What is true about sessions, kept apart from what server and clients believe.
struct SessionLedger {
  enum Verdict { case yes, no }

  private struct Entry {
    var newest: Int64 = 1
    var madeAt: [Int64: Int64]
    /// When its access token was made last: a late repeat gets one that counts.
    var accessAt: [Int64: Int64]
    /// The first use that the server has written down.
    var usedAt: [Int64: Int64]
    /// A use that it may yet forget.
    var noted: [Int64: Int64] = [:]
    var person: Int
    var isEnded = false
    /// Another session of the person has ended it.
    var isRevoked = false
  }

  private var entries: [String: Entry] = [:]
  /// By access token: when it was made. An answer that comes late brings the one of before an extension.
  private var tokens: [String: Int64] = [:]

  /// - Parameter token: the access token of the first pair.
  mutating func begun(_ place: TokenPlace, _ token: String, person: Int, at now: Timestamp) {
    tokens[token] = now.milliseconds
    entries[place.session] = Entry(
      madeAt: [place.generation: now.milliseconds], accessAt: [place.generation: now.milliseconds],
      usedAt: [place.generation: now.milliseconds], person: person)
  }

  // MARK: Access tokens

  func mayCall(_ place: TokenPlace, _ token: String, at now: Timestamp) -> Bool {
    guard let entry = entries[place.session], let made = tokens[token] else { return false }
    return !entry.isEnded && now.milliseconds < made + SessionTimes.access
  }

  func hasRunOut(_ token: String, at now: Timestamp) -> Bool {
    tokens[token].map { now.milliseconds >= $0 + SessionTimes.access } ?? false
  }

  mutating func called(_ place: TokenPlace, at now: Timestamp) {
    guard let entry = entries[place.session], entry.usedAt[place.generation] == nil,
      entry.noted[place.generation] == nil
    else { return }
    entries[place.session]?.noted[place.generation] = now.milliseconds
  }

  mutating func settled() {
    for (session, entry) in entries {
      for (generation, time) in entry.noted where entry.usedAt[generation] == nil {
        entries[session]?.usedAt[generation] = time
      }
      entries[session]?.noted = [:]
    }
  }

  mutating func crashed() {
    for session in entries.keys { entries[session]?.noted = [:] }
  }

  // MARK: Refresh tokens

  func isLive(_ session: String, at now: Timestamp) -> Bool {
    guard let entry = entries[session], let made = entry.madeAt[entry.newest] else { return false }
    return !entry.isEnded && now.milliseconds < made + SessionTimes.refresh
  }

  /// An old token of a live session whose time is over: only somebody who stole it can have it.
  func isReuse(_ place: TokenPlace, at now: Timestamp) -> Bool {
    guard let entry = entries[place.session], place.generation < entry.newest, hasTime(place, entry, now) else {
      return false
    }
    return entry.usedAt[place.generation + 1].map { now.milliseconds > $0 + SessionTimes.grace } ?? false
  }

  private func hasTime(_ place: TokenPlace, _ entry: Entry, _ now: Timestamp) -> Bool {
    guard !entry.isEnded, let made = entry.madeAt[place.generation] else { return false }
    return now.milliseconds < made + SessionTimes.refresh
  }

  func mayRefresh(_ place: TokenPlace, at now: Timestamp) -> Bool {
    guard let entry = entries[place.session], hasTime(place, entry, now) else { return false }
    return !isReuse(place, at: now)
  }

  /// - Parameter token: the access token of the answer. It counts, whether it is new or a repeated one.
  /// - Returns: what is wrong with the new pair.
  mutating func refreshed(_ old: TokenPlace, to new: TokenPlace, _ token: String, at now: Timestamp) -> String? {
    guard let entry = entries[old.session] else { return "a pair for a session that never was" }
    let expected = min(old.generation, entry.newest) + 1
    guard new.session == old.session, new.generation == expected else {
      return "pair \(new.generation) for the token of pair \(old.generation)"
    }
    guard expected > entry.newest else {
      if now.milliseconds >= (entry.accessAt[expected] ?? 0) + SessionTimes.access {
        entries[old.session]?.accessAt[expected] = now.milliseconds
      }
      tokens[token] = entries[old.session]?.accessAt[expected]
      return nil
    }
    entries[old.session]?.accessAt[expected] = now.milliseconds
    tokens[token] = now.milliseconds
    if entry.usedAt[entry.newest] == nil { entries[old.session]?.usedAt[entry.newest] = now.milliseconds }
    entries[old.session]?.newest = expected
    entries[old.session]?.madeAt[expected] = now.milliseconds
    return nil
  }

  func isRevoked(_ session: String) -> Bool { entries[session]?.isRevoked ?? false }

  mutating func ended(_ session: String) { entries[session]?.isEnded = true }

  mutating func endedOthers(than session: String) {
    guard let person = entries[session]?.person else { return }
    for other in entries.keys where other != session && entries[other]?.person == person {
      if entries[other]?.isEnded == false { entries[other]?.isRevoked = true }
      entries[other]?.isEnded = true
    }
  }
}
