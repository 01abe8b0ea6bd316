import Contract
import Wire

/// What the simulation needs of a server: a model of it, or the real accounts on a database.
public protocol SessionServer {
  /// One of `people` signs in: a session of its own.
  mutating func begin(_ person: Int, at now: Timestamp) -> SessionAnswer
  /// Any route that needs a token. nil: it was answered.
  mutating func call(_ token: String, at now: Timestamp) -> APIError?
  mutating func refresh(_ token: String, at now: Timestamp) -> Result<SessionAnswer, APIError>
  mutating func logout(_ token: String, at now: Timestamp) -> APIError?
  /// Ends all other sessions of whoever holds the token.
  mutating func endOthers(_ token: String, at now: Timestamp) -> APIError?
  /// New keys sign from now on.
  mutating func rotateKeys(at now: Timestamp)
  /// What was to be written behind the answers is written.
  mutating func settle()
  /// The process is killed between two commands, and starts again.
  mutating func crash(at now: Timestamp)
  /// Which session and pair a token belongs to; nothing is verified.
  func place(of token: String) -> TokenPlace?
  /// When an access token runs out, as it says itself.
  func end(of token: String) -> Int64?
}

/// A pair of tokens.
public struct TokenPlace: Hashable, Sendable {
  public var session: String
  public var generation: Int64

  public init(session: String, generation: Int64) {
    self.session = session
    self.generation = generation
  }
}

/// The times of the contract, in milliseconds.
public enum SessionTimes {
  public static let access: Int64 = 15 * 60_000
  public static let refresh: Int64 = 60 * 24 * 3_600_000
  public static let grace: Int64 = 60_000
}

/// People of every simulation.
public let simulatedPeople = 2
