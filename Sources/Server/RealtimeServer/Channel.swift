import JSON

/// A key under which members are reached: a room, a person, a login session. The caller of the server chooses what it
/// means; a member can be on several.
public struct Channel: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// A named event with its arguments.
public struct RealtimeEvent: Equatable, Sendable {
  public var name: String
  public var arguments: [JSONValue]

  public init(_ name: String, _ arguments: [JSONValue]) {
    self.name = name
    self.arguments = arguments
  }
}
