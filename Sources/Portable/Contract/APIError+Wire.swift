import JSON
import Wire

extension APIError {
  public var json: JSONValue {
    var object: JSONObject = [
      "message": .string(message), "code": .string(code.rawValue), "display": .string(display.rawValue),
    ]
    if let retryAfterSeconds { object["retry_after"] = .integer(Int64(retryAfterSeconds)) }
    return .object(object)
  }

  public var response: HTTPResponse {
    var response = HTTPResponse(status, json: json)
    if let retryAfterSeconds { response.headers["Retry-After"] = "\(retryAfterSeconds)" }
    return response
  }

  /// Reads any answer that is no success. Where the body does not say, the status does: older servers send only
  /// `message`, and what stands between a client and the server sends a page, or JSON of its own.
  public init(parsing response: HTTPResponse) {
    let body = try? JSONValue(parsing: response.body)
    let code = body?["code"]?.string.flatMap(ErrorCode.init(rawValue:))
    let seconds = body?["retry_after"]?.int64 ?? response.headers["Retry-After"].flatMap { Int64($0) }
    self.init(
      status: response.status, code: code ?? ErrorCode(status: response.status),
      message: body?["message"]?.string ?? "",
      display: body?["display"]?.string.flatMap(ErrorDisplay.init(rawValue:)) ?? .toast,
      retryAfterSeconds: seconds.map { Int(min(max($0, 0), 86_400)) }, isCoded: code != nil)
  }
}

extension ErrorCode {
  fileprivate init(status: Int) {
    self =
      switch status {
      case 401: .accessInvalid
      case 402: .badNickname
      case 403: .personGone
      case 404: .notFound
      case 409: .emailTaken
      case 413: .tooLarge
      case 418: .refreshExpired
      case 419: .accessExpired
      case 420: .wrongKey
      case 429: .tooManyCalls
      case 444: .unknownRoute
      case 445: .notParticipant
      case 503: .shuttingDown
      case 400..<500: .badRequest
      default: .internalError
      }
  }
}

extension HTTPResponse {
  public init(_ status: Int, json: JSONValue) {
    self.init(status, headers: ["Content-Type": "application/json; charset=utf-8"], body: json.bytes)
  }
}
