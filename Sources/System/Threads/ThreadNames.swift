import CThreads
import Foundation

/// Names the calling thread, from inside: a new one starts under the name of its maker. The kernel keeps 15 bytes.
///
/// `Thread.current.name` does nothing where Foundation does not know its own thread yet.
public func nameCurrentThread(_ name: String) { cthreads_name(name) }

extension Thread {
  /// A thread that `top` and debuggers show under a name. It begins with `start()`.
  public static func named(_ name: String, _ body: sending @escaping () -> Void) -> Thread {
    nonisolated(unsafe) let body = body
    return Thread {
      nameCurrentThread(name)
      body()
    }
  }
}
