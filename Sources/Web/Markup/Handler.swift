/// What happens on an event, as a value. Closures only turn what the person did into an action; nil sends nothing.
public enum Handler<Action> {
  case send(Action)
  case text((String) -> Action)
  case checked((Bool) -> Action)
  case scroll((ScrollPosition) -> Action?)
  case key((Key) -> Action?)
  case composer(text: (String) -> Action, send: Action)
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
