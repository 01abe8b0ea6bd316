import Foundation
import JSON
import Synchronization

/// Writes lines to a file descriptor from a thread of its own. A reader of the log that stands still costs lines, never
/// requests.
public final class LogSink: Sendable {
  private struct State {
    var lines: [UInt8] = []
    var isWriting = false
    var lost = 0
  }

  private static let byteLimit = 8 << 20
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "log")
  private let state = Mutex(State())

  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  public func write(_ line: JSONObject) {
    let bytes = JSONValue.object(line).bytes
    let mustStart = state.withLock { state in
      guard state.lines.count + bytes.count < Self.byteLimit else {
        state.lost += 1
        return false
      }
      state.lines += bytes
      state.lines.append(UInt8(ascii: "\n"))
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if mustStart { queue.async { self.drain() } }
  }

  /// Waits until all lines so far are out, but not for a reader that stands still.
  public func flush(withinMilliseconds limit: Int = 1_000) {
    let isOut = DispatchSemaphore(value: 0)
    queue.async { isOut.signal() }
    _ = isOut.wait(timeout: .now() + .milliseconds(limit))
  }

  private func drain() {
    while true {
      let (lines, lost) = state.withLock { state in
        defer { (state.lines, state.lost) = ([], 0) }
        if state.lines.isEmpty { state.isWriting = false }
        return (state.lines, state.lost)
      }
      if lines.isEmpty { return }
      put(lines)
      if lost > 0 {
        let note: JSONValue = ["event": "log lines lost", "count": .integer(Int64(lost))]
        put(note.bytes + [UInt8(ascii: "\n")])
      }
    }
  }

  private func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
