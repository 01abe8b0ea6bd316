/// What was used last stays; together the entries hold no more bytes than the limit. Confined to its owner.
struct ByteCache<Value> {
  private struct Entry {
    var value: Value
    var bytes: Int
    var use: Int
  }

  let limit: Int
  private(set) var bytes = 0
  private var entries: [String: Entry] = [:]
  private var uses = 0

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { entries.count }
  var keys: [String] { Array(entries.keys) }

  /// Reading is a use.
  mutating func value(_ key: String) -> Value? {
    guard var entry = entries[key] else { return nil }
    uses += 1
    entry.use = uses
    entries[key] = entry
    return entry.value
  }

  /// - Returns: the keys that had to go; the key itself where it alone is too large.
  mutating func set(_ key: String, _ value: Value, bytes size: Int) -> [String] {
    remove(key)
    guard size <= limit else { return [key] }
    uses += 1
    entries[key] = Entry(value: value, bytes: size, use: uses)
    bytes += size
    guard bytes > limit else { return [] }
    // Down to nine tenths, so that not every new entry sorts all of them.
    var gone: [String] = []
    for (old, entry) in entries.sorted(by: { $0.value.use < $1.value.use }) where bytes > limit - limit / 10 {
      guard old != key else { continue }
      entries[old] = nil
      bytes -= entry.bytes
      gone.append(old)
    }
    return gone
  }

  mutating func remove(_ key: String) {
    if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
  }

  mutating func removeAll() {
    entries = [:]
    bytes = 0
  }
}
