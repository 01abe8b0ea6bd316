import Foundation

/// Files of a folder, least recently used first to go. The folder is for this user alone. Confined to its owner.
struct DiskCache {
  private let folder: String
  private var index: ByteCache<Void>

  /// Takes up what an earlier process left.
  init(folder: String, limit: Int) {
    self.folder = folder
    index = ByteCache(limit: limit)
    guard PrivateFile.makeFolder(folder) else { return }
    let keys: [URLResourceKey] = [.contentModificationDateKey, .fileSizeKey]
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: keys)) ?? []
    var found: [(name: String, date: Date, size: Int)] = []
    for file in files {
      guard let values = try? file.resourceValues(forKeys: Set(keys)), file.pathExtension == "" else {
        try? FileManager.default.removeItem(at: file)
        continue
      }
      found.append((file.lastPathComponent, values.contentModificationDate ?? .distantPast, values.fileSize ?? 0))
    }
    for file in found.sorted(by: { $0.date < $1.date }) { forget(index.set(file.name, (), bytes: file.size)) }
  }

  var bytes: Int { index.bytes }

  mutating func read(_ key: String) -> [UInt8]? {
    let name = FileDigest.hex(key)
    guard index.value(name) != nil else { return nil }
    guard let data = FileManager.default.contents(atPath: path(name)) else {
      index.remove(name)
      return nil
    }
    // So that the next process knows as well.
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path(name))
    return Array(data)
  }

  /// A disk without room keeps nothing; that is no error of the one who wanted the picture.
  mutating func write(_ key: String, _ bytes: [UInt8]) {
    let name = FileDigest.hex(key)
    guard bytes.count <= index.limit, PrivateFile.replace(path(name), with: bytes) else { return }
    forget(index.set(name, (), bytes: bytes.count))
  }

  mutating func remove(_ key: String) {
    let name = FileDigest.hex(key)
    index.remove(name)
    forget([name])
  }

  mutating func removeAll() {
    index.removeAll()
    try? FileManager.default.removeItem(atPath: folder)
    _ = PrivateFile.makeFolder(folder)
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func forget(_ names: [String]) {
    for name in names { try? FileManager.default.removeItem(atPath: path(name)) }
  }
}
