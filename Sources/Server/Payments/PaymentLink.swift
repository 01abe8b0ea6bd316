import JSON
import Outgoing
import Payment
import Wire

/// Calls to a provider. A test answers them itself.
public struct PaymentLink: Sendable {
  let send: @Sendable (OutgoingRequest) async throws(OutgoingError) -> HTTPResponse

  public init(send: @escaping @Sendable (OutgoingRequest) async throws(OutgoingError) -> HTTPResponse) {
    self.send = send
  }

  public init(_ client: OutgoingClient) {
    let limits = OutgoingLimits(milliseconds: 15_000, connectMilliseconds: 5_000, answerBytes: 512 * 1024)
    self.init { request throws(OutgoingError) in try await client.send(request, limits: limits) }
  }

  /// Status and JSON object of an answer.
  /// - Throws: `unavailable` where there is none, for 429 and from 500 on; `unreadable` for what is no JSON object.
  func ask(_ request: OutgoingRequest) async throws(PaymentFault) -> (status: Int, json: JSONObject) {
    let response: HTTPResponse
    do { response = try await send(request) } catch {
      // The words of the library may hold the address, and that an order's code; nothing secret is in either.
      throw .unavailable("\(error)")
    }
    guard response.status != 429, response.status < 500 else { throw .unavailable("status \(response.status)") }
    let limits = JSONLimits(depth: 32, bytes: 512 * 1024, values: 16_384)
    guard let object = (try? JSONValue(parsing: response.body, limits: limits))?.object else {
      throw .unreadable("status \(response.status) without a JSON object")
    }
    return (response.status, object)
  }

  static func post(_ url: String, _ body: JSONObject, headers: HTTPHeaders = [:]) -> OutgoingRequest {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return OutgoingRequest(.post, url, headers: headers, body: JSONValue.object(body).bytes)
  }
}

extension JSONValue {
  /// The text of a number, or of a text that stands for one.
  var decimalText: String? {
    switch self {
    case .number(let number): number.text
    case .string(let text): text
    default: nil
    }
  }
}

extension Money {
  /// As a JSON number in major units.
  var majorJSON: JSONValue { .number(JSONNumber(unchecked: decimal)) }
}
