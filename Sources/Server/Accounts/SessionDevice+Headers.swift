import Storage
import Wire

extension SessionDevice {
  /// From what a request says: `X-Device-Name` (in percent-encoding where it is not ASCII) and `X-Platform` of our own
  /// apps, else what the `User-Agent` tells.
  public init(headers: HTTPHeaders) {
    let agent = headers["User-Agent"] ?? ""
    let name = headers["X-Device-Name"].map { PercentEncoding.decode(segment: $0) ?? $0 } ?? ""
    let platform = headers["X-Platform"] ?? ""
    self.init(
      name: name.isEmpty ? Self.name(agent) : name,
      platform: platform.isEmpty ? Self.platform(agent) : platform.lowercased())
  }

  /// Browser and system, as far as the usual texts tell; the more special ones first, since they name the others too.
  private static func name(_ agent: String) -> String {
    let browser = first(
      agent,
      [
        ("Whale/", "Whale"), ("Edg", "Edge"), ("SamsungBrowser/", "Samsung Internet"), ("OPR/", "Opera"),
        ("KAKAOTALK", "KakaoTalk"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"), ("Safari/", "Safari"),
      ])
    let system = first(
      agent,
      [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
      ])
    let parts = [browser, system].compactMap { $0 }
    // An app's own name: `EyeMon/3 CFNetwork/…`.
    return parts.isEmpty ? String(agent.prefix { $0 != "/" && $0 != " " }) : parts.joined(separator: " · ")
  }

  private static func platform(_ agent: String) -> String {
    if agent.hasPrefix("Mozilla/") { return "web" }
    return first(
      agent, [("CFNetwork", "ios"), ("Darwin", "ios"), ("okhttp", "android"), ("Dalvik", "android")]) ?? ""
  }

  private static func first(_ agent: String, _ table: [(part: String, name: String)]) -> String? {
    table.first { agent.contains($0.part) }?.name
  }
}
