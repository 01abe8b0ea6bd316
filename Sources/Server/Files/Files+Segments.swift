import Contract
import Crypto
import Domain
import HTTPServer
import Storage
import Wire

/// The bytes of resumable uploads. They lie on the disk in sealed segments, each of which is complete before the row of
/// the upload counts it: what was acknowledged survives any crash, and what was not is written again.
extension Files {
  /// A segment is closed when it has so many bytes, so that little is lost with a connection or a process.
  private static let segmentBytes: Int64 = 8 << 20

  /// Each costs a file, a sync and a commit: an upload in crumbs is none that a client of good will makes, however
  /// often its connection breaks.
  static func mostSegments(of size: Int64) -> Int64 { 256 + size / (256 << 10) }

  /// `Upload-Checksum`: an algorithm and the digest that the body of the request must have.
  struct Checksum {
    let algorithm: MessageDigest.Algorithm
    let digest: [UInt8]

    /// - Throws: 400 for an algorithm that is not there, and for what is no base64.
    init?(_ field: String?) throws(APIError) {
      guard let field else { return nil }
      let words = field.utf8.split(separator: UInt8(ascii: " "))
      guard words.count == 2, let algorithm = MessageDigest.Algorithm(rawValue: String(Substring(words[0]))),
        let digest = Base64.decode(ArraySlice(words[1]))
      else { throw .badRequest }
      self.algorithm = algorithm
      self.digest = digest
    }
  }

  /// Takes the body of a request, and makes the file where it was the last one.
  func receive(
    _ request: ServerRequest, _ row: UploadRow, _ caller: FileCaller
  ) async throws -> (UploadRow, FileRow?) {
    let fields = request.request.headers
    guard fields["Content-Type"] == Tus.contentType else {
      throw APIError(status: 415, code: .badRequest, message: APIError.badRequest.message)
    }
    let checksum = try Checksum(fields["Upload-Checksum"])
    let isCreation = request.request.method == .post && fields["Upload-Offset"] == nil
    guard let offset = isCreation ? 0 : fields["Upload-Offset"].flatMap(Self.number) else {
      throw APIError.badRequest
    }
    try slots.take(for: caller.person)
    defer { slots.giveBack(of: caller.person) }
    let body = request.body
    guard uploads.take(row.name, for: body) else { throw APIError.uploadLocked }
    defer { uploads.giveBack(row.name) }
    // It may have moved before the lock was taken.
    var row = try await upload(row.name, caller)
    guard row.fileID == nil else {
      guard offset == row.size else { throw APIError.uploadConflict }
      guard try await next(body)?.isEmpty != false else { throw APIError.resumableSize }
      return (row, nil)
    }
    guard offset == row.received else { throw APIError.uploadConflict }
    guard body.length ?? 0 <= row.size - row.received else { throw APIError.resumableSize }
    try await append(body, checksum, to: &row)
    guard row.received == row.size else { return (row, nil) }
    return try await complete(row, caller)
  }

  private func append(_ body: RequestBody, _ checksum: Checksum?, to row: inout UploadRow) async throws {
    guard let key = folder.key.unwrap(row.key, name: row.name) else { throw SealingError.damaged }
    // What has a checksum counts as a whole or not at all.
    let digest = checksum.map { MessageDigest($0.algorithm) }
    let limit = checksum == nil ? Self.segmentBytes : .max
    var segment: IncomingFile?
    while true {
      let bytes: [UInt8]?
      do { bytes = try await next(body) } catch {
        if checksum == nil, let segment { try await count(segment, in: &row) }
        throw error
      }
      guard let bytes else { break }
      guard Int64(bytes.count) <= row.size - row.received - (segment?.count ?? 0) else { throw APIError.resumableSize }
      digest?.update(bytes)
      let current: IncomingFile
      if let segment { current = segment } else { current = try await start(segmentOf: row, key) }
      segment = current
      try await onDisk { try current.write(bytes[...]) }
      if current.count >= limit {
        try await count(current, in: &row)
        segment = nil
      }
    }
    if let checksum, digest?.finish() != checksum.digest { throw APIError.checksumMismatch }
    if let segment { try await count(segment, in: &row) }
  }

  private func start(segmentOf row: UploadRow, _ key: FileKey) async throws -> IncomingFile {
    guard row.segments < Self.mostSegments(of: row.size) else { throw APIError.uploadInCrumbs }
    let path = folder.segmentPath(row.name, row.segments)
    return try await onDisk { [folder] in
      // One that a killed process left uncounted.
      folder.remove(path)
      return try IncomingFile(title: "", key: key, path: path)
    }
  }

  /// From here on the segment is part of the upload.
  private func count(_ segment: IncomingFile, in row: inout UploadRow) async throws {
    try await onDisk { [folder] in
      _ = try segment.finish()
      folder.syncUploads()
    }
    let (old, count) = (row, segment.count)
    let expiry = clock().adding(milliseconds: settings.keepMilliseconds)
    let isCounted = try await store.write { try $0.uploads.advance(old, by: count, expires: expiry) }
    guard isCounted else { throw APIError.uploadConflict }
    row.received += count
    row.segments += 1
    row.expiresAt = expiry
  }

  /// Makes the file of all segments. What cannot be a file ends the upload as well.
  func complete(_ row: UploadRow, _ caller: FileCaller) async throws -> (UploadRow, FileRow?) {
    let file: NewFile
    do { file = try await assemble(row, caller) } catch let refusal as APIError where refusal.status < 500 {
      try await store.write { _ = try $0.uploads.delete(row.id) }
      folder.removeSegments(of: row.name, count: row.segments)
      throw refusal
    }
    let now = clock()
    let made: FileRow?
    do {
      made = try await store.write { tables in
        let id = try tables.files.insert(file, at: now)
        guard try tables.uploads.complete(row.id, with: id) else { throw APIError.uploadGone }
        return try tables.files.find(id)
      }
    } catch {
      folder.removeAll(of: file.name)
      throw error
    }
    try await onDisk { [folder] in folder.removeSegments(of: row.name, count: row.segments) }
    var row = row
    row.fileID = made?.id
    return (row, made)
  }

  private func assemble(_ row: UploadRow, _ caller: FileCaller) async throws -> NewFile {
    guard let key = folder.key.unwrap(row.key, name: row.name) else { throw SealingError.damaged }
    let realm = try await store.read { try $0.rooms.find(row.roomID)?.realm }
    guard let realm else { throw APIError.roomNotFound }
    let incoming = try await start(row.title)
    try await onDisk { [folder] in
      for number in 0..<row.segments {
        let segment = try SealedFile(path: folder.segmentPath(row.name, number), key: key)
        var offset: Int64 = 0
        while offset < segment.count {
          let bytes = try segment.read(at: offset, count: 256 << 10)
          try incoming.file.write(bytes[...])
          offset += Int64(bytes.count)
        }
      }
    }
    guard incoming.file.count == row.size else { throw SealingError.damaged }
    return try await keep(incoming, in: Target(room: row.roomID, realm: realm), by: caller)
  }
}
