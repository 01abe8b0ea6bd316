import JSON
import Jobs
import Storage
import Wire

extension MaruServer {
  static func jobRunner(
    _ settings: ServerSettings, _ store: DataStore, _ sink: LogSink, _ clock: @escaping @Sendable () -> Timestamp
  ) -> JobRunner {
    JobRunner(
      store: store, settings: settings.jobs, clock: clock, report: jobReport(sink, settings.logging))
  }

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
