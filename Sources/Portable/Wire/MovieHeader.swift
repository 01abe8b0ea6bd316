/// The boxes of an MP4 or QuickTime film (ISO/IEC 14496-12), as far as its size on the screen needs them.
public enum MovieHeader {
  /// A box by its head, which is the first 16 bytes at its place, fewer only at the end of the file.
  public struct Box: Equatable, Sendable {
    /// Four bytes.
    public var kind: [UInt8]
    /// Of its head.
    public var headBytes: Int
    /// All of it; nil for one that goes to the end of the file.
    public var size: Int64?

    /// nil for what is no box.
    public init?(_ head: [UInt8]) {
      guard head.count >= 8 else { return nil }
      kind = Array(head[4..<8])
      let size = MovieHeader.number(head[0..<4])
      switch size {
      case 0: (self.headBytes, self.size) = (8, nil)
      case 1:
        guard head.count >= 16 else { return nil }
        let large = MovieHeader.number(head[8..<16])
        guard large >= 16 else { return nil }
        (self.headBytes, self.size) = (16, large)
      case 8...: (self.headBytes, self.size) = (8, size)
      default: return nil
      }
    }

    public func isKind(_ name: StaticString) -> Bool {
      name.utf8CodeUnitCount == 4 && (0..<4).allSatisfy { kind[$0] == name.utf8Start[$0] }
    }
  }

  /// Width and height of the first track that can be seen, as it is shown: a film of a phone held upright is stored
  /// lying, with a matrix that turns it.
  /// - Parameter movie: what is in the box `moov`.
  public static func size(_ movie: [UInt8]) -> (width: Int, height: Int)? {
    for track in boxes(movie[...], "trak") {
      for header in boxes(track, "tkhd") {
        if let size = size(ofTrack: Array(header)) { return size }
      }
    }
    return nil
  }

  private static func size(ofTrack header: [UInt8]) -> (width: Int, height: Int)? {
    // Version 1 has dates and a duration of 8 bytes.
    let matrix = header.first == 1 ? 52 : 40
    guard header.count >= matrix + 44 else { return nil }
    let width = Int(number(header[(matrix + 36)..<(matrix + 38)]))
    let height = Int(number(header[(matrix + 40)..<(matrix + 42)]))
    guard width > 0, height > 0 else { return nil }
    let isTurned = number(header[matrix..<(matrix + 4)]) == 0 && number(header[(matrix + 16)..<(matrix + 20)]) == 0
    return isTurned ? (height, width) : (width, height)
  }

  /// A box in another one; its body keeps its place in there.
  struct Child {
    var box: Box
    var body: ArraySlice<UInt8>
  }

  /// In order. One that would go beyond the end ends there.
  static func children(_ bytes: ArraySlice<UInt8>) -> [Child] {
    var found: [Child] = []
    var rest = bytes
    while let box = Box(Array(rest.prefix(16))), rest.count >= box.headBytes {
      let size = Int(min(box.size ?? .max, Int64(rest.count)))
      found.append(Child(box: box, body: rest.prefix(size).dropFirst(box.headBytes)))
      rest = rest.dropFirst(size)
    }
    return found
  }

  /// The insides of the boxes of one kind.
  private static func boxes(_ bytes: ArraySlice<UInt8>, _ kind: StaticString) -> [ArraySlice<UInt8>] {
    children(bytes).filter { $0.box.isKind(kind) }.map { $0.body }
  }

  /// Big-endian; the largest number for what does not fit.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    var value: UInt64 = 0
    for byte in bytes { value = value << 8 | UInt64(byte) }
    return Int64(clamping: value)
  }
}
