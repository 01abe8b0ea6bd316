/// A change of the device's own store; nil deletes the record. A key that ends in `/` deletes all that begin so.
public struct RecordWrite: Equatable, Sendable {
  public var key: String
  public var value: String?

  public init(key: String, value: String?) {
    self.key = key
    self.value = value
  }
}

/// A record as it was read.
public struct StoredRecord: Equatable, Sendable {
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// All records from one key through another one, both included, in the order of keys (of their bytes).
public struct RecordRange: Hashable, Sendable {
  public var from: String
  public var through: String

  public init(from: String, through: String) {
    self.from = from
    self.through = through
  }
}
