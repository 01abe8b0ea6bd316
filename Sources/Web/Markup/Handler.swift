/// What happens on an event, as a value. Closures only turn what the person did into an action; nil sends nothing.
public enum Handler<Action> {
  case send(Action)
  case text((String) -> Action)
  case checked((Bool) -> Action)
  case scroll((ScrollPosition) -> Action?)
  case key((Key) -> Action?)
  case composer(text: (String) -> Action, send: Action)
  case files(([BroughtFile]) -> Action)
}

/// A file that the person chose, dropped or pasted. Its bytes stay with the scripts, under its id.
public struct BroughtFile: Equatable, Sendable {
  public var id: String
  public var name: String
  /// The media type that the browser guesses; may be empty.
  public var type: String
  public var size: Int64
  /// Of an upright picture that the browser can show, else 0.
  public var width: Int
  public var height: Int

  public init(id: String, name: String, type: String, size: Int64, width: Int = 0, height: Int = 0) {
    self.id = id
    self.name = name
    self.type = type
    self.size = size
    self.width = width
    self.height = height
  }
}

/// Where a scrolling element stands, in CSS pixels.
public struct ScrollPosition: Equatable, Sendable {
  public var fromTop: Int
  public var fromEnd: Int
  public var height: Int

  public init(fromTop: Int, fromEnd: Int, height: Int) {
    self.fromTop = fromTop
    self.fromEnd = fromEnd
    self.height = height
  }
}

/// Keys that mean something outside a text. An action for one of them replaces what the browser would do.
public enum Key: UInt8, CaseIterable, Sendable {
  case escape, enter, space, up, down, left, right, home, end, pageUp, pageDown, tab, delete
}

public struct Listener<Action> {
  public let event: EventName
  public let handler: Handler<Action>
}
