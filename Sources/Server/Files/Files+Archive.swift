import Compression
import Contract
import Crypto
import Domain
import HTTPServer
import Storage
import Synchronization
import Wire

/// One file of an archive, wherever its bytes are.
public enum ArchivedFile: Sendable {
  case bytes([UInt8])
  case file(FileRow)
  case picture(PictureRow<Person>)
}

/// Archives of people's data.
extension Files {
  /// A new name, and its key, wrapped.
  public func newArchive() throws -> (name: String, key: String) {
    let stem = Self.newName()
    guard let key = folder.key.makeFileKey(name: stem) else { throw APIError.internalError }
    return (stem + ".zip", key.wrapped)
  }

  /// Seals an archive while it is made: no more of it than a few chunks stands in memory.
  /// - Returns: its size.
  public func makeArchive(
    _ row: ExportRow, _ next: @Sendable () async throws -> (name: String, content: ArchivedFile)?
  ) async throws -> Int64 {
    guard let key = folder.key.unwrap(row.key, name: String(row.name.prefix { $0 != "." })) else {
      throw SealingError.damaged
    }
    let path = folder.incomingPath()
    let writer = try await onDisk { try ArchiveWriter(path: path, key: key, at: row.createdAt) }
    do {
      while let (name, content) = try await next() {
        try Task.checkCancellation()
        switch content {
        case .bytes(let bytes): try await onDisk { try writer.add(name, bytes) }
        case .file(let file): try await add(name, file.key, file.name, folder.filePath(file.name), file.size, writer)
        case .picture(let picture):
          try await add(name, picture.key, picture.name, folder.picturePath(picture.name), picture.size, writer)
        }
      }
      return try await onDisk { [folder] in
        let size = try writer.finish()
        do { try folder.place(path, at: folder.exportPath(row.name)) } catch {
          folder.remove(path)
          throw error
        }
        return size
      }
    } catch {
      writer.discard()
      throw error
    }
  }

  /// A file that has gone or is damaged leaves a note in its place: the rest is still wanted.
  private func add(
    _ title: String, _ wrapped: String, _ name: String, _ path: String, _ size: Int64, _ writer: ArchiveWriter
  ) async throws {
    let stem = String(name.prefix { $0 != "." })
    guard let key = folder.key.unwrap(wrapped, name: stem) else { throw SealingError.damaged }
    try await onDisk {
      guard let source = try? SealedFile(path: path, key: key, count: size), let sum = Self.checksum(source) else {
        return try writer.add(title + ".missing.txt", Array("This file could not be read.\n".utf8))
      }
      try writer.add(title, source, checksum: sum)
    }
  }

  private static func checksum(_ source: SealedFile) -> UInt32? {
    var sum = CRC32()
    var offset: Int64 = 0
    while offset < source.count {
      guard let bytes = try? source.read(at: offset, count: ArchiveWriter.step), !bytes.isEmpty else { return nil }
      sum.add(bytes)
      offset += Int64(bytes.count)
    }
    return sum.value
  }

  /// A link that opens the archive until it expires or the session ends.
  public func archiveLink(_ row: ExportRow, session: RowID<SessionRow>) -> String {
    let token = links.token(
      LinkMint.Claims(
        person: row.person, session: session, file: Self.exportPrefix + row.name,
        expiresAt: clock().adding(milliseconds: Int64(settings.linkSeconds) * 1_000)))
    let route = FileRoute.data(FileRequest(path: "/data/" + Self.exportPrefix + row.name, token: token))
    return route.path + "?" + route.query.text
  }

  static let exportPrefix = "exports/"

  /// - Throws: 404 `file_gone` where it is not there any more.
  public func answerArchive(_ request: HTTPRequest, _ row: ExportRow) async throws -> ServerResponse {
    guard row.state == .ready, clock() < row.expiresAt else { throw APIError.fileGone }
    guard let key = folder.key.unwrap(row.key, name: String(row.name.prefix { $0 != "." })) else {
      throw SealingError.damaged
    }
    let path = folder.exportPath(row.name)
    let source = try await onDisk { try SealedFile(path: path, key: key, count: row.size) }
    return KeptBytes(
      source: source, name: row.name, mediaType: "application/zip",
      saveAs: "maru-\(row.createdAt.iso8601.prefix(10)).zip", createdAt: row.createdAt, mayBeCached: false
    ).answer(request, disk: disk)
  }

  /// Removes what has no row any more.
  public func removeBytes(_ lost: LostBytes) async throws {
    try await onDisk { [folder] in
      for name in lost.files { folder.removeAll(of: name) }
      for name in lost.pictures { folder.remove(folder.picturePath(name)) }
      for name in lost.exports { folder.remove(folder.exportPath(name)) }
      for upload in lost.uploads { folder.removeSegments(of: upload.name, count: upload.segments) }
    }
  }
}

/// Writes the files of an archive into a sealed file. Blocks; one call at a time.
private final class ArchiveWriter: Sendable {
  static let step = 256 << 10

  private struct State {
    let writer: SealedWriter
    var archive: ZipArchive
    var size: Int64 = 0

    mutating func write(_ bytes: [UInt8]) throws(SealingError) {
      try writer.write(bytes[...])
      size += Int64(bytes.count)
    }
  }

  private let state: Mutex<State>

  init(path: String, key: FileKey, at date: Timestamp) throws(SealingError) {
    let digits = date.iso8601.split { !$0.isNumber }.compactMap { Int($0) }
    let parts = digits.count >= 6 ? digits : [1980, 1, 1, 0, 0, 0]
    state = Mutex(
      State(
        writer: try SealedWriter(path: path, key: key),
        archive: ZipArchive(
          date: (
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5]
          ))))
  }

  func add(_ name: String, _ bytes: [UInt8]) throws(SealingError) {
    try state.withLock { (state) throws(SealingError) in
      let head = state.archive.begin(name, size: Int64(bytes.count), checksum: CRC32(bytes).value)
      try state.write(head)
      try state.write(bytes)
    }
  }

  func add(_ name: String, _ source: SealedFile, checksum: UInt32) throws(SealingError) {
    try state.withLock { (state) throws(SealingError) in
      let head = state.archive.begin(name, size: source.count, checksum: checksum)
      try state.write(head)
      var offset: Int64 = 0
      while offset < source.count {
        let bytes = try source.read(at: offset, count: Self.step)
        guard !bytes.isEmpty else { throw .damaged }
        try state.write(bytes)
        offset += Int64(bytes.count)
      }
    }
  }

  func finish() throws(SealingError) -> Int64 {
    try state.withLock { (state) throws(SealingError) in
      try state.write(state.archive.end())
      try state.writer.finish()
      return state.size
    }
  }

  func discard() { state.withLock { $0.writer.discard() } }
}
