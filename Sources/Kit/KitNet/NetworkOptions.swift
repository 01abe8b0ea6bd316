/// How a client reaches its server.
public struct NetworkOptions: Sendable {
  /// Connections for calls and transfers at a time; a socket for realtime comes on top.
  public var connections = 8
  /// For name, connection and TLS together.
  public var connectTimeout: Duration = .seconds(15)
  /// A PEM file of certificates to trust beside the system's, for servers with one of their own.
  public var authorities: String?

  public init() {}
}
