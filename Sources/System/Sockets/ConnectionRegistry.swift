/// The open connections of one loop that belong together; used on that loop only. A connection leaves by itself when it
/// closes.
public final class ConnectionRegistry {
  public private(set) var connections: [TCPConnection] = []
  /// Called after a connection closed, not when it moved to another registry.
  public var onClose: ((TCPConnection) -> Void)?

  public init() {}

  public var count: Int { connections.count }

  /// Takes the connection out of another registry first.
  public func add(_ connection: TCPConnection) {
    connection.registry?.remove(connection)
    connection.registry = self
    connection.registryIndex = connections.count
    connections.append(connection)
  }

  public func remove(_ connection: TCPConnection) {
    guard connection.registry === self else { return }
    let index = connection.registryIndex
    let last = connections.removeLast()
    if index < connections.count {
      connections[index] = last
      last.registryIndex = index
    }
    connection.registry = nil
    connection.registryIndex = -1
  }

  func closed(_ connection: TCPConnection) {
    remove(connection)
    onClose?(connection)
  }
}
