import Domain
import JSON
import Wire

/// One route as a value that holds everything about it: clients print requests with it and read the answers, the server
/// reads requests and prints answers, and the API description is printed from its outline.
///
/// `Endpoint` holds the routes that every app needs from the start; whatever is needed later is an `APICall`, so that
/// the first load of an app does not carry it.
public struct APICall<Input: Sendable, Output: Sendable>: Sendable {
  public let outline: APICallOutline
  public let input: APIForm<Input>
  public let output: APIForm<Output>

  /// - Parameters:
  ///   - template: the path, with parameters in braces; each is a field of `input` placed in the path.
  ///   - refusals: statuses beside those that every route has.
  public init(
    _ method: HTTPMethod, _ template: String, _ name: String, _ summary: String,
    access: APICallOutline.Access = .person, input: APIForm<Input>, output: APIForm<Output>, refusals: [Int] = []
  ) {
    self.input = input
    self.output = output
    outline = APICallOutline(
      method: method, template: template, name: name, summary: summary, access: access, input: input.fields,
      output: output.fields, refusals: refusals)
  }

  /// The request as a client sends it.
  /// - Parameters:
  ///   - key: names realm and app (header `SeSACKey`).
  ///   - accessToken: sent raw, and only where the route reads it.
  ///   - web: true in a browser, where a cookie holds the refresh token (header `X-Maru-Web`).
  public func request(_ value: Input, key: String, accessToken: String? = nil, web: Bool = false) -> HTTPRequest {
    outline.request(input.print(value), key: key, accessToken: accessToken, web: web)
  }

  /// Reads the values of a request that the outline has matched.
  /// - Throws: 400 for missing or malformed values.
  public func read(_ request: HTTPRequest, parameters: [String]) throws(APIError) -> Input {
    try input.read(outline.values(of: request, parameters: parameters))
  }

  /// 200 with the body; without fields there is none.
  public func response(_ value: Output) -> HTTPResponse {
    if outline.output.isEmpty { return HTTPResponse(200) }
    return HTTPResponse(200, json: .object(output.print(value)))
  }

  /// Reads the answer to a request of this call.
  /// - Throws: the error of the server; `unreadable` (500) where a success has another form than agreed.
  public func read(_ response: HTTPResponse) throws(APIError) -> Output {
    let fields = try outline.fields(of: response)
    do { return try output.read(fields) } catch { throw .unreadable }
  }
}
