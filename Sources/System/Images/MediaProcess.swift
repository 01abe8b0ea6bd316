import CImages
import Glibc

/// One worker process, seen from the server: started with an empty environment, in a folder of its own, without any
/// open file but its two pipes. Not for several threads at once.
final class MediaProcess {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private(set) var confinement: MediaDecoder.Confinement = []
  private(set) var jobCount = 0
  private var isGone = false

  /// - Parameter folder: the worker's own, empty.
  init(command: [String], folder: String) throws(MediaError) {
    var input: Int32 = -1
    var output: Int32 = -1
    let environment = ["LC_ALL=C.UTF-8", "TMPDIR=" + folder, "HOME=" + folder]
    process = Self.withStrings(command) { arguments in
      Self.withStrings(environment) { cimages_spawn(arguments, folder, $0, &input, &output) }
    }
    self.input = input
    self.output = output
    guard process > 0 else {
      isGone = true
      throw .unavailable
    }
    let deadline = Self.now + 10_000
    guard let head = read(MediaFrame.headBytes, until: deadline), case .ready(let bits)? = MediaFrame.answer(head)
    else {
      end()
      throw .unavailable
    }
    confinement = MediaDecoder.Confinement(rawValue: bits)
  }

  deinit { end() }

  /// Blocks until the job is done. After `crashed` the process is gone.
  /// - Parameter next: the bytes of the file, piece by piece, `count` in all.
  func run(
    _ job: MediaJob, limits: MediaLimits, milliseconds: Int, count: Int, next: () throws -> [UInt8]
  ) throws -> MediaResult {
    jobCount += 1
    do {
      return try exchange(job, limits: limits, milliseconds: milliseconds, count: count, next: next)
    } catch {
      // Whatever went wrong on the way, the two no longer agree on what comes next.
      if error as? MediaError != .unreadable, error as? MediaError != .tooLarge { end() }
      throw error
    }
  }

  private func exchange(
    _ job: MediaJob, limits: MediaLimits, milliseconds: Int, count: Int, next: () throws -> [UInt8]
  ) throws -> MediaResult {
    guard !isGone else { throw MediaError.crashed }
    let deadline = Self.now + Int64(milliseconds)
    let seconds = max(1, (milliseconds + 999) / 1_000)
    let head = MediaFrame.Request(job: job, limits: limits, seconds: seconds, count: count)
    guard write(MediaFrame.head(head), until: deadline) else { throw MediaError.crashed }
    var left = count
    while left > 0 {
      let bytes = try next()
      guard !bytes.isEmpty, bytes.count <= left, write(bytes, until: deadline) else { throw MediaError.crashed }
      left -= bytes.count
    }
    guard let answer = read(MediaFrame.headBytes, until: deadline).flatMap(MediaFrame.answer) else {
      throw MediaError.crashed
    }
    switch answer {
    case .ready: throw MediaError.crashed
    case .failed(let error): throw error
    case .done(var result, let made):
      guard made <= limits.bytes, result.width <= limits.side || job == .measureDocument,
        let bytes = read(made, until: deadline)
      else { throw MediaError.crashed }
      result.bytes = bytes
      return result
    }
  }

  /// At once, and for good.
  func end() {
    guard !isGone else { return }
    isGone = true
    close(input)
    close(output)
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  // MARK: Pipes

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// false when time is up or the other end is gone.
  private func wait(_ descriptor: Int32, _ events: Int32, until deadline: Int64) -> Bool {
    while true {
      let left = deadline - Self.now
      guard left > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
      let count = poll(&entry, 1, Int32(clamping: left))
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }

  private func read(_ count: Int, until deadline: Int64) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(max(count, 1), 256 << 10))
    // Grows with what comes: what a worker promises costs nothing.
    while bytes.count < count {
      let got = piece.withUnsafeMutableBytes { Glibc.read(output, $0.baseAddress, min($0.count, count - bytes.count)) }
      if got > 0 {
        bytes += piece[..<got]
      } else if got == 0 || (errno != EAGAIN && errno != EINTR) {
        return nil
      } else if !wait(output, POLLIN, until: deadline) {
        return nil
      }
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], until deadline: Int64) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        guard wait(input, POLLOUT, until: deadline) else { return false }
      } else {
        return false
      }
    }
    return true
  }

  private static func withStrings<R>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> R
  ) -> R {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var pointers = copies.map { UnsafePointer($0) } + [nil]
    return body(&pointers)
  }
}
