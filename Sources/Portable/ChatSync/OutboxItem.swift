import Contract
import Wire

/// A message that the person has sent and the server has not confirmed.
public struct OutboxItem: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Never left this device.
    case waiting
    case sending
    /// Sent, but no answer came: it may be in the room already. Only repeating the identical body resolves it.
    case unconfirmed
    /// The server refused it. It stays until the person retries or removes it; later items go on.
    case failed(ErrorCode)
  }

  public let clientID: String
  public var content: String
  /// By the clock of this device: for display only.
  public var createdAt: Timestamp
  /// Place in the queue of its room: items leave in this order.
  public var order: Int64
  public var state: State

  public init(clientID: String, content: String, createdAt: Timestamp, order: Int64, state: State = .waiting) {
    self.clientID = clientID
    self.content = content
    self.createdAt = createdAt
    self.order = order
    self.state = state
  }

  public var isFailed: Bool { if case .failed = state { true } else { false } }

  /// What surely is not in the room can be taken back.
  public var canBeRemoved: Bool { state == .waiting || isFailed }
}
