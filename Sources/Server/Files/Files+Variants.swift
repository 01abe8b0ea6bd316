import Contract
import Crypto
import Domain
import Images
import Storage
import Synchronization

/// A picture made from a file when it is first asked for, and kept sealed beside it.
struct Variant: Equatable, Sendable {
  var job: MediaJob
  /// The end of its name on the disk, and of its tag.
  var suffix: String
  /// As openings are recorded.
  var text: String
  var mediaType: String

  /// nil where the original is the answer.
  /// - Throws: 400 for a page that has no picture.
  init?(_ request: FileRequest, of row: FileRow) throws(APIError) {
    switch row.kind {
    case .image:
      guard let width = request.width, width < row.width ?? 0 else { return nil }
      self.init(
        job: .shrink(width: width), suffix: "w\(width)", text: "width=\(width)", mediaType: row.mediaType)
    case .pdf:
      guard let page = request.page else { return nil }
      guard page == 1 else { throw .badRequest }
      let width = request.width ?? 1_280
      self.init(
        job: .drawPage(width: width), suffix: "p1w\(width)", text: "page=1 width=\(width)", mediaType: "image/jpeg")
    case .video, .audio, .file: return nil
    }
  }

  private init(job: MediaJob, suffix: String, text: String, mediaType: String) {
    self.job = job
    self.suffix = suffix
    self.text = text
    self.mediaType = mediaType
  }
}

/// Pictures that are being made: who wants the same one waits for it.
final class VariantRegistry: Sendable {
  private let running = Mutex<[String: Task<Void, any Error>]>([:])

  func make(_ path: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = running.withLock { running in
      if let task = running[path] { return task }
      let task = Task { [self] in
        defer { _ = self.running.withLock { $0.removeValue(forKey: path) } }
        try await work()
      }
      running[path] = task
      return task
    }
    try await task.value
  }
}

extension Files {
  func source(of row: FileRow, _ key: FileKey) async throws -> SealedFile {
    let path = folder.filePath(row.name)
    return try await onDisk { try SealedFile(path: path, key: key, count: row.size) }
  }

  /// The picture, made where it is missing or damaged.
  func source(of variant: Variant, _ row: FileRow, _ key: FileKey) async throws -> SealedFile {
    let path = folder.variantPath(row.name, variant.suffix)
    if let made = try? await disk.run({ try SealedFile(path: path, key: key) }) { return made }
    try await variants.make(path) { [self] in
      let original = try await source(of: row, key)
      let made = try await decode(variant.job, original)
      try await seal(made.bytes, with: key, at: path)
    }
    return try await onDisk { try SealedFile(path: path, key: key) }
  }
}
