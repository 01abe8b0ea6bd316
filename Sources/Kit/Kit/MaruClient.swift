import Contract
import Domain
import KitNet
import Session
import Wire

/// A client of one server and one app: calls, files, and the session that they run in.
///
/// ```swift
/// let client = try MaruClient(address, app: .eyemon, credentials: .file("session.json"))
/// try await client.logIn(email: "haneul@example.com", password: "…")
/// let rooms = try await client.rooms()
/// ```
public final class MaruClient: Sendable {
  public let app: App
  public let address: ServerAddress?
  public let session: ClientSession
  let transport: Transport

  /// A client with a transport of its own, such as a test's.
  /// - Parameter key: names realm and app to the server; nil: the default key of the app.
  public init(
    app: App, key: String? = nil, address: ServerAddress? = nil, transport: Transport, credentials: CredentialStore
  ) {
    self.app = app
    self.address = address
    self.transport = transport
    session = ClientSession(key: key ?? app.rawValue, transport: transport, store: credentials)
  }

  /// A client over the network.
  /// - Throws: `TransportError` where TLS or the system refuse; the server itself is not asked.
  public convenience init(
    _ address: ServerAddress, app: App, key: String? = nil, credentials: CredentialStore,
    options: NetworkOptions = NetworkOptions()
  ) throws(TransportError) {
    self.init(
      app: app, key: key, address: address, transport: try .network(address, options: options),
      credentials: credentials)
  }

  var key: String { session.key }

  /// Sends any route of the contract and reads its answer. A token that has run out is renewed first.
  /// - Throws: `refused`, `unavailable`, `unreachable`, `signedOut`, `cancelled`.
  public func call(_ endpoint: Endpoint) async throws(CallError) -> Answer {
    try await session.call(endpoint)
  }

  /// The part of an answer that the endpoint promises.
  func call<Value: Sendable>(
    _ endpoint: Endpoint, _ pick: (Answer) -> Value?
  ) async throws(CallError) -> Value {
    guard let value = pick(try await call(endpoint)) else { throw .unavailable(.unreadable) }
    return value
  }
}
