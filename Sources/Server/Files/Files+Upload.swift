import Contract
import Crypto
import Domain
import HTTPServer
import Storage
import Wire

extension Files {
  /// Takes the parts of a `multipart/form-data` body while they arrive, and keeps all of them or none.
  /// - Throws: 400 `file_type`, `file_size`, `file_count`, `image_too_large`, `file_unreadable`, 429 for too many at
  ///   the same time; as `target`.
  public func upload(
    _ body: RequestBody, contentType: String, to room: ID<Room>, by caller: FileCaller
  ) async throws -> [Attachment] {
    let declared = min(max(body.length ?? 0, 0), settings.uploadBytes * Int64(settings.uploadCount))
    let target = try await target(room, caller, adding: declared)
    try slots.take(for: caller.person)
    defer { slots.giveBack(of: caller.person) }
    let incoming = try await receive(body, contentType: contentType)
    guard !incoming.isEmpty else { throw APIError.missingValue }
    var made: [NewFile] = []
    do {
      for file in incoming { made.append(try await keep(file, in: target, by: caller)) }
      return try await record(made, of: caller)
    } catch {
      for file in made { folder.removeAll(of: file.name) }
      throw error
    }
  }

  private func receive(_ body: RequestBody, contentType: String) async throws -> [NamedFile] {
    var stream: MultipartStream
    do { stream = try MultipartStream(contentType: contentType) } catch { throw APIError.badRequest }
    var files: [NamedFile] = []
    var current: NamedFile?
    // All files, and room for what is around them: text fields cost nothing to send and much to read.
    var left = settings.uploadBytes * Int64(settings.uploadCount) + (1 << 20)
    while let bytes = try await next(body) {
      left -= Int64(bytes.count)
      guard left >= 0 else { throw APIError.tooLarge }
      let events: [MultipartStream.Event]
      do { events = try stream.receive(bytes) } catch { throw APIError.badRequest }
      for event in events {
        switch event {
        case .part(let part):
          guard let title = part.fileName else { continue }
          guard files.count < settings.uploadCount else { throw APIError.fileCount }
          current = try await start(title)
        case .bytes(let bytes):
          guard let current else { continue }
          try await write(bytes, to: current.file, limit: settings.uploadBytes)
        case .partEnd:
          if let current { files.append(current) }
          current = nil
        case .end: break
        }
      }
    }
    guard stream.isComplete else { throw APIError.badRequest }
    return files
  }

  /// A file before it is known what it is: its final name gets an end that says so.
  struct NamedFile: Sendable {
    let file: IncomingFile
    let name: String
    /// Of `name`: wrapped.
    let key: String
  }

  func start(_ title: String) async throws -> NamedFile {
    let name = Self.newName()
    guard let made = folder.key.makeFileKey(name: name) else { throw APIError.internalError }
    let path = folder.incomingPath()
    let title = FileTitle.clean(title)
    let file = try await onDisk { try IncomingFile(title: title, key: made.key, path: path) }
    return NamedFile(file: file, name: name, key: made.wrapped)
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: IncomingFile, limit: Int64) async throws {
    guard file.count <= limit - Int64(bytes.count) else { throw APIError.fileSize }
    try await onDisk { try file.write(bytes) }
  }

  /// The next bytes of a request; a body that breaks off is nobody's fault, and nobody reads the answer.
  func next(_ body: RequestBody) async throws -> [UInt8]? {
    do { return try await body.next() } catch {
      switch error {
      case .cut, .malformed: throw APIError.badRequest
      case .timeout: throw APIError(status: 408, code: .badRequest, message: "요청 시간이 초과되었습니다.")
      }
    }
  }

  /// Runs what waits for the disk, and says in the words of the API what went wrong.
  func onDisk<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    do { return try await disk.run(work) } catch let error as SealingError { throw error.refusal }
  }

  /// All files of an upload come into being together.
  private func record(_ files: [NewFile], of caller: FileCaller) async throws -> [Attachment] {
    let now = clock()
    let limit = settings.personBytes - files.reduce(0) { $0 + $1.size }
    return try await store.write { tables in
      // Others may have come in meanwhile.
      guard try tables.files.byteCount(of: caller.person) <= limit else { throw APIError.quotaReached }
      return try files.map { file in
        let id = try tables.files.insert(file, at: now)
        guard let row = try tables.files.find(id) else { throw APIError.internalError }
        return row.attachment
      }
    }
  }
}
