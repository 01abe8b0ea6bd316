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
      let clean = line.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0 }
      write((isInteractive ? "\r" : "") + String(String.UnicodeScalarView(clean)) + "\n")
    }
    prompt()
  }

  func prompt() {
    if isInteractive { write("> ") }
  }

  /// Not by `print`: flushing it would wait for the thread that reads.
  private func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
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
