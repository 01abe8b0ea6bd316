import JSON

/// What a server says in its open packet. Times are milliseconds, sizes bytes.
public struct EngineHandshake: Equatable, Sendable {
  public var sid: String
  public var upgrades: [String]
  public var pingInterval: Int64
  public var pingTimeout: Int64
  public var maxPayload: Int64

  public init(sid: String, upgrades: [String], pingInterval: Int64, pingTimeout: Int64, maxPayload: Int64) {
    self.sid = sid
    self.upgrades = upgrades
    self.pingInterval = pingInterval
    self.pingTimeout = pingTimeout
    self.maxPayload = maxPayload
  }

  /// nil where a member that a client needs is missing or out of range.
  public init?(_ json: JSONValue) {
    guard let sid = json.string(at: "sid"), let interval = json.int64(at: "pingInterval"),
      let timeout = json.int64(at: "pingTimeout"), Self.duration ~= interval, Self.duration ~= timeout
    else { return nil }
    self.sid = sid
    upgrades = (json.array(at: "upgrades") ?? []).compactMap { $0.string }
    pingInterval = interval
    pingTimeout = timeout
    maxPayload = json.int64(at: "maxPayload") ?? 0
  }

  public var json: JSONValue {
    [
      "sid": .string(sid), "upgrades": .array(upgrades.map { .string($0) }), "pingInterval": .integer(pingInterval),
      "pingTimeout": .integer(pingTimeout), "maxPayload": .integer(maxPayload),
    ]
  }

  /// Up to an hour: an absurd number must not overflow a sum or keep a dead link for ever.
  private static var duration: ClosedRange<Int64> { 1...3_600_000 }
}
