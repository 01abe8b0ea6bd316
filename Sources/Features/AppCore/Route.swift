import Domain
import Wire

/// A place in the app, as its path under the app's prefix names it.
public enum Route: Equatable, Sendable {
  case home, signIn, signUp, doctors, rooms, settings
  case room(ID<Room>)
  /// Looking for messages; nil: in all rooms.
  case search(ID<Room>?)
  /// No such place: the screen says so and shows the way home.
  case unknown(String)

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
    case (true, 2, "sign-in"): self = .signIn
    case (true, 2, "sign-up"): self = .signUp
    case (true, 2, "doctors"): self = .doctors
    case (true, 2, "chats"): self = .rooms
    case (true, 2, "settings"): self = .settings
    case (true, 2, "search"): self = .search(nil)
    case (true, 3, "search"):
      self = PercentEncoding.decode(segment: segments[2]).map { .search(ID($0)) } ?? .unknown(path)
    case (true, 3, "chats"): self = Self.room(segments[2]) ?? .unknown(path)
    default: self = .unknown(path)
    }
  }

  private static func room(_ segment: String) -> Route? {
    PercentEncoding.decode(segment: segment).map { .room(ID($0)) }
  }

  public func path(under basePath: String) -> String {
    switch self {
    case .home: basePath + "/"
    case .signIn: basePath + "/sign-in"
    case .signUp: basePath + "/sign-up"
    case .doctors: basePath + "/doctors"
    case .rooms: basePath + "/chats"
    case .settings: basePath + "/settings"
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
    case .signIn, .signUp, .unknown: .home
    case .home, .doctors, .rooms, .settings: nil
    }
  }

  var needsSession: Bool {
    switch self {
    case .doctors, .rooms, .room, .search: true
    case .home, .signIn, .signUp, .settings, .unknown: false
    }
  }

  /// Places of somebody who is not signed in.
  var isEntrance: Bool { self == .home || self == .signIn || self == .signUp }
}
