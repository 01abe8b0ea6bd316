import Seeded
import Testing
import Wire

@Suite struct MovieCleaningTests {
  private let place = Array("+37.5665+126.9780/".utf8)

  private func number(_ value: Int, _ width: Int = 4) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { number(8 + body.count) + Array(kind.utf8) + body }

  private func handler(_ kind: String) -> [UInt8] {
    box("hdlr", number(0, 8) + Array(kind.utf8) + number(0, 12))
  }

  /// Samples of two bytes each, two in a chunk, the chunks at these offsets.
  private func table(_ offsets: [Int], isLarge: Bool = false, eachSize: Int = 0) -> [UInt8] {
    let count = offsets.count * 2
    let sizes = eachSize > 0 ? [] : (0..<count).flatMap { _ in number(2) }
    return box("stsz", number(0) + number(eachSize) + number(count) + sizes)
      + box("stsc", number(0) + number(1) + number(1) + number(2) + number(1))
      + box(
        isLarge ? "co64" : "stco",
        number(0) + number(offsets.count) + offsets.flatMap { number($0, isLarge ? 8 : 4) })
  }

  private func track(_ kind: String, _ table: [UInt8] = [], more: [UInt8] = []) -> [UInt8] {
    box("trak", box("mdia", handler(kind) + box("minf", box("stbl", table))) + more)
  }

