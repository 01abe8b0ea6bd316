import JSON

/// What the server hears of the person: `active`, renewed while they look at the app (the server forgets after 60 s),
/// and `typing`, renewed while they go on (the server forgets after 5 s).
struct ActivityReports: Equatable, Sendable {
  enum Wish: Equatable, Sendable {
    case emit(String, JSONValue)
    case startTimer(RealtimeMachine.Timer, Int64)
    case cancelTimer(RealtimeMachine.Timer)
  }

  static let activeEvery: Int64 = 25_000
  static let typingEvery: Int64 = 3_000

  private var isVisible = true
  /// The room where they type, and whether they did since it was last told.
  private var room: String?
  private var hasGoneOn = false

  mutating func begin() -> [Wish] {
    isVisible ? renew() : []
  }

  mutating func see(_ isVisible: Bool) -> [Wish] {
    guard isVisible != self.isVisible else { return [] }
    self.isVisible = isVisible
    return isVisible ? renew() : [Self.active(false), .cancelTimer(.active)]
  }

  mutating func type(_ room: String, _ isTyping: Bool) -> [Wish] {
    guard isTyping else {
      guard room == self.room else { return [] }
      self.room = nil
      return [Self.typing(room, false), .cancelTimer(.typing)]
    }
    if room == self.room {
      hasGoneOn = true
      return []
    }
    var wishes: [Wish] = []
    if let other = self.room { wishes.append(Self.typing(other, false)) }
    self.room = room
    hasGoneOn = false
    return wishes + [Self.typing(room, true), .startTimer(.typing, Self.typingEvery)]
  }

  mutating func forgetTyping() {
    room = nil
  }

  mutating func fire(_ timer: RealtimeMachine.Timer) -> [Wish] {
    if timer == .active { return isVisible ? renew() : [] }
    guard let room else { return [] }
    guard hasGoneOn else {
      // The server's lease runs out by itself.
      self.room = nil
      return []
    }
    hasGoneOn = false
    return [Self.typing(room, true), .startTimer(.typing, Self.typingEvery)]
  }

  private func renew() -> [Wish] { [Self.active(true), .startTimer(.active, Self.activeEvery)] }

  private static func active(_ on: Bool) -> Wish { .emit("active", ["on": .bool(on)]) }

  private static func typing(_ room: String, _ on: Bool) -> Wish {
    .emit("typing", ["room_id": .string(room), "on": .bool(on)])
  }
}
