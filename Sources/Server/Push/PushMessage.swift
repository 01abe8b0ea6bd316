import JSON

/// What appears on a device, and where a tap leads.
public struct PushMessage: Equatable, Sendable {
  public var title: String
  public var subtitle: String
  public var body: String
  /// The room that it is about, as the wire names it.
  public var room: String?
  /// A later push with the same text takes the place of this one. At most 32 characters of base64url.
  public var topic: String
  /// A path below the app's own; empty: the app itself.
  public var target: String

  public init(
    title: String, subtitle: String = "", body: String, room: String? = nil, topic: String, target: String = ""
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.room = room
    self.topic = topic
    self.target = target
  }

  /// So that every push service takes it: their limit is 4 KiB in all.
  static let bodyBytes = 1_000
  static let titleBytes = 200

  var cut: PushMessage {
    var cut = self
    cut.title = Self.cut(title, to: Self.titleBytes)
    cut.subtitle = Self.cut(subtitle, to: Self.titleBytes)
    cut.body = Self.cut(body, to: Self.bodyBytes)
    return cut
  }

  /// Whole characters, and a sign that there is more.
  static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var count = 3
    var end = text.startIndex
    for index in text.indices {
      count += text[index].utf8.count
      if count > limit { break }
      end = text.index(after: index)
    }
    return text[..<end] + "…"
  }
}

/// Why a push did not go out.
public enum PushFailure: Error, Equatable, Sendable {
  /// The device is not there any more: its token is of no use.
  case gone
  /// A later try may go well; not before so many milliseconds, where the service said so.
  case again(String, afterMilliseconds: Int64? = nil)
  case never(String)
}
