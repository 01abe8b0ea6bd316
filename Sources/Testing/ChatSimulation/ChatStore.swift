import Contract
import Domain
import Wire

/// What a socket of one person is told.
public enum LiveEvent: Equatable, Sendable {
  case message(Message)
  case read(ID<Room>, ReadPosition)
  case room(Room)
  /// In milliseconds; 0 where they stopped.
  case typing(ID<Room>, ID<Person>, lease: Int64)
}

/// An event, and the person (by number) that it is for.
public struct Told: Equatable, Sendable {
  public var person: Int
  public var event: LiveEvent

  public init(person: Int, event: LiveEvent) {
    self.person = person
    self.event = event
  }
}

/// What the server did with one call: its answer, and what it tells once that is durable.
public struct Handled: Sendable {
  public var outcome: Result<Answer, APIError>
  public var told: [Told]

  public init(_ outcome: Result<Answer, APIError>, told: [Told] = []) {
    self.outcome = outcome
    self.told = told
  }
}

/// The store of a simulated server: the model, or the real one.
///
/// People and rooms have numbers, so that one seed means the same for every store; rooms are pairs of people.
public protocol ChatStore {
  var people: [Person] { get }
  /// The rooms, and who is in them.
  var rooms: [SimulatedRoom] { get }
  /// Who may write only while the consult is open; nobody where the rooms are no consults.
  var patients: Set<Int> { get }
  var isConsultOpen: Bool { get set }

  /// One transaction. The server's clock never matters for the order.
  mutating func call(_ endpoint: Endpoint, by person: Int, at now: Timestamp) -> Handled

  /// The process is killed, or the power fails: what is durable stays.
  mutating func crash()

  /// Lets the power go at that operation on the disk from now on (1: the next one), if it comes.
  mutating func cut(after operations: Int)

  /// Nothing is cut any more.
  /// - Returns: whether the power went; then `crash` brings it back.
  mutating func endCut() -> Bool
}

public struct SimulatedRoom: Equatable, Sendable {
  public var id: ID<Room>
  public var members: [Int]

  public init(id: ID<Room>, members: [Int]) {
    self.id = id
    self.members = members
  }
}
