import Outgoing
import Storage
import Wire

/// Hands pushes to one push service.
public struct PushClient: Sendable {
  public var send:
    @Sendable (_ push: PushMessage, _ device: DeviceRow, _ now: Timestamp) async throws(PushFailure) -> Void

  public init(
    send:
      @escaping @Sendable (_ push: PushMessage, _ device: DeviceRow, _ now: Timestamp) async throws(PushFailure) -> Void
  ) {
    self.send = send
  }
}

extension PushFailure {
  /// What an answer that is no success means, where its service says nothing more exact.
  init(status: Int, _ response: HTTPResponse) {
    let seconds = response.headers["Retry-After"].flatMap { Int64($0) }.map { max(0, min($0, 86_400)) }
    switch status {
    case 404, 410: self = .gone
    case 408, 425, 429, 500...599:
      self = .again("the push service says \(status)", afterMilliseconds: seconds.map { $0 * 1_000 })
    default: self = .never("the push service says \(status)")
    }
  }

  init(_ error: OutgoingError) {
    let text = "the push service cannot be reached: \(error)"
    self = error.isRetryable || error == .closed || error == .cancelled ? .again(text) : .never(text)
  }
}
