import Foundation
import Sockets
import Synchronization

/// The socket file of the data folder, through which `maru admin` reaches the running server.
final class AdminSocket: Sendable {
  static func path(in folder: String) -> String { folder + "/admin.sock" }

  private let server: UnixLineServer

  /// - Parameter loop: where answers are made, while the thread of the socket waits.
  init(folder: String, desk: AdminDesk, loop: EventLoop) throws(StartError) {
    let path = Self.path(in: folder)
    do {
      server = try UnixLineServer(path: path) { line in
        let done = DispatchSemaphore(value: 0)
        let answer = Mutex<[UInt8]>([])
        Task(executorPreference: loop) {
          let bytes = await desk.answer(line)
          answer.withLock { $0 = bytes }
          done.signal()
        }
        done.wait()
        return answer.withLock { $0 }
      }
    } catch .listen(let code) {
      throw .cannotListen(path, code: code)
    } catch {
      throw .cannotListen(path, code: EINVAL)
    }
  }

  func close() { server.close() }
}
