import SocketIO
import Sockets

/// One client of a server that speaks Engine.IO alone. May be used on any thread.
public struct EngineSession: Sendable {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Dropped where the client is gone.
  public func send(_ message: EngineMessage) {
    let session = session
    session.hub.loop.execute { session.receive(.sendMessage(message)) }
  }

  public func close() {
    let session = session
    session.hub.loop.execute { session.receive(.close) }
  }
}
