import CEvents
import Glibc

/// A regular file that stays open as long as somebody holds it; size and dates are those of the moment of opening.
public final class OpenFile: Sendable {
  let descriptor: Int32
  public let size: Int64
  /// Nanoseconds since 1970.
  public let modified: Int64
  /// The file's number on its device: a replaced file has another one.
  public let number: UInt64

  /// Opens for reading; refuses what is no regular file, and never blocks on a pipe.
  public init(path: String) throws(SocketError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .openFile(code: errno) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      cevents_close(descriptor)
      throw .notAFile
    }
    self.descriptor = descriptor
    size = Int64(info.st_size)
    modified = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
    number = UInt64(info.st_ino)
  }

  deinit {
    cevents_close(descriptor)
  }
}

/// A run of bytes of an open file, sent without passing through this process (sendfile).
public struct FileRegion: Sendable {
  public let file: OpenFile
  public let offset: Int64
  public let count: Int64

  public init(_ file: OpenFile) {
    self.init(file, offset: 0, count: file.size)
  }

  /// What lies outside the file is cut off.
  public init(_ file: OpenFile, offset: Int64, count: Int64) {
    self.file = file
    self.offset = min(max(offset, 0), file.size)
    self.count = min(max(count, 0), file.size - self.offset)
  }
}
