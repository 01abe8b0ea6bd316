import Crypto
import HTTPServer
import Synchronization
import Wire

/// The bytes of an answer, opened chunk by chunk while they are sent.
final class FileBody: Sendable {
  enum Piece: Sendable {
    case bytes([UInt8])
    case range(ByteRange)

    var count: Int64 {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .range(let range): range.count
      }
    }
  }

  private struct Place {
    var piece = 0
    var offset: Int64 = 0
  }

  /// Four chunks of a sealed file.
  private static let step: Int64 = 256 << 10
  private let source: SealedFile
  private let pieces: [Piece]
  private let disk: DiskWorkers
  private let place = Mutex(Place())

  init(_ pieces: [Piece], of source: SealedFile, disk: DiskWorkers) {
    self.pieces = pieces
    self.source = source
    self.disk = disk
  }

  var produced: ProducedBody {
    ProducedBody(count: pieces.reduce(0) { $0 + $1.count }) { [self] in try await next() }
  }

  private func next() async throws -> [UInt8]? {
    let (piece, offset) = place.withLock { place -> (Piece?, Int64) in
      guard place.piece < pieces.count else { return (nil, 0) }
      let piece = pieces[place.piece]
      let offset = place.offset
      place.offset += Self.step
      if case .bytes = piece { place.offset = piece.count }
      if place.offset >= piece.count { place = Place(piece: place.piece + 1, offset: 0) }
      return (piece, offset)
    }
    switch piece {
    case nil: return nil
    case .bytes(let bytes): return bytes
    case .range(let range):
      let count = Int(min(Self.step, range.count - offset))
      let source = source
      return try await disk.run { try source.read(at: range.first + offset, count: count) }
    }
  }
}
