import HTTPServer
import JSON
import RealtimeServer
import Sockets
import Storage
import Wire

/// What only the operator's own machine may see.
struct AdminPage: Sendable {
  let metrics: Metrics
  let server: HTTPServer
  let realtime: RealtimeServer
  let store: DataStore
  let admission: Admission
  let fileArea: FileArea

  func figures() async -> [(name: String, value: JSONValue)] {
    // What holds back whoever decodes strangers' pictures is known with the first picture.
    let missing = fileArea.missingConfinement.map { $0.isEmpty ? "nothing" : $0.joined(separator: " ") }
    return [
      ("version", .string(Version.text)), ("started_at", .string(metrics.startedAt.iso8601)),
      ("address", .string(server.address.text)), ("connections", .integer(Int64(server.openConnectionCount))),
      ("realtime_sessions", .integer(Int64(await realtime.sessionCount()))),
      ("requests", .integer(Int64(server.requestCount))), ("commits", .integer(Int64(store.commitCount))),
      ("workers_lack", .string(missing ?? "not known yet")),
    ]
  }

  func answer(_ request: ServerRequest) async -> ServerResponse {
    guard request.request.path == "/metrics" else { return .plain(404, "only /metrics is here\n") }
    var gauges = Metrics.Gauges()
    gauges.connections = server.openConnectionCount
    gauges.refusals = server.refusalCount
    gauges.commits = store.commitCount
    gauges.sheds = admission.sheds
    gauges.lagMilliseconds = admission.lagMilliseconds
    gauges.realtimeSessions = await realtime.sessionCount()
    // Without the data these stay 0; `/readyz` says what is wrong.
    if let jobs = try? await store.read({ (try $0.jobs.count(.open), try $0.jobs.count(.dead)) }) {
      (gauges.openJobs, gauges.deadJobs) = jobs
    }
    var response = ServerResponse.plain(200, metrics.text(gauges))
    response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    return response
  }
}
