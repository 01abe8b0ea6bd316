/// The bytes of a body as they come. They are fetched from the network only as fast as they are read here; a stream
/// that is let go before its end closes its connection. One reader.
public struct BodyStream: AsyncSequence, Sendable {
  public typealias Element = [UInt8]
  public typealias Failure = TransportError

  /// Ends the transfer when the last reader lets go of it.
  fileprivate final class Handle: Sendable {
    let next: @Sendable () async throws(TransportError) -> [UInt8]?
    let cancel: @Sendable () -> Void

    init(
      next: @escaping @Sendable () async throws(TransportError) -> [UInt8]?, cancel: @escaping @Sendable () -> Void
    ) {
      self.next = next
      self.cancel = cancel
    }

    deinit { cancel() }
  }

  private let handle: Handle

  /// - Parameters:
  ///   - next: the next piece, never empty; nil at the end.
  ///   - cancel: called at least once, also after the end.
  public init(
    next: @escaping @Sendable () async throws(TransportError) -> [UInt8]?,
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    handle = Handle(next: next, cancel: cancel)
  }

  /// Bytes that are there already.
  public init(_ bytes: [UInt8]) {
    let rest = BytesOnce(bytes)
    self.init(next: { () async throws(TransportError) -> [UInt8]? in await rest.take() })
  }

  /// No more bytes are wanted.
  public func cancel() { handle.cancel() }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let handle: Handle

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> [UInt8]? {
      try await handle.next()
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(handle: handle) }
}

private actor BytesOnce {
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.isEmpty ? nil : bytes
  }

  func take() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}
