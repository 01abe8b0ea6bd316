import Foundation
import Synchronization

final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  @discardableResult
  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Stands between a client and the server, and cuts the connection at the next COMMIT.
final class CommitProxy: Sendable {
  enum Cut: Sendable {
    /// The server never sees it.
    case beforeCommit
    /// The server has answered; the client does not hear it.
    case afterCommit
  }

  struct Failed: Error {}

  let url: String
  private let folder: String
  private let target: String
  private let listener: Int32
  private let plan = Mutex<Cut?>(nil)
  private let cuts = Counter()

  var cutCount: Int { cuts.count }

  /// - Parameter url: `postgres://person@/name?host=FOLDER`.
  init(to url: String) throws {
    guard let range = url.range(of: "?host=") else { throw Failed() }
    target = url[range.upperBound...] + "/.s.PGSQL.5432"
    folder = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.url = url[..<range.upperBound] + folder
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = Self.with(address: folder + "/.s.PGSQL.5432") { [listener] in bind(listener, $0, $1) } == 0
    guard isBound, listen(listener, 16) == 0 else { throw Failed() }
    Thread { [listener, self] in
      while case let client = accept(listener, nil, nil), client >= 0 { self.serve(client) }
    }.start()
  }

  func cut(_ cut: Cut) { plan.withLock { $0 = cut } }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.with(address: target, { connect(server, $0, $1) }) == 0 else { return }
    let deaf = Counter()
    Thread {
      while let bytes = Self.read(server) {
        if deaf.count > 0 {
          // The server has done what it was asked, and the client will never know.
          self.cuts.next()
          break
        }
        Self.write(bytes, to: client)
      }
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }.start()
    Thread {
      while let bytes = Self.read(client) {
        if bytes.contains(Array("COMMIT".utf8)), let cut = self.plan.withLock({ $0.take() }) {
          if cut == .beforeCommit {
            self.cuts.next()
            break
          }
          deaf.next()
        }
        Self.write(bytes, to: server)
      }
      shutdown(server, Int32(SHUT_RDWR))
      shutdown(client, Int32(SHUT_RDWR))
    }.start()
  }

  private static func read(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  private static func write(_ bytes: [UInt8], to socket: Int32) {
    var start = 0
    while start < bytes.count {
      let count = send(socket, Array(bytes[start...]), bytes.count - start, Int32(MSG_NOSIGNAL))
      if count <= 0 { return }
      start += count
    }
  }

  private static func with(address path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
