/// Why a connection ended.
public enum CloseReason: Equatable, Sendable {
  /// This side closed it.
  case local
  /// The peer ended it in an orderly way.
  case peer
  /// The peer reads too slowly: what waited for it passed the cap of the connection.
  case slowReader
  /// A time limit passed.
  case timeout
  /// The loop was stopped.
  case shutdown
  /// The socket failed (reset, unreachable …) with that `errno`.
  case failed(code: Int32)
}
