import Wire

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

extension [RecordWrite] {
  /// Records of a range as they are once these changes, which a store does not have yet, are in it.
  public func applied(to stored: [StoredRecord], in range: RecordRange) -> [StoredRecord] {
    var records = stored
    for write in self {
      if write.value == nil && write.key.utf8.last == UInt8(ascii: "/") {
        records.removeAll { $0.key.utf8.starts(with: write.key.utf8) }
        continue
      }
      records.removeAll { $0.key == write.key }
      guard let value = write.value, write.key >= range.from, write.key <= range.through else { continue }
      records.append(StoredRecord(key: write.key, value: value))
    }
    return records.ordered { $0.key < $1.key }
  }
}
