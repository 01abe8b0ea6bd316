import Wire

/// What the conditional fields of a request say about a representation (RFC 9110 section 13).
struct Conditions {
  enum Verdict: Equatable {
    /// Answer; with the range that was asked for, or without.
    case answer(mayBePart: Bool)
    /// 304
    case notModified
    /// 412
    case failed
  }

  /// With its quotation marks; strong.
  let tag: String
  /// To whole seconds, as it stands in `Last-Modified`.
  let modified: Timestamp

  init(tag: String, modified: Timestamp) {
    self.tag = tag
    self.modified = Timestamp(milliseconds: modified.milliseconds / 1_000 * 1_000)
  }

  /// In the order of section 13.2.2.
  func judge(_ request: HTTPRequest) -> Verdict {
    let fields = request.headers
    let isLooking = request.method == .get || request.method == .head
    let wanted = fields.values("If-Match")
    if !wanted.isEmpty {
      guard names(wanted, isStrong: true) else { return .failed }
    } else if let date = fields["If-Unmodified-Since"].flatMap(HTTPDate.read), modified > date {
      return .failed
    }
    let known = fields.values("If-None-Match")
    if !known.isEmpty {
      if names(known, isStrong: false) { return isLooking ? .notModified : .failed }
    } else if isLooking, let date = fields["If-Modified-Since"].flatMap(HTTPDate.read), modified <= date {
      return .notModified
    }
    return .answer(mayBePart: request.method == .get && permitsPart(fields["If-Range"]))
  }

  /// Section 13.1.5: a part only of what the client has the rest of. A date must be the exact one.
  private func permitsPart(_ condition: String?) -> Bool {
    guard let condition else { return true }
    if condition.utf8.first == UInt8(ascii: "\"") { return condition == tag }
    return HTTPDate.read(condition) == modified
  }

  /// Whether a list of tags names ours. Weak tags are equal to strong ones only where the comparison is weak.
  private func names(_ fields: [String], isStrong: Bool) -> Bool {
    fields.contains { field in
      var rest = Array(field.utf8)[...]
      while true {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }
        if rest.first == UInt8(ascii: "*") { return true }
        let isWeak = rest.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")])
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
        else { return false }
        if rest[...end].elementsEqual(tag.utf8), !(isWeak && isStrong) { return true }
        rest = rest[(end + 1)...]
      }
    }
  }
}
