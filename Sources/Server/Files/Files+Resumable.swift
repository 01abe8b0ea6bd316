import Contract
import Crypto
import Domain
import HTTPServer
import Storage
import Wire

/// Resumable uploads: tus 1.0.0 with creation, creation-with-upload, expiration, checksum and termination.
extension Files {
  /// What this server's tus can do; for everybody.
  public func resumableOptions() -> ServerResponse {
    ServerResponse(
      204,
      headers: [
        "Tus-Resumable": Tus.version, "Tus-Version": Tus.version, "Tus-Extension": Tus.extensions,
        "Tus-Max-Size": "\(settings.resumableBytes)", "Tus-Checksum-Algorithm": Tus.checksumAlgorithms,
      ])
  }

  /// - Throws: 412 for another version, 400 without a length, 413 where it is too long; as `target`.
  public func resumableCreate(
    _ request: ServerRequest, in room: ID<Room>, by caller: FileCaller
  ) async throws -> ServerResponse {
    let fields = request.request.headers
    if let refusal = Self.refusal(ofVersion: fields) { return refusal }
    guard fields["Upload-Defer-Length"] == nil, let length = fields["Upload-Length"].flatMap(Self.number) else {
      throw APIError.badRequest
    }
    guard length > 0 else { throw APIError.fileUnreadable }
    guard length <= settings.resumableBytes else { throw APIError.resumableSize }
    let metadata = fields["Upload-Metadata"] ?? ""
    guard metadata.utf8.count <= 4_096, let pairs = Tus.readMetadata(metadata) else { throw APIError.badRequest }
    let target = try await target(room, caller, adding: length)
    let title = pairs.first { $0.key == "filename" || $0.key == "name" }?.value ?? ""
    var row = try await insert(length, FileTitle.clean(title), metadata, target, caller)
    var made: FileRow?
    if fields["Content-Type"] != nil {
      do { (row, made) = try await receive(request, row, caller) } catch {
        // Nobody was told where it lies.
        try await forget(row)
        throw error
      }
    }
    var response = try await state(of: row, made, status: 201)
    response.headers.add("Location", FileRoute.uploadPath(row.name))
    return response
  }

  /// Also ends a request that still writes to it: the client has lost that connection, or it would not ask.
  /// - Throws: 404 for what was never there, 410 for what has expired.
  public func resumableHead(
    _ request: ServerRequest, _ name: String, by caller: FileCaller
  ) async throws -> ServerResponse {
    if let refusal = Self.refusal(ofVersion: request.request.headers) { return refusal }
    _ = try await upload(name, caller)
    await uploads.interrupt(name)
    var row = try await upload(name, caller)
    var made: FileRow?
    if row.received == row.size, row.fileID == nil {
      // The process ended between the last byte and the file.
      guard uploads.take(name, for: request.body) else { throw APIError.uploadLocked }
      defer { uploads.giveBack(name) }
      (row, made) = try await complete(row, caller)
    }
    var response = try await state(of: row, made, status: 200)
    response.headers.add("Upload-Length", "\(row.size)")
    if !row.metadata.isEmpty { response.headers.add("Upload-Metadata", row.metadata) }
    return response
  }

  /// - Throws: 415 for another content type, 409 for another offset, 423 while another request writes, 413 beyond the
  ///   length, 460 for another checksum; what `keep` throws with the last byte.
  public func resumablePatch(
    _ request: ServerRequest, _ name: String, by caller: FileCaller
  ) async throws -> ServerResponse {
    if let refusal = Self.refusal(ofVersion: request.request.headers) { return refusal }
    let row = try await upload(name, caller)
    let (moved, made) = try await receive(request, row, caller)
    return try await state(of: moved, made, status: 204)
  }

  public func resumableDelete(
    _ request: ServerRequest, _ name: String, by caller: FileCaller
  ) async throws -> ServerResponse {
    if let refusal = Self.refusal(ofVersion: request.request.headers) { return refusal }
    _ = try await upload(name, caller)
    await uploads.interrupt(name)
    guard uploads.take(name, for: request.body) else { throw APIError.uploadLocked }
    defer { uploads.giveBack(name) }
    let row = try await upload(name, caller)
    try await forget(row)
    return ServerResponse(204, headers: Self.tusHeaders)
  }

  /// The file of a complete upload stays: it may be in a message.
  private func forget(_ row: UploadRow) async throws {
    let count = try await store.write { tables -> Int64 in
      let count = try tables.uploads.find(row.name, of: row.uploaderID)?.segments ?? row.segments
      _ = try tables.uploads.delete(row.id)
      return count
    }
    try await onDisk { [folder] in folder.removeSegments(of: row.name, count: count) }
  }

  // MARK: Answers

  static let tusHeaders: HTTPHeaders = ["Tus-Resumable": Tus.version, "Cache-Control": "no-store"]

  private func state(of row: UploadRow, _ made: FileRow?, status: Int) async throws -> ServerResponse {
    var response = ServerResponse(status, headers: Self.tusHeaders)
    response.headers.add("Upload-Offset", "\(row.received)")
    var file = made
    if file == nil, let id = row.fileID { file = try await store.read { try $0.files.find(id) } }
    if let file {
      response.headers.add(Tus.fileHeader, file.path)
      response.headers.add(Tus.attachmentHeader, Tus.header(file.attachment))
    } else {
      response.headers.add("Upload-Expires", HTTPDate.text(row.expiresAt))
    }
    return response
  }

  private static func refusal(ofVersion fields: HTTPHeaders) -> ServerResponse? {
    guard fields["Tus-Resumable"] != Tus.version else { return nil }
    var response = ServerResponse(412, headers: tusHeaders)
    response.headers.add("Tus-Version", Tus.version)
    return response
  }

  /// Digits only.
  static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int64(text)
  }

  // MARK: Rows

  private func insert(
    _ length: Int64, _ title: String, _ metadata: String, _ target: Target, _ caller: FileCaller
  ) async throws -> UploadRow {
    let name = Self.newName()
    guard let made = folder.key.makeFileKey(name: name) else { throw APIError.internalError }
    let new = NewUpload(
      name: name, roomID: target.room, uploaderID: caller.person, title: title, metadata: metadata, size: length,
      key: made.wrapped)
    let now = clock()
    let expiry = now.adding(milliseconds: settings.keepMilliseconds)
    let limit = Int64(settings.openUploads)
    let row = try await store.write { tables in
      guard try tables.uploads.openCount(of: caller.person) < limit else {
        throw APIError.tooManyCalls(retryAfterSeconds: 60)
      }
      try tables.uploads.insert(new, at: now, expires: expiry)
      return try tables.uploads.find(name, of: caller.person)
    }
    guard let row else { throw APIError.internalError }
    return row
  }

  func upload(_ name: String, _ caller: FileCaller) async throws -> UploadRow {
    guard let row = try await store.read({ try $0.uploads.find(name, of: caller.person) }) else {
      throw APIError(status: 404, code: .uploadGone, message: APIError.uploadGone.message)
    }
    guard row.expiresAt > clock() else { throw APIError.uploadGone }
    return row
  }
}

extension APIError {
  static let uploadLocked = APIError(
    status: 423, code: .uploadConflict, message: "다른 요청이 이 업로드에 쓰고 있습니다.", display: .none,
    retryAfterSeconds: 1)
  static let uploadInCrumbs = APIError(
    status: 400, code: .badRequest, message: "업로드가 너무 많은 조각으로 나뉘었습니다.")
  static let resumableSize = APIError(status: 413, code: .fileSize, message: APIError.fileSize.message)
}
