/// Where the samples of a track lie in the file (ISO/IEC 14496-12, sections 8.7.3 to 8.7.5).
enum MovieSamples {
  /// - Parameter track: what is in a box `trak`.
  /// - Returns: one run for each chunk, as the tables say; whether it is in the file is not known here.
  static func places(inTrack track: ArraySlice<UInt8>) throws(MovieCleaning.Fault) -> [Range<Int64>] {
    guard let table = inside(track, ["mdia", "minf", "stbl"]) else { return [] }
    var (sizes, chunks, offsets): (Sizes?, [Run], [Int64]) = (nil, [], [])
    for child in MovieHeader.children(table) {
      let box = child.box
      if box.isKind("stsz") { sizes = Sizes(child.body) }
      if box.isKind("stz2") { throw .unknownForm }
      if box.isKind("stsc") {
        chunks = numbers(child.body.dropFirst(4), width: 4, of: 3).map { Run(first: $0[0], samples: $0[1]) }
      }
      if box.isKind("stco") { offsets = numbers(child.body.dropFirst(4), width: 4, of: 1).map { $0[0] } }
      if box.isKind("co64") { offsets = numbers(child.body.dropFirst(4), width: 8, of: 1).map { $0[0] } }
    }
    guard let sizes else { return [] }
    return places(sizes, chunks, offsets)
  }

  /// From this chunk on, counted from 1, each has so many samples.
  private struct Run {
    var first: Int64
    var samples: Int64
  }

  private struct Sizes {
    /// Of every sample; 0: each has its own.
    var each: Int64
    var list: [Int64]

    init?(_ body: ArraySlice<UInt8>) {
      guard body.count >= 12 else { return nil }
      each = MovieHeader.number(body.dropFirst(4).prefix(4))
      list = each == 0 ? MovieSamples.numbers(body.dropFirst(8), width: 4, of: 1).map { $0[0] } : []
    }
  }

  private static func places(_ sizes: Sizes, _ runs: [Run], _ offsets: [Int64]) -> [Range<Int64>] {
    var places: [Range<Int64>] = []
    var (run, sample) = (0, 0)
    for (index, offset) in offsets.enumerated() {
      while run + 1 < runs.count, runs[run + 1].first <= Int64(index) + 1 { run += 1 }
      guard run < runs.count, runs[run].first <= Int64(index) + 1 else { continue }
      var count: Int64 = 0
      if sizes.each > 0 {
        // Both are of 32 bits.
        count = sizes.each * min(runs[run].samples, 1 << 31)
      } else {
        let end = sample + min(Int(clamping: runs[run].samples), sizes.list.count - sample)
        for size in sizes.list[sample..<end] { count += size }
        sample = end
      }
      let (end, isTooFar) = offset.addingReportingOverflow(count)
      if count > 0, !isTooFar { places.append(offset..<end) }
    }
    return places
  }

  private static func inside(_ bytes: ArraySlice<UInt8>, _ path: [StaticString]) -> ArraySlice<UInt8>? {
    var bytes = bytes
    for name in path {
      guard let child = MovieHeader.children(bytes).first(where: { $0.box.isKind(name) }) else { return nil }
      bytes = child.body
    }
    return bytes
  }

  /// A count of 4 bytes, and behind it so many rows, or as many as there are.
  private static func numbers(_ bytes: ArraySlice<UInt8>, width: Int, of columns: Int) -> [[Int64]] {
    guard bytes.count >= 4 else { return [] }
    let wanted = MovieHeader.number(bytes.prefix(4))
    var rest = bytes.dropFirst(4)
    let count = Int(min(wanted, Int64(rest.count / (width * columns))))
    var rows: [[Int64]] = []
    rows.reserveCapacity(count)
    for _ in 0..<count {
      var row: [Int64] = []
      for _ in 0..<columns {
        row.append(MovieHeader.number(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
      rows.append(row)
    }
    return rows
  }
}
