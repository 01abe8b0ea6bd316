import Foundation
import Synchronization
import Wire

/// Counts what the server does, and prints it in the text format of Prometheus.
final class Metrics: Sendable {
  private struct State {
    var statuses: [Int: Int] = [:]
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var seconds = 0.0
    var messages = 0
  }

  /// Seconds. A long poll waits by design, hence the long tail.
  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 30]
  private let state = Mutex(State())
  let startedAt = MaruServer.systemClock()

  func countRequest(status: Int, seconds: Double) {
    state.withLock { state in
      state.statuses[status, default: 0] += 1
      state.seconds += seconds
      state.buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    }
  }

  func countMessage() { state.withLock { $0.messages += 1 } }

  struct Gauges {
    var connections = 0
    var refusals = 0
    var realtimeSessions = 0
    var sheds = 0
    var lagMilliseconds: Int64 = 0
    var commits = 0
    var openJobs: Int64 = 0
    var deadJobs: Int64 = 0
  }

  func text(_ gauges: Gauges) -> String {
    let state = state.withLock { state in (state.statuses, state.buckets, state.seconds, state.messages) }
    let (statuses, buckets, seconds, messages) = state
    var text = Self.metric("maru_build_info", "gauge", "The running version.", "{version=\"\(Version.text)\"} 1")
    text += Self.metric(
      "maru_start_time_seconds", "gauge", "When the process started.", " \(startedAt.milliseconds / 1_000)")
    text += Self.metric(
      "process_resident_memory_bytes", "gauge", "Memory in use.", " \(Self.residentBytes())")
    text += Self.metric("maru_http_connections", "gauge", "Open connections.", " \(gauges.connections)")
    text += Self.metric("maru_http_refusals_total", "counter", "What was no request.", " \(gauges.refusals)")
    text += Self.metric("maru_realtime_sessions", "gauge", "Open realtime sessions.", " \(gauges.realtimeSessions)")
    text += Self.metric("maru_shed_total", "counter", "Turned away as too much.", " \(gauges.sheds)")
    text += Self.metric("maru_loop_lag_milliseconds", "gauge", "How late the loops are.", " \(gauges.lagMilliseconds)")
    text += Self.metric("maru_messages_total", "counter", "Messages sent.", " \(messages)")
    text += Self.metric("maru_jobs_open", "gauge", "Jobs that wait or run.", " \(gauges.openJobs)")
    text += Self.metric("maru_jobs_dead", "gauge", "Jobs that failed for good.", " \(gauges.deadJobs)")
    text += Self.metric("maru_database_commits_total", "counter", "Transactions written.", " \(gauges.commits)")
    text += Self.head("maru_http_requests_total", "counter", "Answers by status.")
    for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
      text += "maru_http_requests_total{status=\"\(status)\"} \(count)\n"
    }
    text += Self.head("maru_http_request_seconds", "histogram", "Time from head to answer.")
    var sum = 0
    for (index, count) in buckets.enumerated() {
      sum += count
      let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
      text += "maru_http_request_seconds_bucket{le=\"\(bound)\"} \(sum)\n"
    }
    return text + "maru_http_request_seconds_sum \(seconds)\nmaru_http_request_seconds_count \(sum)\n"
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private static func metric(_ name: String, _ type: String, _ help: String, _ sample: String) -> String {
    head(name, type, help) + name + sample + "\n"
  }

  /// The second field of /proc/self/statm, in pages; 0 where there is none.
  private static func residentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }
}
