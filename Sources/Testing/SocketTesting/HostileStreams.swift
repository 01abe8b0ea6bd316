import Seeded

/// Broken byte streams of one protocol: well-formed samples, cut, doubled, swapped, spliced and peppered with the bytes
/// that parsers trip over. One seed gives one sequence of streams.
public struct HostileStreams: Sequence, IteratorProtocol {
  private let samples: [[UInt8]]
  private let morsels: [[UInt8]]
  private var random: SeededRandom

  /// - Parameters:
  ///   - samples: well-formed streams.
  ///   - morsels: byte strings that mean something in the protocol.
  public init(seed: UInt64, samples: [[UInt8]], morsels: [[UInt8]]) {
    self.samples = samples
    self.morsels = morsels
    random = SeededRandom(seed: seed)
  }

  /// Never ends.
  public mutating func next() -> [UInt8]? {
    if random.next() % 16 == 0 { return noise() }
    var stream = samples.randomElement(using: &random) ?? []
    for _ in 0..<(1 + Int(random.next() % 6)) { mutate(&stream) }
    return stream
  }

  private mutating func noise() -> [UInt8] {
    let count = Int(random.next() % 300)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private mutating func place(in stream: [UInt8]) -> Int {
    Int(random.next() % UInt64(stream.count + 1))
  }

  private mutating func stretch(in stream: [UInt8]) -> Range<Int> {
    let start = place(in: stream)
    return start..<Swift.min(stream.count, start + Int(random.next() % 24))
  }

  private mutating func mutate(_ stream: inout [UInt8]) {
    switch random.next() % 9 {
    case 0:
      stream.removeSubrange(stretch(in: stream))
    case 1:
      stream.insert(contentsOf: stream[stretch(in: stream)], at: place(in: stream))
    case 2:
      stream.insert(contentsOf: morsels.randomElement(using: &random) ?? [], at: place(in: stream))
    case 3:
      stream.replaceSubrange(stretch(in: stream), with: morsels.randomElement(using: &random) ?? [])
    case 4:
      stream.removeSubrange(place(in: stream)...)
    case 5:
      stream += samples.randomElement(using: &random) ?? []
    case 6:
      let bytes = (0..<Int(random.next() % 12)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      stream.insert(contentsOf: bytes, at: place(in: stream))
    case 7:
      guard let index = stream.indices.randomElement(using: &random) else { return }
      stream[index] ^= 1 << UInt8(random.next() % 8)
    default:
      let morsel = morsels.randomElement(using: &random) ?? []
      let repeated = (0..<Int(random.next() % 200)).flatMap { _ in morsel }
      stream.insert(contentsOf: repeated, at: place(in: stream))
    }
  }
}

extension HostileStreams {
  /// HTTP/1.1 requests.
  public static func http(seed: UInt64) -> HostileStreams {
    let samples = [
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "HEAD /a/b?c=d&e=%20 HTTP/1.1\r\nHost: a:80\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n",
      "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
      "POST /p HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nWiki\r\n0\r\nT: 1\r\n\r\n",
      "PUT /p HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: [::1]:8080\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ]
    let morsels = [
      "\r\n", "\n", "\r", "\r\n\r\n", " ", "\t", ":", "\0", "\u{7f}", "%00", "%", "?", "#", "/",
      "..", "HTTP/1.1", "HTTP/2.0",
      "Host: b\r\n", "Content-Length: 3\r\n", "Content-Length: 99999999999999999999\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n",
      " folded\r\n",
      "0\r\n\r\n", "ffffffffffffffff\r\n", "7fffffffffffffff\r\n", "-1\r\n", "0x10\r\n", ";", "\"",
      "GET ", "POST ",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}",
      "X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", "é",
    ]
    return HostileStreams(
      seed: seed, samples: samples.map { Array($0.utf8) }, morsels: morsels.map { Array($0.utf8) })
  }
}
