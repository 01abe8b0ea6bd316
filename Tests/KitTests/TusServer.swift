import Contract
import Crypto
import Domain
import Kit
import Synchronization

/// A server of resumable uploads in a few lines, which loses connections as the test wants.
final class TusServer: Sendable {
  struct State {
    var bytes: [UInt8] = []
    var length: Int64 = 0
    var creations = 0
    /// How many of the next PATCHes lose their answer, and how many arrive by half.
    var lostAnswers = 0
    var halves = 0
    var isForgotten = false
  }

  let state = Mutex(State())
  private let tokens = TokenServer()

  var transport: Transport {
    Transport { [self] (request) async throws(TransportError) in
      let response = try await answer(request)
      return TransportResponse(status: response.status, headers: response.headers, body: BodyStream(response.body))
    }
  }

  private func answer(_ request: TransportRequest) async throws(TransportError) -> HTTPResponse {
    guard request.target.contains("/uploads") else { return try tokens.answer(request) }
    if request.method == .patch, let total = request.body.pieces.first?.count {
      for part in 1...4 { request.onSent?(TransferProgress(completed: total * Int64(part) / 4, total: total)) }
      await Task.yield()
      if Task.isCancelled { throw .cancelled }
    }
    let result: Result<HTTPResponse, TransportError> = state.withLock { state in
      switch request.method {
      case .post:
        state.creations += 1
        state.bytes = []
        state.isForgotten = false
        state.length = request.headers["Upload-Length"].flatMap { Int64($0) } ?? -1
        return .success(HTTPResponse(201, headers: ["Location": "http://elsewhere/v1/uploads/u\(state.creations)"]))
      case .head: return .success(state.isForgotten ? APIError.uploadGone.response : Self.offset(state, 200))
      case .patch: return Self.patch(&state, request)
      default: return .success(HTTPResponse(204))
      }
    }
    return try result.get()
  }

  private static func patch(
    _ state: inout State, _ request: TransportRequest
  ) -> Result<HTTPResponse, TransportError> {
    guard !state.isForgotten else { return .success(APIError.uploadGone.response) }
    guard case .bytes(let bytes)? = request.body.pieces.first else { return .success(HTTPResponse(400)) }
    guard request.headers["Upload-Offset"] == "\(state.bytes.count)" else {
      return .success(APIError.uploadConflict.response)
    }
    let digest = "sha256 " + String(decoding: Base64.encode(Hashing.sha256(bytes)), as: UTF8.self)
    guard request.headers["Upload-Checksum"] == digest else { return .success(APIError.checksumMismatch.response) }
    if state.halves > 0 {
      state.halves -= 1
      state.bytes += bytes.prefix(bytes.count / 2)
      return .failure(.cut)
    }
    state.bytes += bytes
    if state.lostAnswers > 0 {
      state.lostAnswers -= 1
      return .failure(.cut)
    }
    return .success(offset(state, 204))
  }

  private static func offset(_ state: State, _ status: Int) -> HTTPResponse {
    var response = HTTPResponse(status, headers: ["Upload-Offset": "\(state.bytes.count)"])
    if Int64(state.bytes.count) == state.length {
      let file = Attachment(path: "/data/chats/a.pdf", kind: .pdf, name: "a.pdf", size: state.length)
      response.headers["X-Maru-Attachment"] = Tus.header(file)
    }
    return response
  }
}
