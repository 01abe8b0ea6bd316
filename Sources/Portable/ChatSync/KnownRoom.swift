import JSON

/// What a device's records of a room are worth.
struct KnownRoom: Equatable, Sendable {
  /// All records of messages are as they were at this version of the room, or newer.
  var version: Int64
  var newestSeq: Int64
  /// Messages that went, which records may still quote.
  var gone: [Int64]

  init(version: Int64, newestSeq: Int64, gone: [Int64]) {
    self.version = version
    self.newestSeq = newestSeq
    self.gone = gone
  }

  init?(_ text: String) {
    guard let json = JSONValue.parsed(text), let version = json.int64(at: "version"),
      let newest = json.int64(at: "newest"), (0...MessageLog.highestSeq).contains(version),
      (0...MessageLog.highestSeq).contains(newest)
    else { return nil }
    self.init(version: version, newestSeq: newest, gone: json.array(at: "gone")?.compactMap { $0.int64 } ?? [])
  }

  var text: String {
    let json: JSONObject = [
      "version": .integer(version), "newest": .integer(newestSeq), "gone": .array(gone.map { .integer($0) }),
    ]
    return JSONValue.object(json).text
  }
}
