import Domain
import Wire

/// A place in the app, as its path under the app's prefix names it.
public enum Route: Equatable, Sendable {
  case home, doctors, rooms
  case room(ID<Room>)
  /// Looking for messages; nil: in all rooms.
  case search(ID<Room>?)
  /// A place that the annex draws: its path below the prefix, without the slash before it.
  case annex(String)
  /// No such place: the screen says so and shows the way home.
  case unknown(String)

  public static let signIn = Route.annex("sign-in")
  public static let signUp = Route.annex("sign-up")
  public static let settings = Route.annex("settings")
  public static let me = Route.annex("me")
  static let consents = Route.annex("me/consents")

  /// What the first segment of an annex's place is. Each stands for all places below it as well.
  private static let annexes = [
    "sign-in", "sign-up", "settings", "me", "doctors", "reservations", "orders", "waiting", "payments", "schedule",
  ]

  /// - Parameter path: raw path of the page, prefix and all; a query is cut off.
  public init(path: String, under basePath: String) {
    var bytes = path.utf8[...]
    if let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      bytes = bytes[..<end]
    }
    let segments = bytes.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let isOurs = bytes.starts(with: basePath.utf8) && segments.first == String(basePath.dropFirst())
    switch (isOurs, segments.count, segments.count > 1 ? segments[1] : "") {
    case (true, 1, _): self = .home
    case (true, 2, "doctors"): self = .doctors
    case (true, 2, "chats"): self = .rooms
    case (true, 2, "search"): self = .search(nil)
    case (true, 3, "search"):
      self = PercentEncoding.decode(segment: segments[2]).map { .search(ID($0)) } ?? .unknown(path)
    case (true, 3, "chats"): self = Self.room(segments[2]) ?? .unknown(path)
    case (true, 2..., let first) where Self.annexes.contains(first):
      self = .annex(segments.dropFirst().joined(separator: "/"))
    default: self = .unknown(path)
    }
  }

  private static func room(_ segment: String) -> Route? {
    PercentEncoding.decode(segment: segment).map { .room(ID($0)) }
  }

  public func path(under basePath: String) -> String {
    switch self {
    case .home: basePath + "/"
    case .doctors: basePath + "/doctors"
    case .rooms: basePath + "/chats"
    case .annex(let path): basePath + "/" + path
    case .room(let id): basePath + "/chats/" + PercentEncoding.encode(segment: id.text)
    case .search(let room): basePath + "/search" + (room.map { "/" + PercentEncoding.encode(segment: $0.text) } ?? "")
    case .unknown(let path): path
    }
  }

  /// Where the back button of the screen's header leads when there is nowhere to go back to.
  var parent: Route? {
    switch self {
    case .room, .search(nil): .rooms
    case .search(let room?): .room(room)
    case .annex(let path): Self.above(path)
    case .unknown: .home
    case .home, .doctors, .rooms: nil
    }
  }

  private static func above(_ path: String) -> Route {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .home }
    let above = String(Substring(bytes[..<slash]))
    return above == "doctors" ? .doctors : .annex(above)
  }

  var needsSession: Bool {
    switch self {
    case .doctors, .rooms, .room, .search: true
    case .annex: !isEntrance && self != .settings
    case .home, .unknown: false
    }
  }

  /// Places of somebody who is not signed in.
  var isEntrance: Bool { self == .home || isBelow("sign-in") || isBelow("sign-up") }

  /// Whether it is the annex's place of this name, or one below it.
  func isBelow(_ name: String) -> Bool {
    guard case .annex(let path) = self, path.utf8.starts(with: name.utf8) else { return false }
    return path.utf8.count == name.utf8.count || path.utf8.dropFirst(name.utf8.count).first == UInt8(ascii: "/")
  }
}
