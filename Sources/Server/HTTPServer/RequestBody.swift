import Synchronization

/// Why the rest of a body does not come.
public enum RequestBodyError: Error, Equatable, Sendable {
  /// The connection ended in the middle.
  case cut
  /// The sender was too slow.
  case timeout
  /// The bytes break the framing of HTTP.
  case malformed(RequestFailure)
}

/// The body of a request while it arrives, for handlers that keep no whole body in memory. One reader takes it piece by
/// piece; what nobody takes stays in the network, because the connection stops reading.
public final class RequestBody: Sendable {
  private enum End {
    case complete
    case failed(RequestBodyError)
  }

  private typealias Reader = CheckedContinuation<Result<[UInt8]?, RequestBodyError>, Never>

  private struct State {
    var pieces: [[UInt8]] = []
    var first = 0
    var held = 0
    var end: End?
    var reader: Reader?
    /// The connection waits until the reader wants more.
    var isPaused = false
    var wasAsked = false
  }

  /// More than this waiting for the reader: the connection stops reading.
  static let window = 256 << 10

  /// As declared; nil where the sender does not say (chunked).
  public let length: Int64?
  private let state: Mutex<State>
  private let wanted: @Sendable () -> Void

  /// - Parameter wanted: called on any thread when the reader asks for the first time, and when it wants more after a
  ///   pause.
  init(length: Int64?, wanted: @escaping @Sendable () -> Void) {
    self.length = length
    self.wanted = wanted
    state = Mutex(State())
  }

  /// A body that is there already.
  public init(_ bytes: [UInt8]) {
    length = Int64(bytes.count)
    wanted = {}
    state = Mutex(State(pieces: bytes.isEmpty ? [] : [bytes], held: bytes.count, end: .complete, wasAsked: true))
  }

  /// The next bytes, at least one; nil at the end. One call at a time.
  public func next() async throws(RequestBodyError) -> [UInt8]? {
    let result = await withCheckedContinuation { continuation in
      let (answer, isWanted) = state.withLock { state -> (Result<[UInt8]?, RequestBodyError>?, Bool) in
        let answer = Self.take(&state)
        if answer == nil { state.reader = continuation }
        let isWanted = !state.wasAsked || (state.isPaused && state.held < Self.window / 2)
        state.wasAsked = true
        if isWanted { state.isPaused = false }
        return (answer, isWanted)
      }
      if isWanted { wanted() }
      if let answer { continuation.resume(returning: answer) }
    }
    return try result.get()
  }

  /// nil: wait.
  private static func take(_ state: inout State) -> Result<[UInt8]?, RequestBodyError>? {
    if state.first < state.pieces.count {
      let piece = state.pieces[state.first]
      state.first += 1
      state.held -= piece.count
      if state.first == state.pieces.count {
        state.pieces = []
        state.first = 0
      }
      return .success(piece)
    }
    switch state.end {
    case .complete: return .success(nil)
    case .failed(let error): return .failure(error)
    case nil: return nil
    }
  }

  /// Lets the reader believe that the connection ended: for a sender that is not believed to be there any more.
  public func abandon() { fail(.cut) }

  // MARK: The connection's side

  /// Answers whether the connection shall read on.
  func deliver(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    let (reader, goesOn) = state.withLock { state in
      let reader = state.reader
      state.reader = nil
      if reader == nil {
        state.pieces.append(bytes)
        state.held += bytes.count
        state.isPaused = state.held >= Self.window
      }
      return (reader, !state.isPaused)
    }
    reader?.resume(returning: .success(bytes))
    return goesOn
  }

  func complete() { end(.complete) }

  /// What came before is still delivered.
  func fail(_ error: RequestBodyError) { end(.failed(error)) }

  var heldByteCount: Int { state.withLock { $0.held } }

  private func end(_ end: End) {
    let (reader, answer) = state.withLock { state -> (Reader?, Result<[UInt8]?, RequestBodyError>?) in
      if state.end == nil { state.end = end }
      guard let reader = state.reader else { return (nil, nil) }
      state.reader = nil
      return (reader, Self.take(&state))
    }
    if let answer { reader?.resume(returning: answer) }
  }
}
