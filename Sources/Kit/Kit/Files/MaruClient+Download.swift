import Contract
import Domain
import Foundation
import KitNet
import Wire

extension MaruClient {
  /// The bytes of a file as they come; not read on means not fetched on. Letting go of the body ends the transfer.
  /// - Parameters:
  ///   - file: a path as messages name it (`Attachment.path`), and which variant of it.
  ///   - headers: `Range`, `If-Range`, `If-None-Match` … where wanted; 206 and 304 are successes then.
  public func stream(
    _ file: FileRequest, headers: HTTPHeaders = HTTPHeaders()
  ) async throws(CallError) -> TransportResponse {
    try await transfer(accepting: [304]) { token in
      var request = self.request(.data(file), token: token)
      for field in headers.fields { request.headers.add(field.name, field.value) }
      return request
    }
  }

  /// All bytes of a small file.
  /// - Parameter limit: bytes; larger ones end as `unreachable(.badAnswer)`.
  public func bytes(of file: FileRequest, limit: Int = 32 << 20) async throws(CallError) -> [UInt8] {
    try await stream(file).read(limit: limit).body
  }

  /// A short-lived address for where no header can be sent (players, other programs).
  public func link(to path: String) async throws(CallError) -> FileLink {
    try await call(.fileLink(path: path)) { if case .fileLink(let link) = $0 { link } else { nil } }
  }

  /// Fetches a file to a place on this device. It appears there when it is complete and on the disk; a lost connection
  /// is taken up again where it ended.
  /// - Parameters:
  ///   - path: what is there is replaced.
  ///   - progress: called often, with the bytes that are written.
  /// - Returns: the size in bytes.
  /// - Throws: `unreachable(.unwritableFile)` for a full disk or a folder that is none.
  @discardableResult
  public func download(
    _ file: FileRequest, to path: String, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallError) -> Int64 {
    var download = try FileDownload(client: self, file: file, path: path, progress: progress)
    do throws(CallError) {
      return try await download.run()
    } catch {
      download.giveUp()
      throw error
    }
  }
}

private struct FileDownload {
  let client: MaruClient
  let file: FileRequest
  let path: String
  let partPath: String
  let progress: (@Sendable (TransferProgress) -> Void)?
  let handle: FileHandle
  var written: Int64 = 0
  var total: Int64?
  /// Names the content that the first bytes are of; only a strong one can.
  var tag: String?
  var failures = 0

  private static let mostFailures = 4

  init(
    client: MaruClient, file: FileRequest, path: String, progress: (@Sendable (TransferProgress) -> Void)?
  ) throws(CallError) {
    self.client = client
    self.file = file
    self.path = path
    self.progress = progress
    Self.sweepParts(of: path)
    // Of this download alone: another one to the same place may be under way.
    partPath = path + "." + String(UInt64.random(in: 0 ... .max), radix: 36) + ".part"
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: partPath, contents: nil, attributes: attributes),
      let handle = FileHandle(forWritingAtPath: partPath)
    else { throw .unreachable(.unwritableFile(path)) }
    self.handle = handle
  }

  /// What a process that was killed left behind; one that goes on writes more often.
  private static func sweepParts(of path: String) {
    let place = URL(fileURLWithPath: path)
    let folder = place.deletingLastPathComponent()
    let limit = Date().addingTimeInterval(-3_600)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where name.hasPrefix(place.lastPathComponent + ".") && name.hasSuffix(".part") {
      let part = folder.appendingPathComponent(name)
      let date = try? part.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      if let date, date < limit { try? FileManager.default.removeItem(at: part) }
    }
  }

  mutating func run() async throws(CallError) -> Int64 {
    while true {
      do throws(CallError) {
        try await fetch()
        return try finish()
      } catch {
        failures += 1
        guard error.canRetry, failures <= Self.mostFailures else { throw error }
        let pause = Duration.milliseconds(
          Backoff.milliseconds(afterFailures: failures, entropy: .random(in: 0 ... .max)))
        do { try await Task.sleep(for: max(pause, error.retryAfter ?? .zero)) } catch { throw .cancelled }
      }
    }
  }

  func giveUp() {
    try? handle.close()
    try? FileManager.default.removeItem(atPath: partPath)
  }

  private mutating func fetch() async throws(CallError) {
    var headers = HTTPHeaders()
    if written > 0, let tag {
      headers.add("Range", "bytes=\(written)-")
      headers.add("If-Range", tag)
    }
    let response = try await client.stream(file, headers: headers)
    try begin(response)
    var pieces = response.body.makeAsyncIterator()
    while let piece = try await next(&pieces) {
      do {
        try handle.write(contentsOf: piece)
      } catch {
        throw .unreachable(.unwritableFile(path))
      }
      written += Int64(piece.count)
      failures = 0
      progress?(TransferProgress(completed: written, total: total))
    }
    if let total, written != total { throw .unreachable(.cut) }
  }

  private func next(_ pieces: inout BodyStream.Iterator) async throws(CallError) -> [UInt8]? {
    do throws(TransportError) { return try await pieces.next(isolation: nil) } catch { throw CallError(error) }
  }

  /// Goes on behind what is there if the answer does; otherwise begins anew.
  private mutating func begin(_ response: TransportResponse) throws(CallError) {
    let range = response.headers["Content-Range"] ?? ""
    if response.status == 206, range.hasPrefix("bytes \(written)-") { return }
    guard response.status == 200 else { throw .unreachable(.badAnswer) }
    do {
      try handle.truncate(atOffset: 0)
    } catch {
      throw .unreachable(.unwritableFile(path))
    }
    written = 0
    total = response.length
    tag = response.headers["ETag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
  }

  private func finish() throws(CallError) -> Int64 {
    do {
      try handle.synchronize()
      try handle.close()
    } catch {
      throw .unreachable(.unwritableFile(path))
    }
    guard rename(partPath, path) == 0 else { throw .unreachable(.unwritableFile(path)) }
    PrivateFile.syncFolder(of: path)
    return written
  }
}
