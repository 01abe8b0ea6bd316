import Foundation
import Kit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The lines in and out. Control characters of what others wrote do not reach the terminal.
actor Terminal {
  private let isInteractive = isatty(0) == 1 && isatty(1) == 1

  func say(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let clean = String(
        String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
      print(isInteractive ? "\r\(clean)" : clean)
    }
    prompt()
  }

  func prompt() {
    if isInteractive { print("> ", terminator: "") }
    fflush(nil)
  }

  /// What is typed, line by line, until the end of input. Read on a thread of its own: it waits for the person.
  nonisolated func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return stream
  }
}
