import Contract
import Domain
import Foundation
import KitNet
import Wire

extension MaruClient {
  /// Uploads a file of any size by the tus protocol: in checked pieces, going on by itself after a lost connection, and
  /// later or in another process with the ticket. Cancelling the task ends the transfer; what has arrived stays on the
  /// server until it expires or `discard` is called.
  /// - Parameters:
  ///   - ticket: of an earlier attempt with the same file; one that the server has forgotten begins anew.
  ///   - onTicket: hears the ticket before the first byte leaves.
  ///   - progress: bytes of the file that have left.
  public func uploadResumably(
    _ file: LocalFile, to room: ID<Room>, ticket: UploadTicket? = nil,
    onTicket: (@Sendable (UploadTicket) -> Void)? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallError) -> Attachment {
    guard let size = file.size else { throw .unreachable(.unreadableFile(file.path)) }
    var upload = ResumableUpload(client: self, file: file, room: room, size: size, progress: progress)
    var known = ticket.flatMap { $0.size == size && $0.room == room ? $0 : nil }
    while true {
      let isOld = known != nil
      let current = if let known { known } else { try await upload.create() }
      if !isOld { onTicket?(current) }
      do throws(CallError) {
        return try await upload.run(current, isOld: isOld)
      } catch .refused(let error) where isOld && (error.status == 404 || error.status == 410) {
        known = nil
      }
    }
  }

  /// Tells the server that an upload will not be finished.
  public func discard(_ ticket: UploadTicket) async throws(CallError) {
    _ = try await transfer(accepting: [404, 410]) { token in
      self.request(.resumableDelete(upload: ticket.upload), token: token)
    }
  }
}

/// One file on its way by tus.
private struct ResumableUpload {
  let client: MaruClient
  let file: LocalFile
  let room: ID<Room>
  let size: Int64
  let progress: (@Sendable (TransferProgress) -> Void)?
  var failures = 0

  private static let pieceSize: Int64 = 4 << 20
  /// Attempts in a row that moved nothing.
  private static let mostFailures = 6

  init(
    client: MaruClient, file: LocalFile, room: ID<Room>, size: Int64,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    self.client = client
    self.file = file
    self.room = room
    self.size = size
    self.progress = progress
  }

  mutating func create() async throws(CallError) -> UploadTicket {
    let (client, file, room, size) = (client, file, room, size)
    let response = try await client.transfer { token in
      var request = client.request(.resumableCreate(room: room), token: token)
      request.headers["Upload-Length"] = "\(size)"
      request.headers["Upload-Metadata"] = Tus.metadata([("filename", file.name)])
      return request
    }
    let location = response.headers["Location"] ?? ""
    _ = try await response.read()
    // The path alone counts: the server may stand behind another name.
    let path = URLComponents(string: location)?.percentEncodedPath ?? location
    guard let at = path.range(of: "/v1/uploads/"),
      case .resumableHead(let upload) = FileRoute(.head, String(path[at.lowerBound...]))
    else { throw .unavailable(.unreadable) }
    return UploadTicket(upload: upload, room: room, size: size)
  }

  /// - Parameter isOld: how much of it has arrived is asked first.
  mutating func run(_ ticket: UploadTicket, isOld: Bool) async throws(CallError) -> Attachment {
    var offset: Int64? = isOld ? nil : 0
    while true {
      do throws(CallError) {
        guard let start = offset else {
          let (arrived, attachment) = try await look(ticket)
          if let attachment { return attachment }
          offset = arrived
          continue
        }
        let (next, attachment) = try await send(ticket, from: start)
        if let attachment { return attachment }
        // Everything has arrived, but not the word about what it is.
        offset = next < size && next > start ? next : nil
        if next > start { failures = 0 }
        if next <= start || next >= size { try await rest(after: .unavailable(.unreadable)) }
      } catch {
        try await rest(after: error)
        offset = nil
      }
    }
  }

  /// A pause before the next attempt, unless none can help.
  private mutating func rest(after error: CallError) async throws(CallError) {
    var canGoOn = error.canRetry
    if case .refused(let refusal) = error, [.uploadConflict, .checksumMismatch].contains(refusal.code) {
      canGoOn = true
    }
    failures += 1
    guard canGoOn, failures <= Self.mostFailures else { throw error }
    let usual = Duration.milliseconds(Backoff.milliseconds(afterFailures: failures, entropy: .random(in: 0 ... .max)))
    do { try await Task.sleep(for: max(usual, error.retryAfter ?? .zero)) } catch { throw .cancelled }
  }

  private func look(_ ticket: UploadTicket) async throws(CallError) -> (Int64, Attachment?) {
    let client = client
    let response = try await client.transfer { token in
      client.request(.resumableHead(upload: ticket.upload), token: token)
    }
    _ = try await response.read()
    return try arrived(response)
  }

  private func send(_ ticket: UploadTicket, from start: Int64) async throws(CallError) -> (Int64, Attachment?) {
    let bytes = try piece(from: start)
    let digest = String(decoding: Base64.encode(FileDigest.sha256(bytes)), as: UTF8.self)
    let (client, progress, size) = (client, progress, size)
    let response = try await client.transfer { token in
      var request = client.request(.resumablePatch(upload: ticket.upload), token: token)
      request.headers["Content-Type"] = Tus.contentType
      request.headers["Upload-Offset"] = "\(start)"
      request.headers["Upload-Checksum"] = "sha256 " + digest
      request.body = RequestBody(bytes)
      request.idleTimeout = .seconds(60)
      if let progress {
        request.onSent = { progress(TransferProgress(completed: start + $0.completed, total: size)) }
      }
      return request
    }
    _ = try await response.read()
    return try arrived(response)
  }

  private func arrived(_ response: TransportResponse) throws(CallError) -> (Int64, Attachment?) {
    if let attachment = Tus.attachment(response.headers) { return (size, attachment) }
    guard let offset = response.headers["Upload-Offset"].flatMap({ Int64($0) }), (0...size).contains(offset) else {
      throw .unavailable(.unreadable)
    }
    return (offset, nil)
  }

  private func piece(from start: Int64) throws(CallError) -> [UInt8] {
    let count = Int(min(Self.pieceSize, size - start))
    guard count > 0 else { return [] }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
      defer { try? handle.close() }
      try handle.seek(toOffset: UInt64(start))
      if let data = try handle.read(upToCount: count), data.count == count { return Array(data) }
    } catch {
      throw .unreachable(.unreadableFile(file.path))
    }
    throw .unreachable(.unreadableFile(file.path))
  }
}
