/// What server and worker say to each other over a pipe: heads of 40 bytes, numbers big-endian, with bytes behind them.
enum MediaFrame {
  static let headBytes = 40

  struct Request: Equatable {
    var job: MediaJob
    var limits: MediaLimits
    var seconds: Int
    var count: Int
  }

  enum Answer: Equatable {
    /// The worker is ready, and held back so far.
    case ready(Int32)
    /// So many bytes follow.
    case done(MediaResult, count: Int)
    case failed(MediaError)
  }

  static func head(_ request: Request) -> [UInt8] {
    let (kind, argument): (Int64, Int64) =
      switch request.job {
      case .normalise(let format): (1, Int64(format.rawValue))
      case .shrink(let width): (2, Int64(width))
      case .measureDocument: (3, 0)
      case .drawPage(let width): (4, Int64(width))
      }
    return bytes([
      kind << 32 | argument, Int64(request.limits.side) << 32 | Int64(request.seconds), request.limits.pixels,
      Int64(request.limits.bytes), Int64(request.count),
    ])
  }

  /// nil where it breaks the protocol.
  static func request(_ head: [UInt8]) -> Request? {
    guard let words = words(head) else { return nil }
    let argument = Int(words[0] & 0xFFFF_FFFF)
    let job: MediaJob?
    switch words[0] >> 32 {
    case 1: job = MediaFormat(rawValue: Int32(truncatingIfNeeded: argument)).map { .normalise($0) }
    case 2: job = .shrink(width: argument)
    case 3: job = .measureDocument
    case 4: job = .drawPage(width: argument)
    default: job = nil
    }
    guard let job, words[3] >= 0, words[4] >= 0 else { return nil }
    return Request(
      job: job, limits: MediaLimits(side: Int(words[1] >> 32), pixels: words[2], bytes: Int(words[3])),
      seconds: Int(words[1] & 0xFFFF_FFFF), count: Int(words[4]))
  }

  static func head(_ answer: Answer) -> [UInt8] {
    switch answer {
    case .ready(let bits): bytes([1, Int64(bits), 0, 0, 0])
    case .done(let result, let count):
      bytes([
        2, Int64(result.format.rawValue), Int64(result.width) << 32 | Int64(result.height), Int64(result.pages),
        Int64(count),
      ])
    case .failed(let error): bytes([3, error == .unreadable ? 1 : error == .tooLarge ? 2 : 3, 0, 0, 0])
    }
  }

  /// nil where it breaks the protocol. A worker that was taken over can say anything: nothing of it is trusted.
  static func answer(_ head: [UInt8]) -> Answer? {
    guard let words = words(head) else { return nil }
    switch words[0] {
    case 1: return .ready(Int32(truncatingIfNeeded: words[1]))
    case 2:
      let width = words[2] >> 32
      let height = words[2] & 0xFFFF_FFFF
      guard let format = MediaFormat(rawValue: Int32(truncatingIfNeeded: words[1])), (1...1 << 24).contains(width),
        (1...1 << 24).contains(height), (0...1 << 30).contains(words[3]), words[4] >= 0
      else { return nil }
      return .done(
        MediaResult(format: format, width: Int(width), height: Int(height), pages: Int(words[3]), bytes: []),
        count: Int(words[4]))
    case 3: return .failed(words[1] == 1 ? .unreadable : words[1] == 2 ? .tooLarge : .unavailable)
    default: return nil
    }
  }

  private static func bytes(_ words: [Int64]) -> [UInt8] {
    words.flatMap { word in
      stride(from: Int64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private static func words(_ head: [UInt8]) -> [Int64]? {
    guard head.count == headBytes else { return nil }
    return stride(from: 0, to: headBytes, by: 8).map { start in
      head[start..<(start + 8)].reduce(0) { $0 << 8 | Int64($1) }
    }
  }
}
