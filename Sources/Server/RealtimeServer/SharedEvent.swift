import SocketIO
import Sockets
import Synchronization

/// An event that is made when the first of its members is found, by whoever finds it, and then shared: what nobody
/// listens to costs nothing.
public final class SharedEvent: Sendable {
  private let make: @Sendable () -> RealtimeEvent
  private let made = Mutex<RealtimeEvent?>(nil)

  /// - Parameter make: runs at most once, on a loop.
  public init(_ make: @escaping @Sendable () -> RealtimeEvent) {
    self.make = make
  }

  var value: RealtimeEvent {
    made.withLock { made in
      if let made { return made }
      let event = make()
      made = event
      return event
    }
  }
}

/// An event on its way into one namespace: encoded once, whatever the number of loops.
final class SharedFrames: Sendable {
  private let event: SharedEvent
  private let namespace: String
  private let compression: CompressionSettings?
  private let encoded = Mutex<(BroadcastFrames, SocketMessage)?>(nil)

  init(_ event: SharedEvent, namespace: String, compression: CompressionSettings?) {
    self.event = event
    self.namespace = namespace
    self.compression = compression
  }

  var value: (BroadcastFrames, SocketMessage) {
    encoded.withLock { encoded in
      if let encoded { return encoded }
      let message = event.value.message(in: namespace)
      let plain = SharedBytes(CompressionSettings.frames(message, nil))
      var small: SharedBytes?
      if let compression, plain.count >= compression.threshold {
        small = SharedBytes(CompressionSettings.frames(message, compression))
      }
      let made = (BroadcastFrames(plain: plain, compressed: small ?? plain), message)
      encoded = made
      return made
    }
  }
}
