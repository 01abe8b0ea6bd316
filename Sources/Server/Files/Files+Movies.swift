import Contract
import Crypto
import Domain
import Storage
import Wire

extension Files {
  private static let boxLimit = 20_000
  private static let movieBytes: Int64 = 16 << 20
  private static let pieceBytes = 256 << 10

  /// Of a film or recording in MP4, MOV or M4A only picture and sound are kept: where and with what it was made goes.
  /// - Throws: 400 `file_unreadable` for one whose parts cannot be told apart.
  func keepMovie(_ source: SealedFile, _ incoming: NamedFile, _ new: NewFile) async throws -> NewFile {
    var new = new
    let look = try await onDisk {
      do { return try Self.look(at: source) } catch is MovieCleaning.Fault { throw APIError.fileUnreadable }
    }
    if new.kind == .video { (new.width, new.height) = (look.size?.width, look.size?.height) }
    let final = folder.filePath(new.name)
    guard !look.cleaning.isEmpty else {
      try await onDisk { [folder] in try folder.place(incoming.file.path, at: final) }
      return new
    }
    let path = folder.incomingPath()
    try await onDisk { [folder] in
      let writer = try SealedWriter(path: path, key: incoming.file.key)
      while writer.count < source.count {
        var bytes = try source.read(at: writer.count, count: Self.pieceBytes)
        look.cleaning.apply(to: &bytes, at: writer.count)
        try writer.write(bytes)
      }
      try writer.finish()
      do { try folder.place(path, at: final) } catch {
        folder.remove(path)
        throw error
      }
    }
    return new
  }

  private struct MovieLook: Sendable {
    var cleaning: MovieCleaning
    /// nil where it does not say.
    var size: (width: Int, height: Int)?
  }

  private static func look(at source: SealedFile) throws -> MovieLook {
    var look = MovieLook(cleaning: MovieCleaning(fileSize: source.count))
    var offset: Int64 = 0
    var count = 0
    while offset < source.count, let box = MovieHeader.Box(try source.read(at: offset, count: 16)) {
      count += 1
      guard count <= boxLimit else { throw MovieCleaning.Fault.unknownForm }
      let size = min(box.size ?? .max, source.count - offset)
      if box.isKind("moov") || box.isKind("moof") {
        guard size <= movieBytes, size >= Int64(box.headBytes) else { throw MovieCleaning.Fault.unknownForm }
        let start = offset + Int64(box.headBytes)
        let inside = try source.read(at: start, count: Int(size) - box.headBytes)
        if box.isKind("moof") {
          look.cleaning.take(fragment: inside, at: start)
        } else {
          if look.size == nil { look.size = MovieHeader.size(inside) }
          try look.cleaning.take(movie: inside, at: start)
        }
      } else {
        look.cleaning.take(box, at: offset, size: size)
      }
      offset += size
    }
    look.cleaning.take(restFrom: offset)
    try look.cleaning.finish()
    return look
  }
}
