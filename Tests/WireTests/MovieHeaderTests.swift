import Seeded
import Testing
import Wire

@Suite struct MovieHeaderTests {
  private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    let size = 8 + body.count
    return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(kind.utf8) + body
  }

  /// A track header; the matrix turns the film a quarter where asked.
  private func track(_ width: Int, _ height: Int, version: UInt8 = 0, isTurned: Bool = false) -> [UInt8] {
    let one: [UInt8] = [0, 1, 0, 0]
    let zero: [UInt8] = [0, 0, 0, 0]
    let matrix = isTurned ? zero + one + zero + one + zero + zero : one + zero + zero + zero + one + zero
    let size = [UInt8(width >> 8), UInt8(width & 255), 0, 0, UInt8(height >> 8), UInt8(height & 255), 0, 0]
    let head = [version] + [UInt8](repeating: 0, count: version == 1 ? 51 : 39)
    return box("trak", box("tkhd", head + matrix + [UInt8](repeating: 0, count: 12) + size))
  }

  @Test func theFirstTrackThatCanBeSeenCounts() throws {
    let movie = box("mvhd", [1, 2, 3]) + track(0, 0) + track(1920, 1080) + track(5, 5)
    let size = try #require(MovieHeader.size(movie))
    #expect(size == (1920, 1080))
    #expect(try #require(MovieHeader.size(track(640, 480, version: 1))) == (640, 480))
  }

  @Test func aTurnedFilmIsMeasuredAsItIsShown() throws {
    #expect(try #require(MovieHeader.size(track(1920, 1080, isTurned: true))) == (1080, 1920))
  }

  @Test func boxesHaveThreeWaysToSayTheirSize() {
    #expect(MovieHeader.Box([0, 0, 0, 9] + Array("free".utf8))?.size == 9)
    #expect(MovieHeader.Box([0, 0, 0, 0] + Array("mdat".utf8))?.size == nil)
    let large = MovieHeader.Box([0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 1, 0, 0, 0, 0])
    #expect(large?.size == 1 << 32 && large?.headBytes == 16 && large?.isKind("mdat") == true)
    for head: [UInt8] in [[], [0, 0, 0, 7] + Array("free".utf8), [0, 0, 0, 1] + Array("mdat".utf8)] {
      #expect(MovieHeader.Box(head) == nil)
    }
  }

  @Test func brokenMoviesHaveNoSizeAndDoNoHarm() {
    let movie = track(1920, 1080)
    for count in 0..<movie.count { #expect(MovieHeader.size(Array(movie.prefix(count))) == nil) }
    var random = SeededRandom(seed: 3)
    for _ in 0..<2_000 {
      var broken = movie
      for _ in 0..<4 { broken[Int(random.next() % UInt64(broken.count))] = UInt8(truncatingIfNeeded: random.next()) }
      _ = MovieHeader.size(broken)
    }
  }
}
