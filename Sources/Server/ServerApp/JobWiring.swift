import JSON
import Jobs
import Storage

extension MaruServer {
  /// One log line for each try that failed.
  static func jobReport(
    _ sink: LogSink, _ level: LogLevel
  ) -> @Sendable (JobRow, JobFailure, Bool) -> Void {
    { job, failure, isLast in
      guard level != .none else { return }
      sink.write([
        "event": "job failed", "job": .integer(job.id.value), "kind": .string(job.kind.rawValue),
        "attempt": .integer(job.attempts), "is_last": .bool(isLast), "fault": .string(failure.text),
      ])
    }
  }
}
