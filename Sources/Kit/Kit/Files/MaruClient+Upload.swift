import Contract
import Domain
import KitNet
import Wire

extension MaruClient {
  /// Uploads up to five small files in one request. Attach them to a message of the same room afterwards; for large
  /// ones use `uploadResumably`. Cancelling the task ends the transfer.
  /// - Parameter progress: bytes of the whole request that have left; called often, on another thread.
  /// - Throws: `refused` with `fileType`, `fileSize`, `fileCount` …; `unreachable(.unreadableFile)`.
  public func upload(
    _ files: [LocalFile], to room: ID<Room>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallError) -> [Attachment] {
    let form = try FileForm(files)
    let response = try await transfer { token in
      var request = self.request(.upload(room: room), token: token)
      request.headers["Content-Type"] = MultipartForm.contentType(boundary: form.boundary)
      request.body = form.body
      request.idleTimeout = .seconds(60)
      request.onSent = progress
      return request
    }
    let answer = try await response.read()
    do throws(APIError) {
      return try UploadAnswer(parsing: answer).attachments
    } catch {
      throw CallError(error)
    }
  }
}

/// A `multipart/form-data` body whose files are read while they leave.
private struct FileForm: Sendable {
  let boundary: String
  let body: RequestBody

  init(_ files: [LocalFile]) throws(CallError) {
    // 128 random bits stand in no file.
    boundary =
      "maru-" + String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
    var pieces: [RequestBody.Piece] = []
    let end = Array("\r\n--\(boundary)--\r\n".utf8)
    for (index, file) in files.enumerated() {
      guard let size = file.size else { throw .unreachable(.unreadableFile(file.path)) }
      let part = MultipartForm.Part(
        name: "files", fileName: file.name, contentType: "application/octet-stream", body: [])
      // Printed without its content, whose place is before the end.
      let framed = (try? MultipartForm([part]).bytes(boundary: boundary)) ?? []
      pieces.append(.bytes((index == 0 ? [] : Array("\r\n".utf8)) + framed.dropLast(end.count)))
      pieces.append(.file(FileSlice(path: file.path, offset: 0, count: size)))
    }
    pieces.append(.bytes(end))
    body = RequestBody(pieces)
  }
}
