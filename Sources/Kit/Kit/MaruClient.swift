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

  /// A client with a transport of its own, such as a test's.
  /// - Parameters:
  ///   - key: names realm and app to the server; nil: the default key of the app.
  ///   - policy: what refusals mean for the session, and what goes along with each request.
  public init(
    app: App, key: String? = nil, address: ServerAddress? = nil, transport: Transport, credentials: CredentialStore,
    identity: ClientIdentity = ClientIdentity(), policy: SessionPolicy = .maru
  ) {
    self.app = app
    self.address = address
    session = ClientSession(
      key: key ?? app.rawValue, transport: transport, store: credentials, policy: policy, identity: identity)
  }

  /// A client over the network.
  /// - Throws: `TransportError` where TLS or the system refuse; the server itself is not asked.
  public convenience init(
    _ address: ServerAddress, app: App, key: String? = nil, credentials: CredentialStore,
    identity: ClientIdentity = ClientIdentity(), policy: SessionPolicy = .maru,
    options: NetworkOptions = NetworkOptions()
  ) throws(TransportError) {
    self.init(
      app: app, key: key, address: address, transport: try .network(address, options: options),
      credentials: credentials, identity: identity, policy: policy)
  }

  var key: String { session.key }

  /// Sends any route of the contract and reads its answer. A token that has run out is renewed first.
  /// - Throws: `refused`, `unavailable`, `unreachable`, `signedOut`, `cancelled`.
  public func call(_ endpoint: Endpoint) async throws(CallError) -> Answer {
    try await session.call(endpoint)
  }

  /// The same for a route of `AccountAPI`, or of any other table of calls.
  public func call<Input, Output>(_ call: APICall<Input, Output>, _ input: Input) async throws(CallError) -> Output {
    if call.outline.access == .key { return try await ask(call, input) }
    let response = try await transfer { [key] token in
      TransportRequest(call.request(input, key: key, accessToken: token))
    }
    return try Self.read(call, try await response.read())
  }

  /// A way in: its answer is the session from then on.
  public func call<Input>(
    _ call: APICall<Input, SessionAnswer>, _ input: Input
  ) async throws(CallError) -> SessionAnswer {
    try await session.begin { () async throws(CallError) in try await self.ask(call, input) }
  }

  private func ask<Input, Output>(
    _ call: APICall<Input, Output>, _ input: Input
  ) async throws(CallError) -> Output {
    let response: TransportResponse
    do throws(TransportError) {
      response = try await session.carry(TransportRequest(call.request(input, key: key)))
    } catch { throw CallError(error) }
    let answer = try await response.read()
    guard (200..<300).contains(answer.status) else { throw CallError(session.policy.refusal(answer)) }
    return try Self.read(call, answer)
  }

  private static func read<Input, Output>(
    _ call: APICall<Input, Output>, _ response: HTTPResponse
  ) throws(CallError) -> Output {
    do throws(APIError) { return try call.read(response) } catch { throw CallError(error) }
  }

  /// The part of an answer that the endpoint promises.
  func call<Value: Sendable>(
    _ endpoint: Endpoint, _ pick: (Answer) -> Value?
  ) async throws(CallError) -> Value {
    guard let value = pick(try await call(endpoint)) else { throw .unavailable(.unreadable) }
    return value
  }
}
