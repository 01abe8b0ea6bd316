import Crypto
import Domain
import Foundation
import JSON
import Outgoing
import Storage
import Synchronization
import Testing
import Wire

@testable import Providers

/// The area with the stand-in behind it, in one process.
struct World {
  static let origin = "http://stand-in"
  private static let keys = (SigningKey.makeRSA(), SigningKey.makeRSA())
  static let redirects: [Provider: String] = [
    .kakao: "http://localhost:8080/v1/web/eyemon/sign-in/kakao/return",
    .apple: "http://localhost:8080/v1/web/eyemon/sign-in/apple/return",
  ]

  let store: DataStore
  let standIn: StandIn
  let providers: Providers
  let time: Time

  final class Time: Sendable {
    let now = Mutex(Timestamp(milliseconds: 1_780_000_000_000))
    var value: Timestamp { now.withLock { $0 } }
    func pass(seconds: Int64) { now.withLock { $0 = $0.adding(milliseconds: seconds * 1_000) } }
  }

  /// - Parameter answer: to calls, in place of the stand-in.
  static func make(answer: (@Sendable (HTTPRequest) -> HTTPResponse)? = nil) async throws -> World {
    let time = Time()
    let key = try #require(P256Key.random()?.signing)
    let keys = (try #require(Self.keys.0), try #require(Self.keys.1))
    let made = StandIn(client: key, keys: keys, clock: { time.value }, pause: {})
    let standIn = try #require(made)
    let store = try await DataStore.open(.memory)
    var settings = ProviderSettings()
    let (kakao, apple) = StandIn.settings(origin: origin, client: key)
    settings.kakao = kakao
    settings.apple = apple
    let link = ProviderLink { request throws(OutgoingError) in
      var inner = HTTPRequest(
        request.method, target: String(request.url.dropFirst(origin.utf8.count)), headers: request.headers)
      inner.body = request.body
      if let answer { return answer(inner) }
      return await standIn.answer(inner)
    }
    let providers = Providers(
      settings, store: store, key: [UInt8](repeating: 7, count: 32), link: link, clock: { time.value })
    return World(store: store, standIn: standIn, providers: providers, time: time)
  }

  func post(_ path: String, _ fields: [String: String]) async -> HTTPResponse {
    let query = Query(fields.map { Query.Item($0.key, $0.value) })
    return await standIn.answer(HTTPRequest(.post, path, body: Array(query.text.utf8)))
  }

  func token(_ provider: Provider, person: Int = 41_001, fault: String = "none", _ more: [String: String] = [:])
    async throws -> String
  {
    var fields = ["provider": provider.rawValue, "person": String(person), "fault": fault]
    fields.merge(more) { $1 }
    let answer = await post("/trial/token", fields)
    return try #require(try JSONValue(parsing: answer.body)["token"]?.string)
  }

  func begin(_ provider: Provider, target: String? = nil) async throws -> FlowStart {
    try await providers.begin(
      provider, app: .eyemon, target: target, redirect: try #require(Self.redirects[provider]))
  }

  /// Walks over the consent page; what comes back to our address.
  func consent(
    _ start: FlowStart, _ provider: Provider, person: Int = 41_001, choice: String = "agree", fault: String = "none"
  ) async throws -> FlowAnswer {
    let page = await standIn.answer(HTTPRequest(.get, target: String(start.url.dropFirst(Self.origin.utf8.count))))
    #expect(page.status == 200)
    var fields = Self.inputs(String(decoding: page.body, as: UTF8.self))
    fields["person"] = String(person)
    fields["choice"] = choice
    fields["fault"] = fault
    let answer = await post("/decide", fields)
    if provider == .apple { return FlowAnswer(Self.query(Self.inputs(String(decoding: answer.body, as: UTF8.self)))) }
    let place = try #require(answer.headers["Location"])
    return FlowAnswer(HTTPRequest(.get, target: place).query)
  }

  private static func query(_ fields: [String: String]) -> Query {
    Query(fields.map { Query.Item($0.key, $0.value) })
  }

  /// Hidden fields of a page.
  private static func inputs(_ html: String) -> [String: String] {
    var fields: [String: String] = [:]
    for part in html.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst() {
      let words = part.components(separatedBy: "\"")
      fields[words[0]] =
        words[2].replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&amp;", with: "&")
    }
    return fields
  }

  func end(_ answer: FlowAnswer, _ provider: Provider, bindings: [String]) async throws -> FlowEnd {
    let flow = try await providers.take(answer, provider, app: .eyemon, bindings: bindings)
    return try await providers.end(flow, answer, provider)
  }
}
