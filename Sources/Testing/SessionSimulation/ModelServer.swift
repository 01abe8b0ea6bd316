import Contract
import Domain
import Wire

/// The contract of sessions in as few words as possible, with room for mutants.
public struct ModelServer: SessionServer {
  private struct Family {
    var person: Int
    var newest: Int64 = 1
    /// By pair: when its tokens were made, and when one of them first came back.
    var madeAt: [Int64: Int64]
    var accessAt: [Int64: Int64]
    var usedAt: [Int64: Int64]
    var isEnded = false
    var isRevoked = false
    var key = 0
  }

  private let mutant: SessionMutant?
  private var families: [Family] = []
  private var key = 0
  /// Uses that are not written yet.
  private var notes: [(family: Int, generation: Int64, at: Int64)] = []

  public init(mutant: SessionMutant? = nil) {
    self.mutant = mutant
  }

  public mutating func begin(_ person: Int, at now: Timestamp) -> SessionAnswer {
    let time = now.milliseconds
    families.append(Family(person: person, madeAt: [1: time], accessAt: [1: time], usedAt: [1: time]))
    return answer(families.count - 1, 1)
  }

  private func answer(_ family: Int, _ generation: Int64) -> SessionAnswer {
    let person = Person(id: ID("p\(families[family].person)"), nick: "")
    return SessionAnswer(
      person: person, email: "", role: .member,
      accessToken: token("a", family, generation, families[family].accessAt[generation] ?? 0),
      refreshToken: token("r", family, generation, families[family].madeAt[generation] ?? 0))
  }

  private func token(_ use: String, _ family: Int, _ generation: Int64, _ made: Int64) -> String {
    "\(use)/\(family)/\(generation)/\(key)/\(made)"
  }

  private struct Claims {
    var family: Int
    var generation: Int64
    var madeAt: Int64
  }

  private func read(_ token: String, _ use: String) -> Claims? {
    let parts = token.split(separator: "/")
    guard parts.count == 5, parts[0] == use, let family = Int(parts[1]), families.indices.contains(family),
      let generation = Int64(parts[2]), mutant != .oldKeysForgotten || Int(parts[3]) == key,
      let made = Int64(parts[4])
    else { return nil }
    return Claims(family: family, generation: generation, madeAt: made)
  }

  public func place(of token: String) -> TokenPlace? {
    let parts = token.split(separator: "/")
    guard parts.count == 5, let generation = Int64(parts[2]) else { return nil }
    return TokenPlace(session: String(parts[1]), generation: generation)
  }

  public func end(of token: String) -> Int64? { read(token, "a").map { $0.madeAt + SessionTimes.access } }

  private mutating func check(_ token: String, at now: Timestamp) -> Result<Int, APIError> {
    guard let claims = read(token, "a") else { return .failure(.accessInvalid) }
    let (family, generation) = (claims.family, claims.generation)
    guard now.milliseconds < claims.madeAt + SessionTimes.access, !families[family].isEnded || mutant == .endIsNotHeard
    else {
      return .failure(.accessExpired)
    }
    if families[family].usedAt[generation] == nil { notes.append((family, generation, now.milliseconds)) }
    return .success(family)
  }

  public mutating func call(_ token: String, at now: Timestamp) -> APIError? {
    if case .failure(let error) = check(token, at: now) { error } else { nil }
  }

  public mutating func refresh(_ token: String, at now: Timestamp) -> Result<SessionAnswer, APIError> {
    guard let claims = read(token, "r") else { return .failure(.accessInvalid) }
    let (family, generation, time) = (claims.family, claims.generation, now.milliseconds)
    guard time < claims.madeAt + SessionTimes.refresh, !families[family].isEnded else {
      return .failure(families[family].isRevoked ? .sessionEnded : .refreshExpired)
    }
    let newest = families[family].newest
    if generation == newest || mutant == .everyRepeatRotates {
      if families[family].usedAt[newest] == nil { families[family].usedAt[newest] = time }
      families[family].newest = newest + 1
      families[family].madeAt[newest + 1] = time
      families[family].accessAt[newest + 1] = time
      return .success(answer(family, newest + 1))
    }
    let used = families[family].usedAt[generation + 1]
    let isLate = mutant == .lostAnswerIsFinal || used.map { time > $0 + SessionTimes.grace } ?? false
    if !isLate || mutant == .reuseIsAnswered {
      if time >= (families[family].accessAt[generation + 1] ?? 0) + SessionTimes.access, mutant != .repeatIsStale {
        families[family].accessAt[generation + 1] = time
      }
      return .success(answer(family, generation + 1))
    }
    if mutant != .reuseEndsNothing { families[family].isEnded = true }
    return .failure(.refreshExpired)
  }

  public mutating func logout(_ token: String, at now: Timestamp) -> APIError? {
    switch check(token, at: now) {
    case .failure(let error): return error
    case .success(let family):
      families[family].isEnded = true
      return nil
    }
  }

  public mutating func endOthers(_ token: String, at now: Timestamp) -> APIError? {
    switch check(token, at: now) {
    case .failure(let error): return error
    case .success(let family):
      for other in families.indices where other != family && families[other].person == families[family].person {
        if !families[other].isEnded { families[other].isRevoked = true }
        families[other].isEnded = true
      }
      return nil
    }
  }

  public mutating func rotateKeys(at now: Timestamp) { key += 1 }

  public mutating func settle() {
    for note in notes where families[note.family].usedAt[note.generation] == nil {
      families[note.family].usedAt[note.generation] = note.at
    }
    notes = []
  }

  public mutating func crash(at now: Timestamp) {
    notes = []
    if mutant == .endForgottenByRestart {
      for family in families.indices { families[family].isEnded = false }
    }
  }
}