  /// What the server does with a whole file, in pieces of so many bytes.
  private func cleaned(_ file: [UInt8], pieces: Int = 7) throws -> [UInt8] {
    var cleaning = MovieCleaning(fileSize: Int64(file.count))
    var offset = 0
    while let box = MovieHeader.Box(Array(file[offset...].prefix(16))) {
      let size = Int(min(box.size ?? .max, Int64(file.count - offset)))
      if box.isKind("moov") {
        let inside = Array(file[(offset + box.headBytes)..<(offset + size)])
        try cleaning.take(movie: inside, at: Int64(offset + box.headBytes))
      } else if box.isKind("moof") {
        let inside = Array(file[(offset + box.headBytes)..<(offset + size)])
        cleaning.take(fragment: inside, at: Int64(offset + box.headBytes))
      } else {
        cleaning.take(box, at: Int64(offset), size: Int64(size))
      }
      offset += size
    }
    cleaning.take(restFrom: Int64(offset))
    try cleaning.finish()
    var result: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: pieces) {
      var piece = Array(file[start..<min(file.count, start + pieces)])
      cleaning.apply(to: &piece, at: Int64(start))
      result += piece
    }
    return result
  }

  private func holdsPlace(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: place) }
  }

  private let head = Array("....ftypqt  ....qt  ".utf8)
  private var start: [UInt8] { number(head.count) + head.dropFirst(4) }

  @Test func thePlaceIsGoneAndNothingMoves() throws {
    let media = box("mdat", Array("picture and sound".utf8))
    let user = box("udta", box("\u{A9}xyz", place).map { $0 })
    let keys = box("meta", handler("mdta") + box("ilst", place))
    for (film, isClean) in [
      (start + media + box("moov", box("mvhd", number(9)) + track("vide") + user), false),
      (start + box("moov", track("soun", more: user) + track("vide", more: keys) + keys) + media, false),
      (start + box("uuid", number(7, 16) + place) + box("moov", track("vide")) + media + box("XYZ ", place), false),
      (start + box("free", place) + box("moov", track("vide") + box("skip", place)) + media, false),
      (start + media + box("moov", box("mvhd", number(9)) + track("vide") + track("soun")), true),
    ] {
      for pieces in [1, 7, 64, 100_000] {
        let result = try cleaned(film, pieces: pieces)
        #expect(result.count == film.count && !holdsPlace(result))
        #expect((result == film) == isClean)
        #expect(result.indices.contains { result[$0...].starts(with: media) }, "picture and sound stay")
      }
    }
  }

  @Test func aPlaceIsFoundWhereverItHides() throws {
    let media = box("mdat", Array("picture and sound".utf8))
    let noBox = number(4) + place
    let name = box("hdlr", number(0, 8) + Array("vide".utf8) + number(0, 12) + place)
    func movie(_ more: [UInt8], inMedia: [UInt8] = [], inTable: [UInt8] = []) -> [UInt8] {
      let info = box("minf", box("stbl", inTable) + inMedia)
      return box("moov", box("trak", box("mdia", handler("vide") + info + inMedia) + inMedia) + more)
    }
    let fragment = box("moof", box("mfhd", number(0, 8)) + box("traf", box("tfhd", number(0, 8)) + box("udta", place)))
    for film in [
      start + movie([]) + media + noBox, start + noBox + movie(box("udta", place)) + media,
      start + movie(noBox) + media, start + movie([], inMedia: noBox) + media,
      start + movie([], inTable: noBox) + media,
      start + movie([], inMedia: box("udta", place)) + media, start + movie([], inTable: box("meta", place)) + media,
      start + movie(box("odd ", place)) + media, start + movie([]) + fragment + media,
      start + movie([]) + box("prft", place) + box("pdin", place) + media,
      start + box("moov", box("trak", box("mdia", name))) + media,
      start + box("moov", box("mvhd", number(0) + place) + track("vide")) + media,
    ] {
      let result = try cleaned(film)
      #expect(result.count == film.count && !holdsPlace(result))
    }
  }

  @Test func nobodyReadsWhenItWasMade() throws {
    let times = number(0x1234_5678) + number(0x1234_5679)
    let large = number(0x1234_5678, 8) + number(0x1234_5679, 8)
    let film =
      start
      + box(
        "moov",
        box("mvhd", number(0) + times + number(9))
          + box("trak", box("tkhd", number(1 << 24) + large + number(9)) + box("mdia", handler("vide"))))
    let result = try cleaned(film)
    #expect(!result.indices.contains { result[$0...].starts(with: number(0x1234_5678)) })
    #expect(result.indices.contains { result[$0...].starts(with: number(9)) }, "the rest of the headers stays")
  }

  @Test(arguments: [false, true]) func theWayOfACameraGoesWithItsSamples(isLarge: Bool) throws {
    let way = Array("GPS1".utf8)
    let media = Array("seen".utf8) + way + Array("heard".utf8) + way
    let first = start.count + 8
    let offsets = [first + 4, first + 13]
    for each in [0, 2] {
      let tracks = track("vide", table([first])) + track("meta", table(offsets, isLarge: isLarge, eachSize: each))
      let film = start + box("mdat", media) + box("moov", tracks)
      let result = try cleaned(film)
      #expect(result[first..<(first + media.count)] == Array("seen\0\0\0\0heard\0\0\0\0".utf8)[...])
      #expect(result.count == film.count)
      #expect(MovieHeader.Box(Array(result[(start.count + 8 + media.count)...].prefix(16)))?.isKind("moov") == true)
    }
  }

  @Test func whatCannotBeToldApartIsRefused() {
    let packed = start + box("moov", box("cmov", place))
    let spread = start + box("moov", track("vide") + track("meta")) + box("moof", place)
    let odd = start + box("moov", track("meta", box("stz2", number(0, 12))))
    for film in [packed, spread, odd] {
      #expect(throws: MovieCleaning.Fault.unknownForm) { try self.cleaned(film) }
    }
  }

  @Test func aFilmThatWasCutOffIsCleanAsFarAsItGoes() throws {
    let film = start + box("moov", track("vide") + box("udta", place + place + place))
    let result = try cleaned(Array(film.dropLast(10)))
    #expect(!holdsPlace(result) && result.count == film.count - 10)
  }

  @Test func brokenFilmsDoNoHarm() {
    let tracks = track("vide", table([30])) + track("meta", table([40, 50], isLarge: true)) + box("udta", place)
    let film = start + box("mdat", number(0, 40)) + box("moov", tracks)
    var random = SeededRandom(seed: 5)
    for _ in 0..<3_000 {
      var broken = film
      for _ in 0..<5 { broken[random.below(broken.count)] = UInt8(truncatingIfNeeded: random.next()) }
      if random.chance(20) { broken = Array(broken.prefix(random.below(broken.count))) }
      if let result = try? cleaned(broken, pieces: 33) { #expect(result.count == broken.count) }
    }
  }
}
