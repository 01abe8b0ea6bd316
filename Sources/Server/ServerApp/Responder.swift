import Contract
import HTTPServer
import SQL
import Sockets
import Synchronization
import Wire

/// The whole server as a function from a request to an answer: pages, health, realtime and the API, with a log line and
/// a count for each.
final class Responder: Sendable {
  let api: API
  let files: FileAPI
  let pages: Pages?
  let metrics: Metrics
  let log: RequestLog
  let clock: @Sendable () -> Timestamp
  let proxies: ProxyTrust
  let admission: Admission
  let terms: TermsPages
  /// What `/healthz` says: that the process answers, and which database it takes time zones from.
  let health: String
  /// Whether the data can be read.
  let isReady: @Sendable () async -> Bool
  /// Answers what is below `/socket.io/`.
  let realtime: @Sendable (ServerRequest) async -> ServerResponse
  /// `/openapi.json`: the same for as long as the server runs.
  private let description: HTTPResponse
  private let isDraining = Atomic(false)

  init(
    api: API, files: FileAPI, pages: Pages?, metrics: Metrics, log: RequestLog, proxies: ProxyTrust,
    admission: Admission, clock: @escaping @Sendable () -> Timestamp, terms: TermsPages,
    zoneVersion: String, isReady: @escaping @Sendable () async -> Bool,
    realtime: @escaping @Sendable (ServerRequest) async -> ServerResponse
  ) {
    self.api = api
    self.files = files
    self.pages = pages
    self.metrics = metrics
    self.log = log
    self.clock = clock
    self.terms = terms
    health = "ok\ntzdata \(zoneVersion)\n"
    self.proxies = proxies
    self.admission = admission
    self.isReady = isReady
    self.realtime = realtime
    description = HTTPResponse(200, json: OpenAPI.document(version: Version.text, calls: api.calls.outlines))
  }

  /// From now on `/readyz` says no, so that a balancer looks elsewhere.
  func startDraining() { isDraining.store(true, ordering: .relaxed) }

  func respond(_ request: ServerRequest) async -> ServerResponse {
    let began = ContinuousClock.now
    let address = proxies.address(of: request)
    var (response, error) = await answer(request, from: address)
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    metrics.countRequest(status: response.status, seconds: seconds)
    log.note(
      request, from: address.host, status: response.status, milliseconds: seconds * 1_000, now: clock(), error: error)
    if case .produced(let body) = response.body {
      response.body = .produced(
        body.noting { [log, clock] fault in log.noteCut(request, from: address.host, now: clock(), error: fault) })
    }
    return response
  }

  private func answer(_ request: ServerRequest, from address: SocketAddress) async -> (ServerResponse, (any Error)?) {
    let path = request.request.path
    if path.hasPrefix("/socket.io/") { return (await realtime(request), nil) }
    if path != "/healthz", path != "/readyz", let seconds = admission.refusal(of: .request) {
      return (.api(APIError.overloaded(retryAfterSeconds: seconds).response), nil)
    }
    if let route = FileRoute(request.request) {
      var answer = await answering { try await files.answer(request, as: route, from: address.host) }
      // Its protocol wants that of refusals as well.
      if route.isResumable { answer.0.headers["Tus-Resumable"] = Tus.version }
      return answer
    }
    if let page = pages?.answerOlderClient(request.request) { return (page, nil) }
    if path.hasPrefix("/v1/") || path.hasPrefix("/checkout/") || path == "/common" {
      // Limits count the whole network of an IPv6 address.
      return await answering { try await api.answer(request.request, from: NetworkAddress(address).text) }
    }
    if path.hasPrefix("/terms/"), let page = terms.answer(request.request) { return (page, nil) }
    switch path {
    case "/openapi.json": return (.api(description), nil)
    case "/healthz": return (.plain(200, health), nil)
    case "/readyz":
      guard !isDraining.load(ordering: .relaxed), await isReady() else { return (.plain(503, "not ready\n"), nil) }
      return (.plain(200, "ready\n"), nil)
    default: return (pages?.answer(request.request) ?? .api(APIError.unknownRoute.response), nil)
    }
  }

  private func answering(
    _ call: () async throws -> ServerResponse
  ) async -> (ServerResponse, (any Error)?) {
    do {
      return (try await call(), nil)
    } catch let refusal as APIError {
      return (.api(refusal.response), nil)
    } catch let fault as SQLError {
      return (.api(APIError(fault).response), fault)
    } catch {
      return (.api(APIError.internalError.response), error)
    }
  }
}

extension FileRoute {
  /// tus 1.0, but for its OPTIONS, whose answer names all versions.
  fileprivate var isResumable: Bool {
    switch self {
    case .resumableCreate, .resumableHead, .resumablePatch, .resumableDelete: true
    case .upload, .data, .resumableOptions: false
    }
  }
}

extension APIError {
  /// What a client is told of a database that cannot do its work.
  fileprivate init(_ fault: SQLError) {
    switch fault {
    case .closed: self = .shuttingDown
    case .full, .busy, .unavailable: self = .storageUnavailable
    case .unique, .constraint, .corrupt, .columnType, .mistake: self = .internalError
    }
  }
}

extension ServerResponse {
  static func plain(_ status: Int, _ text: String) -> ServerResponse {
    ServerResponse(
      status, headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
      body: .bytes(Array(text.utf8)))
  }

  /// Answers of the API are one person's and for now.
  static func api(_ response: HTTPResponse) -> ServerResponse {
    var response = ServerResponse(response)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
  }
}
