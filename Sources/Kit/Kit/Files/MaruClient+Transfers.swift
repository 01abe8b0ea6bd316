import Contract
import KitNet
import Wire

extension MaruClient {
  /// Sends what is no `Endpoint`, with a token; one that has run out is renewed, and the request repeated as often as
  /// the policy says.
  /// - Parameter make: the request with that token.
  /// - Returns: a success (2xx) or what `accepts` names; its body is still to be read.
  func transfer(
    accepting accepts: Set<Int> = [], _ make: @Sendable (_ token: String) -> TransportRequest
  ) async throws(CallError) -> TransportResponse {
    var token = try await session.token(replacing: nil)
    var repeats = 0
    while true {
      let response: TransportResponse
      do throws(TransportError) { response = try await session.carry(make(token)) } catch { throw CallError(error) }
      if (200..<300).contains(response.status) || accepts.contains(response.status) { return response }
      let policy = session.policy
      let error = policy.refusal((try? await response.collect(limit: 1 << 20)) ?? HTTPResponse(response.status))
      guard policy.isExpired(error), repeats < policy.repeats else { throw CallError(error) }
      repeats += 1
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
