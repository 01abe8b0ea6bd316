import Crypto
import Synchronization
import Wire

/// A file on its way to the disk, sealed from its first byte on. Gone with its last owner unless it is kept.
final class IncomingFile: Sendable {
  private struct State {
    let writer: SealedWriter
    var prefix: [UInt8] = []
    var count: Int64 = 0
  }

  let title: String
  let key: FileKey
  let path: String
  private let state: Mutex<State>

  /// - Parameter key: of the file that it becomes.
  init(title: String, key: FileKey, path: String) throws(SealingError) {
    self.title = title
    self.key = key
    self.path = path
    state = Mutex(State(writer: try SealedWriter(path: path, key: key)))
  }

  deinit { state.withLock { $0.writer.discard() } }

  var count: Int64 { state.withLock { $0.count } }

  func write(_ bytes: ArraySlice<UInt8>) throws(SealingError) {
    try state.withLock { (state) throws(SealingError) in
      if state.prefix.count < FileSignature.prefixBytes {
        state.prefix += bytes.prefix(FileSignature.prefixBytes - state.prefix.count)
      }
      try state.writer.write(bytes)
      state.count += Int64(bytes.count)
    }
  }

  /// Ends it; what it is, by its first bytes.
  func finish() throws(SealingError) -> FileSignature {
    try state.withLock { (state) throws(SealingError) in
      try state.writer.finish()
      return FileSignature(state.prefix, isWhole: state.count == Int64(state.prefix.count))
    }
  }
}
