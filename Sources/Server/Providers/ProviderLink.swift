import JSON
import Outgoing
import Wire

/// Calls to a provider, as JSON. A test answers them itself.
public struct ProviderLink: Sendable {
  let send: @Sendable (OutgoingRequest) async throws(OutgoingError) -> HTTPResponse

  public init(send: @escaping @Sendable (OutgoingRequest) async throws(OutgoingError) -> HTTPResponse) {
    self.send = send
  }

  public init(_ client: OutgoingClient) {
    let limits = OutgoingLimits(milliseconds: 6_000, connectMilliseconds: 3_000, answerBytes: 128 * 1024)
    self.init { request throws(OutgoingError) in try await client.send(request, limits: limits) }
  }

  /// The object that a call is answered with; an empty one where the body is empty.
  /// - Throws: `refused` for 400 to 404, `unavailable` for everything else that is not 200.
  func object(_ request: OutgoingRequest) async throws(ProviderError) -> JSONObject {
    let response: HTTPResponse
    do { response = try await send(request) } catch { throw .unavailable("\(error)") }
    switch response.status {
    case 200: break
    case 400, 401, 403, 404: throw .refused("status \(response.status)")
    default: throw .unavailable("status \(response.status)")
    }
    guard !response.body.isEmpty else { return [:] }
    let limits = JSONLimits(depth: 16, bytes: 128 * 1024, values: 4_096)
    guard let object = (try? JSONValue(parsing: response.body, limits: limits))?.object else {
      throw .unavailable("no JSON object")
    }
    return object
  }

  /// Gives something back, and knows that it is: an answer that says nothing clear is `unavailable`.
  /// - Parameter isGone: whether the body of a 400 says that it was given back before.
  func giveBack(_ request: OutgoingRequest, isGone: (JSONObject) -> Bool) async throws(ProviderError) {
    let response: HTTPResponse
    do { response = try await send(request) } catch { throw .unavailable("\(error)") }
    if response.status == 200 { return }
    if response.status == 400, let body = (try? JSONValue(parsing: response.body))?.object, isGone(body) { return }
    throw .unavailable("status \(response.status)")
  }

  /// A form (application/x-www-form-urlencoded).
  static func form(_ url: String, _ fields: [(String, String)], headers: HTTPHeaders = [:]) -> OutgoingRequest {
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    let text = Query(fields.map { Query.Item($0.0, $0.1) }).text
    return OutgoingRequest(.post, url, headers: headers, body: Array(text.utf8))
  }

  /// Whether a token can stand in a header field, and is not longer than any that is real.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 4_096 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
