import Contract
import KitNet
import Wire

extension MaruClient {
  /// Sends what is no call of the contract's JSON routes, with a token; one that has run out is renewed once.
  /// - Parameter make: the request with that token.
  /// - Returns: a success (2xx) or what `accepts` names; its body is still to be read.
  func transfer(
    accepting accepts: Set<Int> = [], _ make: @Sendable (_ token: String) -> TransportRequest
  ) async throws(CallError) -> TransportResponse {
    var token = try await session.token(replacing: nil)
    var isRepeat = false
    while true {
      let response: TransportResponse
      do throws(TransportError) { response = try await transport.send(make(token)) } catch { throw CallError(error) }
      if (200..<300).contains(response.status) || accepts.contains(response.status) { return response }
      let error = APIError(parsing: (try? await response.collect(limit: 1 << 20)) ?? HTTPResponse(response.status))
      let isTokenOld = error.status == 419 || (error.status == 401 && error.code == .accessInvalid)
      guard isTokenOld, !isRepeat else { throw CallError(error) }
      isRepeat = true
      token = try await session.token(replacing: token)
    }
  }

  func request(_ route: FileRoute, token: String?) -> TransportRequest {
    TransportRequest(route.request(key: key, accessToken: token))
  }
}

extension TransportResponse {
  /// The whole body as an answer of the contract.
  func read(limit: Int = 4 << 20) async throws(CallError) -> HTTPResponse {
    do throws(TransportError) { return try await collect(limit: limit) } catch { throw CallError(error) }
  }
}
