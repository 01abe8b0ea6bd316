import HTTPServer
import JSON
import SocketIO
import Wire

extension ServerResponse {
  /// The answer to a poll or the request that opens one.
  static func poll(_ body: [UInt8]) -> ServerResponse {
    ServerResponse(200, headers: plainText, body: .bytes(body))
  }

  static let posted = ServerResponse(200, headers: plainText, body: .bytes(Array("ok".utf8)))

  static func overloaded(retryAfterSeconds: Int) -> ServerResponse {
    let body: JSONValue = [
      "code": "overloaded", "message": "overloaded", "retry_after": .integer(Int64(retryAfterSeconds)),
    ]
    return ServerResponse(
      503,
      headers: [
        "Content-Type": "application/json", "Cache-Control": "no-store", "Retry-After": "\(retryAfterSeconds)",
      ], body: .bytes(body.bytes))
  }

  static let tooLarge = ServerResponse(413, headers: plainText, body: .bytes(Array("Payload too large".utf8)))

  static func refusal(_ refusal: EngineRequest.Refusal) -> ServerResponse {
    ServerResponse(
      refusal == .forbidden ? 403 : 400,
      headers: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: .bytes(refusal.json.bytes))
  }

  private static let plainText: HTTPHeaders = [
    "Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store",
  ]
}
