import HTTPServer
import JSON
import Wire

/// One JSON line per request, and another where its answer breaks off; without query, headers or body: those hold
/// tokens, addresses and what people say.
struct RequestLog: Sendable {
  let sink: LogSink
  let level: LogLevel

  func note(
    _ request: ServerRequest, from host: String, status: Int, milliseconds: Double, now: Timestamp, error: (any Error)?
  ) {
    guard level == .all || (level == .errors && status >= 500) else { return }
    var line = head(request, now)
    line["status"] = .integer(Int64(status))
    line["ms"] = .number(JSONNumber(unchecked: Self.tenths(milliseconds)))
    write(line, host, error)
  }

  /// An answer that had begun when its maker failed: the peer sees that the connection ends too early, and no status
  /// tells why.
  func noteCut(_ request: ServerRequest, from host: String, now: Timestamp, error: any Error) {
    guard level != .none else { return }
    var line = head(request, now)
    line["cut"] = .bool(true)
    write(line, host, error)
  }

  private func head(_ request: ServerRequest, _ now: Timestamp) -> JSONObject {
    [
      "time": .string(now.iso8601), "id": .string(request.context.id.text),
      "method": .string(request.request.method.rawValue), "path": .string(String(request.request.path.prefix(256))),
    ]
  }

  private func write(_ begun: JSONObject, _ host: String, _ error: (any Error)?) {
    var line = begun
    line["peer"] = .string(host)
    if let error { line["error"] = .string(String(String(describing: error).prefix(500))) }
    sink.write(line)
  }

  /// `12.3`.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int64(max(0, min(value, 1e12)) * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
