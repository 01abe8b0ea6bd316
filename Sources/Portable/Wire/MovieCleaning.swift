/// What has to go from a film or a recording (ISO/IEC 14496-12, QuickTime) so that only picture and sound are left:
/// user data, metadata and unknown boxes, in which phones write where and with what it was made, the times in headers,
/// the names of handlers, and tracks that are neither picture nor sound, such as the way that a camera took. What is no
/// box at all goes as well.
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

  private static let files: [StaticString] = ["ftyp", "mdat", "moof", "mfra", "sidx", "ssix", "styp"]
  private static let movie: [StaticString] = ["mvhd", "trak", "mvex", "iods"]
  private static let fragment: [StaticString] = ["mfhd", "traf"]

  /// What may stand in a box; nil for one that is not made of boxes, as far as it matters here.
  private static func parts(of box: MovieHeader.Box) -> [StaticString]? {
    if box.isKind("trak") { return ["tkhd", "edts", "tref", "mdia", "tapt", "load", "trgr"] }
    if box.isKind("edts") { return ["elst"] }
    if box.isKind("tapt") { return ["clef", "prof", "enof"] }
    if box.isKind("mdia") { return ["mdhd", "hdlr", "minf", "elng"] }
    if box.isKind("minf") { return ["vmhd", "smhd", "hdlr", "dinf", "stbl"] }
    if box.isKind("mvex") { return ["mehd", "trex", "leva"] }
    if box.isKind("traf") { return ["tfhd", "tfdt", "trun"] + tables }
    if box.isKind("stbl") { return ["stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64"] + tables }
    return nil
  }

  /// Of samples, in whole films and in fragments.
  private static let tables: [StaticString] = [
    "stss", "stsh", "stps", "padb", "stdp", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio", "senc",
  ]

  private static func isEmptySpace(_ box: MovieHeader.Box) -> Bool {
    box.isKind("free") || box.isKind("skip") || box.isKind("wide")
  }

  /// - Parameters:
  ///   - movie: what is in the box `moov`.
  ///   - offset: where that begins in the file.
  public mutating func take(movie: [UInt8], at offset: Int64) throws(Fault) {
    for child in MovieHeader.children(movie[...]) {
      if child.box.isKind("cmov") { throw .unknownForm }
      guard child.box.isKind("trak"), !Self.isPictureOrSound(child.body) else { continue }
      hasOtherTracks = true
      for samples in try MovieSamples.places(inTrack: child.body) { blank(samples) }
      remove(child, offset)
    }
    clean(movie[...], keeping: Self.movie, offset)
  }

  /// - Parameters:
  ///   - fragment: what is in a box `moof`.
  ///   - offset: where that begins in the file.
  public mutating func take(fragment: [UInt8], at offset: Int64) {
    hasFragments = true
    clean(fragment[...], keeping: Self.fragment, offset)
  }

  /// Behind the last box, what is none.
  public mutating func take(restFrom offset: Int64) { blank(offset..<max(offset, fileSize)) }

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

  private mutating func clean(_ bytes: ArraySlice<UInt8>, keeping kinds: [StaticString], _ offset: Int64) {
    var end = bytes.startIndex
    for child in MovieHeader.children(bytes) {
      end = child.body.endIndex
      if Self.isEmptySpace(child.box) {
        blank(child.body, offset)
      } else if !kinds.contains(where: { child.box.isKind($0) }) {
        remove(child, offset)
      } else if let parts = Self.parts(of: child.box) {
        clean(child.body, keeping: parts, offset)
      } else {
        forget(child, offset)
      }
    }
    blank(bytes[end...], offset)
  }

  /// When it was made, and what made it.
  private mutating func forget(_ child: MovieHeader.Child, _ offset: Int64) {
    let body = child.body
    if child.box.isKind("hdlr") {
      // Behind version, flags, type, kind and three reserved words: a name.
      blank(body.dropFirst(24), offset)
    } else if child.box.isKind("mvhd") || child.box.isKind("tkhd") || child.box.isKind("mdhd") {
      // Behind version and flags: made and changed, in version 1 of 8 bytes each.
      blank(body.dropFirst(4).prefix(body.first == 1 ? 16 : 8), offset)
    }
  }

  private mutating func blank(_ bytes: ArraySlice<UInt8>, _ offset: Int64) {
    blank(offset + Int64(bytes.startIndex)..<offset + Int64(bytes.endIndex))
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
