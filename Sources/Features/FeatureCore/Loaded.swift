/// What a screen has of something that the server keeps.
public enum Loaded<Value: Equatable & Sendable>: Equatable, Sendable {
  case loading
  case value(Value)
  /// The way on is to try again.
  case failed

  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
