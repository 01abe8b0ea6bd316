import Wire

/// Which web pages may talk to the realtime server. Programs that are no browsers send no `Origin` or their own
/// address, and pass.
struct OriginPolicy {
  let allowed: [String]

  func admits(_ headers: HTTPHeaders) -> Bool {
    guard let origin = headers["Origin"] else { return true }
    // A page cannot forge this one, and it holds behind a proxy that changes the host.
    if headers["Sec-Fetch-Site"] == "same-origin" { return true }
    if isAllowed(origin) { return true }
    guard let host = headers["Host"] else { return false }
    return asciiEqualIgnoringCase(Self.authority(origin), Self.authority(host))
  }

  /// None for pages of our own origin, which need none; never a wildcard.
  func answerHeaders(_ headers: HTTPHeaders) -> HTTPHeaders {
    guard let origin = headers["Origin"], isAllowed(origin) else { return [:] }
    return ["Access-Control-Allow-Origin": origin, "Vary": "Origin"]
  }

  private func isAllowed(_ origin: String) -> Bool {
    allowed.contains { asciiEqualIgnoringCase($0, origin) }
  }

  /// Host and port, without the ports that the schemes imply.
  private static func authority(_ text: String) -> String {
    var rest = text[...]
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
      rest = rest[rest.index(colon, offsetBy: 3)...]
    }
    for port in [":80", ":443"] where rest.hasSuffix(port) { rest = rest.dropLast(port.utf8.count) }
    return String(rest)
  }
}
