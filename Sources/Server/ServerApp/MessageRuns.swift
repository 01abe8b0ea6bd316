import Chats
import Contract
import Domain
import HTTPServer
import JSON
import Storage
import Synchronization
import Wire

extension API {
  private static let runLength = 100

  /// All messages after an instant, as older clients ask for them.
  func messages(
    in room: ID<Room>, after instant: Timestamp?, for caller: RowID<Person>
  ) async throws -> ServerResponse {
    let chats = chats
    @Sendable func run(after instant: Timestamp?) async throws -> MessageRuns.Run {
      try await chats.messages(in: room, after: instant, limit: Self.runLength, for: caller)
    }
    let first = try await run(after: instant)
    guard first.next != nil else { return .api(Answer.messages(first.messages).response) }
    var response = ServerResponse.api(Answer.messages([]).response)
    response.body = .produced(MessageRuns(first, more: run).produced)
    return response
  }
}

/// A long list of messages, read and encoded a run at a time while it is sent: however long a room is, no more of it
/// stands in memory.
private final class MessageRuns: Sendable {
  typealias Run = (messages: [Message], next: Timestamp?)

  private struct State {
    var isBegun = false
    var hasMessages = false
    /// What is read and not sent yet.
    var run: Run?
    /// Where to go on; nil once all is read.
    var next: Timestamp?

    /// The list up to here; its end where there is no more.
    mutating func encode(_ run: Run) -> [UInt8] {
      var bytes = isBegun ? [] : Array(#"{"data":["#.utf8)
      isBegun = true
      for message in run.messages {
        if hasMessages { bytes.append(UInt8(ascii: ",")) }
        bytes += message.json.bytes
        hasMessages = true
      }
      next = run.next
      if next == nil { bytes += Array("]}".utf8) }
      return bytes
    }
  }

  private let state: Mutex<State>
  private let more: @Sendable (Timestamp?) async throws -> Run

  init(_ first: Run, more: @escaping @Sendable (Timestamp?) async throws -> Run) {
    state = Mutex(State(run: first, next: first.next))
    self.more = more
  }

  var produced: ProducedBody { ProducedBody { [self] in try await next() } }

  /// One piece is asked for at a time.
  private func next() async throws -> [UInt8]? {
    let (read, instant) = state.withLock { state in
      defer { state.run = nil }
      return (state.run, state.next)
    }
    if let read { return state.withLock { $0.encode(read) } }
    guard let instant else { return nil }
    let run = try await more(instant)
    return state.withLock { $0.encode(run) }
  }
}
