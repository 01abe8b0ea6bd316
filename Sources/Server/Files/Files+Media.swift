import Contract
import Crypto
import Images
import Synchronization
import Wire

extension Files {
  /// Runs a job over a sealed file, whose bytes leave this process only through the worker's pipe.
  func decode(_ job: MediaJob, _ source: SealedFile) async throws -> MediaResult {
    guard source.count <= settings.decodedBytes else { throw APIError.fileSize }
    let limits = MediaLimits(side: settings.imageSide, pixels: settings.imagePixels)
    let place = Mutex<Int64>(0)
    do {
      return try await media.run(job, limits, Int(source.count)) {
        let offset = place.withLock { offset in
          defer { offset += 256 << 10 }
          return offset
        }
        return try source.read(at: min(offset, source.count), count: 256 << 10)
      }
    } catch let error as MediaError { throw error.refusal } catch let error as SealingError { throw error.refusal }
  }

  /// Seals bytes and gives them their place.
  func seal(_ bytes: [UInt8], with key: FileKey, at final: String) async throws {
    let path = folder.incomingPath()
    try await onDisk { [folder] in
      let writer = try SealedWriter(path: path, key: key)
      try writer.write(bytes)
      try writer.finish()
      do { try folder.place(path, at: final) } catch {
        folder.remove(path)
        throw error
      }
    }
  }
}

extension FileSignature {
  /// nil for what is kept as it came.
  var format: MediaFormat? {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .gif: .gif
    case .webp: .webp
    case .heic, .avif: .heif
    case .pdf: .pdf
    default: nil
    }
  }
}
