import CZlib

/// Writes an archive of files that are stored as they are (PKWARE APPNOTE 6.3.10), piece by piece: the caller puts the
/// bytes of each file between what this says. Names are UTF-8. Sizes above 4 GiB use the 64-bit extensions.
public struct ZipArchive: Sendable {
  private struct Entry {
    var name: [UInt8]
    var size: UInt64
    var checksum: UInt32
    var offset: UInt64
  }

  private var entries: [Entry] = []
  private var offset: UInt64 = 0
  private let date: (time: UInt16, day: UInt16)

  /// - Parameter date: of all files: year, month, day, hour, minute, second in UTC. Before 1980 the format has none.
  public init(date: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)) {
    let year = min(max(date.year - 1980, 0), 127)
    self.date = (
      UInt16(truncatingIfNeeded: date.hour << 11 | date.minute << 5 | date.second / 2),
      UInt16(truncatingIfNeeded: year << 9 | date.month << 5 | date.day)
    )
  }

  private static let limit: UInt64 = 0xFFFF_FFFF

  /// What stands before the bytes of a file; exactly `size` of them follow.
  /// - Parameter checksum: of the bytes, as `CRC32` counts.
  public mutating func begin(_ name: String, size: Int64, checksum: UInt32) -> [UInt8] {
    let entry = Entry(
      name: Array(name.utf8.prefix(0xFFFF)), size: UInt64(max(0, size)), checksum: checksum, offset: offset)
    entries.append(entry)
    var bytes = ZipBytes()
    bytes.four(0x0403_4B50)
    bytes.two(entry.size >= Self.limit ? 45 : 20)
    put(entry, &bytes)
    var extra = ZipBytes()
    if entry.size >= Self.limit {
      extra.two(1)
      extra.two(16)
      extra.eight(entry.size)
      extra.eight(entry.size)
    }
    bytes.two(UInt16(entry.name.count))
    bytes.two(UInt16(extra.bytes.count))
    bytes.bytes += entry.name + extra.bytes
    offset += UInt64(bytes.bytes.count) + entry.size
    return bytes.bytes
  }

  /// What stands behind the last file.
  public func end() -> [UInt8] {
    var bytes = ZipBytes()
    for entry in entries { directory(entry, &bytes) }
    let size = UInt64(bytes.bytes.count)
    if entries.count >= 0xFFFF || offset >= Self.limit || size >= Self.limit {
      bytes.four(0x0606_4B50)
      bytes.eight(44)
      bytes.two(45)
      bytes.two(45)
      bytes.four(0)
      bytes.four(0)
      bytes.eight(UInt64(entries.count))
      bytes.eight(UInt64(entries.count))
      bytes.eight(size)
      bytes.eight(offset)
      bytes.four(0x0706_4B50)
      bytes.four(0)
      bytes.eight(offset + size)
      bytes.four(1)
    }
    let count = UInt16(min(entries.count, 0xFFFF))
    bytes.four(0x0605_4B50)
    bytes.four(0)
    bytes.two(count)
    bytes.two(count)
    bytes.four(UInt32(min(size, Self.limit)))
    bytes.four(UInt32(min(offset, Self.limit)))
    bytes.two(0)
    return bytes.bytes
  }

  /// The part that both headers share: flags to sizes.
  private func put(_ entry: Entry, _ bytes: inout ZipBytes) {
    bytes.two(0x0800)
    bytes.two(0)
    bytes.two(date.time)
    bytes.two(date.day)
    bytes.four(entry.checksum)
    bytes.four(UInt32(min(entry.size, Self.limit)))
    bytes.four(UInt32(min(entry.size, Self.limit)))
  }

  private func directory(_ entry: Entry, _ bytes: inout ZipBytes) {
    var extra = ZipBytes()
    if entry.size >= Self.limit {
      extra.eight(entry.size)
      extra.eight(entry.size)
    }
    if entry.offset >= Self.limit { extra.eight(entry.offset) }
    let extraCount = extra.bytes.count
    bytes.four(0x0201_4B50)
    // Made on Unix, so that the modes below count.
    bytes.two(3 << 8 | 45)
    bytes.two(extraCount > 0 ? 45 : 20)
    put(entry, &bytes)
    bytes.two(UInt16(entry.name.count))
    bytes.two(extraCount > 0 ? UInt16(extraCount + 4) : 0)
    bytes.two(0)
    bytes.two(0)
    bytes.two(0)
    bytes.four(0o100_600 << 16)
    bytes.four(UInt32(min(entry.offset, Self.limit)))
    bytes.bytes += entry.name
    guard extraCount > 0 else { return }
    bytes.two(1)
    bytes.two(UInt16(extraCount))
    bytes.bytes += extra.bytes
  }
}

/// CRC-32 as ZIP and PNG count it, over bytes in pieces.
public struct CRC32: Sendable {
  public private(set) var value: UInt32 = 0

  public init() {}

  public init(_ bytes: [UInt8]) {
    add(bytes)
  }

  public mutating func add(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), bytes, bytes.count))
  }
}

/// Little-endian numbers.
private struct ZipBytes {
  var bytes: [UInt8] = []

  mutating func two(_ value: UInt16) { append(UInt64(value), 2) }
  mutating func four(_ value: UInt32) { append(UInt64(value), 4) }
  mutating func eight(_ value: UInt64) { append(value, 8) }

  private mutating func append(_ value: UInt64, _ count: Int) {
    for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
  }
}
