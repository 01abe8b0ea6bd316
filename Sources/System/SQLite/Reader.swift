/// Runs reads one after the other, each in a transaction of its own so that it sees one state of the data.
final class Reader {
  private let connection: Connection
  private let queue: JobQueue<Job>

  init(connection: Connection, queue: JobQueue<Job>) {
    self.connection = connection
    self.queue = queue
  }

  func runUntilClosed() {
    while let job = queue.take(atMost: 1).first {
      guard job.begin() else {
        job.finish(CancellationError())
        continue
      }
      do {
        try connection.execute("BEGIN")
        defer { _ = try? connection.execute("ROLLBACK") }
        try job.run(connection)
        job.finish(nil)
      } catch {
        job.finish(error)
      }
    }
  }
}
