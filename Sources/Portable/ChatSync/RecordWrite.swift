/// A change of the browser's own store; nil deletes the record.
public struct RecordWrite: Equatable, Sendable {
  public var key: String
  public var value: String?

  public init(key: String, value: String?) {
    self.key = key
    self.value = value
  }
}
