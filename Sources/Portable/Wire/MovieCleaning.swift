/// What has to go from a film or a recording (ISO/IEC 14496-12, QuickTime) so that only picture and sound are left:
/// user data, metadata and unknown boxes, in which phones write where and with what it was made, and tracks that are
/// neither picture nor sound, such as the way that a camera took.
///
/// Nothing moves: boxes become `free` and their bytes 0, so that every other offset stays right.
public struct MovieCleaning: Equatable, Sendable {
  public enum Fault: Error, Equatable, Sendable {
    /// Its head is packed, or says where a track lies in a way that is not known.
    case unknownForm
  }

  /// Bytes that become 0, in order, without overlaps once `finish` was called.
  private var blanks: [Range<Int64>] = []
  /// Where `free` is to stand.
  private var names: [Int64] = []
  private var hasFragments = false
  private var hasOtherTracks = false
  private let fileSize: Int64

  public init(fileSize: Int64) {
    self.fileSize = fileSize
  }

  public var isEmpty: Bool { blanks.isEmpty && names.isEmpty }

  /// A box of the file itself, other than `moov`.
  /// - Parameter size: of all of it, not beyond the end of the file.
  public mutating func take(_ box: MovieHeader.Box, at offset: Int64, size: Int64) {
    if box.isKind("moof") { hasFragments = true }
    let start = offset + Int64(box.headBytes)
    if Self.isEmptySpace(box) { return blank(start..<max(start, offset + size)) }
    if !Self.files.contains(where: { box.isKind($0) }) { remove(box, at: offset, size: size) }
  }

  private static let files: [StaticString] = ["ftyp", "mdat", "moof", "mfra", "sidx", "ssix", "styp", "prft", "pdin"]
  private static let metadata: [StaticString] = ["udta", "meta", "uuid"]

  private static func isEmptySpace(_ box: MovieHeader.Box) -> Bool {
    box.isKind("free") || box.isKind("skip") || box.isKind("wide")
  }

  /// - Parameters:
  ///   - movie: what is in the box `moov`.
  ///   - offset: where that begins in the file.
  public mutating func take(movie: [UInt8], at offset: Int64) throws(Fault) {
    for child in MovieHeader.children(movie[...]) {
      if child.box.isKind("cmov") { throw .unknownForm }
      guard child.box.isKind("trak") else {
        clean(child, offset)
        continue
      }
      if Self.isPictureOrSound(child.body) {
        for inner in MovieHeader.children(child.body) { clean(inner, offset) }
      } else {
        hasOtherTracks = true
        for samples in try MovieSamples.places(inTrack: child.body) { blank(samples) }
        remove(child, offset)
      }
    }
  }

  /// After the last box. - Throws: where a track that is neither picture nor sound is spread over fragments.
  public mutating func finish() throws(Fault) {
    if hasFragments && hasOtherTracks { throw .unknownForm }
    var merged: [Range<Int64>] = []
    for range in blanks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    blanks = merged
    names.sort()
  }

  /// Changes a piece of the file. After `finish`.
  /// - Parameter offset: where the piece begins.
  public func apply(to bytes: inout [UInt8], at offset: Int64) {
    let end = offset + Int64(bytes.count)
    // The first that ends behind the start of the piece.
    var (low, high) = (0, blanks.count)
    while low < high {
      let middle = (low + high) / 2
      if blanks[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    while low < blanks.count, blanks[low].lowerBound < end {
      let range = blanks[low].clamped(to: offset..<end)
      for place in range { bytes[Int(place - offset)] = 0 }
      low += 1
    }
    let free = Array("free".utf8)
    for name in names {
      for place in max(name, offset)..<max(name, min(name + 4, end), offset) {
        bytes[Int(place - offset)] = free[Int(place - name)]
      }
    }
  }

  // MARK: Boxes

  private static func isPictureOrSound(_ track: ArraySlice<UInt8>) -> Bool {
    for media in MovieHeader.children(track) where media.box.isKind("mdia") {
      for handler in MovieHeader.children(media.body) where handler.box.isKind("hdlr") {
        // Behind version, flags and a reserved word.
        let kind = handler.body.dropFirst(8).prefix(4)
        return kind.elementsEqual("vide".utf8) || kind.elementsEqual("soun".utf8)
      }
    }
    return false
  }

  private mutating func clean(_ child: MovieHeader.Child, _ offset: Int64) {
    if Self.isEmptySpace(child.box) {
      blank(offset + Int64(child.body.startIndex)..<offset + Int64(child.body.endIndex))
    } else if Self.metadata.contains(where: { child.box.isKind($0) }) {
      remove(child, offset)
    }
  }

  private mutating func remove(_ child: MovieHeader.Child, _ offset: Int64) {
    let head = Int64(child.box.headBytes)
    let start = offset + Int64(child.body.startIndex) - head
    remove(child.box, at: start, size: Int64(child.body.count) + head)
  }

  private mutating func remove(_ box: MovieHeader.Box, at offset: Int64, size: Int64) {
    names.append(offset + 4)
    blank(offset + Int64(box.headBytes)..<offset + max(size, Int64(box.headBytes)))
  }

  private mutating func blank(_ range: Range<Int64>) {
    let inside = range.clamped(to: 0..<fileSize)
    if !inside.isEmpty { blanks.append(inside) }
  }
}
