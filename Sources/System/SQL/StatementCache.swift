/// Prepared statements by their text, the least recently used given up first. Inlinable: a database looks into it for
/// each statement, and knows the types.
public struct StatementCache<Key: Hashable, Value> {
  @usableFromInline var entries: [Key: (value: Value, usedAt: Int)] = [:]
  @usableFromInline var clock = 0
  public let limit: Int

  @inlinable
  public init(limit: Int) {
    self.limit = limit
  }

  @inlinable public var count: Int { entries.count }
  @inlinable public var all: [(key: Key, value: Value)] { entries.map { ($0.key, $0.value.value) } }

  @inlinable
  public mutating func find(_ key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[index].usedAt = clock
    return entries.values[index].value
  }

  /// - Parameter isBusy: what must stay, whatever the limit says.
  /// - Returns: what was given up for it.
  @inlinable
  public mutating func insert(_ value: Value, for key: Key, isBusy: (Value) -> Bool = { _ in false }) -> Value? {
    clock += 1
    entries[key] = (value, clock)
    guard entries.count > limit else { return nil }
    let free = entries.filter { $0.key != key && !isBusy($0.value.value) }
    guard let oldest = free.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return nil }
    entries[oldest.key] = nil
    return oldest.value.value
  }

  @inlinable
  public mutating func remove(_ key: Key) { entries[key] = nil }
}
