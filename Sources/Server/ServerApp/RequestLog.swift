import HTTPServer
import JSON
import Wire

/// One JSON line per request, without query, headers or body: those hold tokens, addresses and what people say.
struct RequestLog: Sendable {
  let sink: LogSink
  let level: LogLevel

  func note(
    _ request: ServerRequest, from host: String, status: Int, milliseconds: Double, now: Timestamp, error: (any Error)?
  ) {
    guard level == .all || (level == .errors && status >= 500) else { return }
    var line: JSONObject = [
      "time": .string(now.iso8601), "id": .string(request.context.id.text),
      "method": .string(request.request.method.rawValue), "path": .string(String(request.request.path.prefix(256))),
      "status": .integer(Int64(status)), "ms": .number(JSONNumber(unchecked: Self.tenths(milliseconds))),
      "peer": .string(host),
    ]
    if let error { line["error"] = .string(String(String(describing: error).prefix(500))) }
    sink.write(line)
  }

  /// `12.3`.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int64(max(0, min(value, 1e12)) * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
