import ChatSync

/// What a device keeps, and its clock. The tabs of one browser share them; one of the tabs holds the lock and sends.
final class DeviceStore {
  /// Survives the end of the app.
  var records: [String: String] = [:]
  /// May step.
  var clock: Int64 = 1_767_571_200_000
  /// The devices (tabs) that have this store.
  var tabs: [Int] = []
  /// The tab that holds the lock.
  var writer: Int?
  /// Tabs that want the lock.
  var waiting: [Int] = []
  /// Tabs that were told that another has written to an outbox.
  var news: Set<Int> = []

  func write(_ writes: [RecordWrite]) {
    for write in writes {
      if write.value == nil, write.key.hasSuffix("/") {
        for key in records.keys where key.hasPrefix(write.key) { records[key] = nil }
      } else {
        records[write.key] = write.value
      }
    }
  }

  /// The end of a tab frees its lock.
  func leave(_ tab: Int) {
    if writer == tab { writer = nil }
    waiting.removeAll { $0 == tab }
    news.remove(tab)
  }
}
