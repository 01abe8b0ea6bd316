import Crypto
import Wire

extension Files {
  private static let boxLimit = 1_000
  private static let movieBytes: Int64 = 8 << 20

  /// Width and height of an MP4 or QuickTime film; nil where it does not say.
  func movieSize(_ source: SealedFile) async throws -> (width: Int, height: Int)? {
    try await onDisk {
      var offset: Int64 = 0
      for _ in 0..<Self.boxLimit {
        guard offset < source.count, let box = MovieHeader.Box(try source.read(at: offset, count: 16)) else { break }
        let size = min(box.size ?? .max, source.count - offset)
        if box.isKind("moov") {
          guard size <= Self.movieBytes, size > Int64(box.headBytes) else { return nil }
          let inside = try source.read(at: offset + Int64(box.headBytes), count: Int(size) - box.headBytes)
          return MovieHeader.size(inside)
        }
        offset += size
      }
      return nil
    }
  }
}
