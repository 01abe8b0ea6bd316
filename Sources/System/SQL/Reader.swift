/// Runs reads one after the other.
final class Reader {
  private let session: any SQLSession
  private let queue: JobQueue<Job>

  init(session: any SQLSession, queue: JobQueue<Job>) {
    self.session = session
    self.queue = queue
  }

  func runUntilClosed() {
    while let job = queue.take(atMost: 1).first {
      guard job.begin() else {
        job.finish(CancellationError())
        continue
      }
      do {
        try session.look(job.run)
        job.finish(nil)
      } catch {
        job.finish(error)
      }
    }
  }
}
