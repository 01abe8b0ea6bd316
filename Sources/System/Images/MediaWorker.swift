import Glibc

/// The other end of the pipe: a process that decodes what strangers sent, and can do nothing else.
public enum MediaWorker {
  /// Serves jobs from standard input until it ends. Whoever breaks the protocol is left.
  /// - Parameter memoryBytes: of address space.
  public static func run(memoryBytes: UInt64 = 3 << 30, inputBytes: Int = 256 << 20) {
    let held = MediaDecoder.confine(memoryBytes: memoryBytes)
    guard write(MediaFrame.head(.ready(held.rawValue))) else { return }
    while let head = read(MediaFrame.headBytes), let request = MediaFrame.request(head), request.count <= inputBytes,
      let bytes = read(request.count)
    {
      grantSeconds(request.seconds)
      let answer: MediaFrame.Answer
      var made: [UInt8] = []
      do {
        var result = try MediaDecoder.run(request.job, bytes, limits: request.limits)
        swap(&made, &result.bytes)
        answer = .done(result, count: made.count)
      } catch { answer = .failed(error) }
      guard write(MediaFrame.head(answer)), write(made) else { return }
    }
  }

  private static func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress.map { $0 + filled }, count - filled) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
