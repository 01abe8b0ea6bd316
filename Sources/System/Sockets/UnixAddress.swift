import Glibc

/// The address of a socket that is a file, however long its path: the system knows 107 bytes, so a longer one is
/// reached through its folder.
struct UnixAddress: ~Copyable {
  private var raw = sockaddr_un()
  private let folder: Int32

  init(_ path: String) throws(SocketError) {
    let capacity = MemoryLayout.size(ofValue: raw.sun_path) - 1
    var bytes = Array(path.utf8)
    var folder: Int32 = -1
    if bytes.count > capacity, let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
      folder = open(String(decoding: bytes[..<slash], as: UTF8.self), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw .listen(code: errno) }
      bytes = Array("/proc/self/fd/\(folder)".utf8) + bytes[slash...]
    }
    guard bytes.count <= capacity, !bytes.contains(0) else {
      if folder >= 0 { Glibc.close(folder) }
      throw .badAddress
    }
    self.folder = folder
    raw.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &raw.sun_path) { $0.copyBytes(from: bytes) }
  }

  deinit { if folder >= 0 { Glibc.close(folder) } }

  /// Hands the address to `bind` or `connect`; 0 or `errno`.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: raw) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
      }
    }
  }
}
