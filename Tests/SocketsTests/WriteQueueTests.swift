import Foundation
import Testing

@testable import Sockets

@Suite struct WriteQueueTests {
  private let vector = UnsafeMutablePointer<iovec>.allocate(capacity: WriteQueue.vectorCapacity)

  /// What the next call would send from memory; nil for anything else.
  private func nextText(_ queue: WriteQueue) -> String? {
    guard case .vector(let count, _) = queue.nextStep(vector) else { return nil }
    var bytes: [UInt8] = []
    for index in 0..<count {
      bytes += UnsafeRawBufferPointer(start: vector[index].iov_base, count: vector[index].iov_len)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func chunksLeaveInOrderAndInPart() {
    var queue = WriteQueue()
    queue.append(SharedBytes("abc"))
    queue.append(SharedBytes(""))
    queue.append(SharedBytes("defg"))
    #expect(queue.byteCount == 7)
    #expect(nextText(queue) == "abcdefg")
    queue.advance(1)
    #expect(nextText(queue) == "bcdefg")
    queue.advance(3)
    #expect(nextText(queue) == "efg")
    #expect(queue.byteCount == 3)
    queue.advance(3)
    #expect(queue.isEmpty)
    #expect(queue.byteCount == 0)
    #expect(nextText(queue) == nil)
  }

  @Test func oneCallTakesALimitedNumberOfChunks() {
    var queue = WriteQueue()
    for _ in 0..<200 { queue.append(SharedBytes("x")) }
    #expect(nextText(queue)?.count == WriteQueue.vectorCapacity)
    queue.advance(WriteQueue.vectorCapacity)
    queue.advance(100)
    #expect(nextText(queue)?.count == 36)
  }

  @Test func aFileStandsBetweenBytes() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID().uuidString)")
      .path
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var queue = WriteQueue()
    queue.append(SharedBytes("head"))
    queue.append(FileRegion(try OpenFile(path: path), offset: 2, count: 5))
    queue.append(SharedBytes("tail"))
    guard case .vector(1, more: true) = queue.nextStep(vector) else { throw Unexpected() }
    queue.advance(4)
    #expect(queue.fileCount == 1)
    queue.advance(2)
    guard case .file(let region) = queue.nextStep(vector) else { throw Unexpected() }
    #expect(region.offset == 4)
    #expect(region.count == 3)
    queue.advance(3)
    #expect(queue.fileCount == 0)
    #expect(nextText(queue) == "tail")
  }

  @Test func aRegionIsCutToItsFile() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "region-\(UUID().uuidString)")
      .path
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try OpenFile(path: path)
    #expect(file.size == 10)
    #expect(FileRegion(file, offset: 8, count: 9).count == 2)
    #expect(FileRegion(file, offset: 20, count: 9).count == 0)
    #expect(FileRegion(file, offset: -5, count: -1).count == 0)
    #expect(throws: SocketError.notAFile) { try OpenFile(path: "/tmp") }
    #expect(throws: SocketError.openFile(code: 2)) { try OpenFile(path: path + "-none") }
  }

  private struct Unexpected: Error {}
}
