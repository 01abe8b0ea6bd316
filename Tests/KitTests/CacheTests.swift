import Foundation
import Testing

@testable import Kit

@Suite struct CacheTests {
  @Test func whatWasUsedLastStays() {
    var cache = ByteCache<Int>(limit: 100)
    for number in 0..<10 { #expect(cache.set("\(number)", number, bytes: 10).isEmpty) }
    #expect(cache.value("0") == 0)
    let gone = cache.set("new", 10, bytes: 10)
    #expect(Set(gone) == ["1", "2"])
    #expect(cache.bytes == 90 && cache.value("0") == 0 && cache.value("new") == 10)
  }

  @Test func whatIsLargerThanTheLimitIsNotKept() {
    var cache = ByteCache<Int>(limit: 100)
    _ = cache.set("a", 1, bytes: 50)
    #expect(cache.set("b", 2, bytes: 101) == ["b"])
    #expect(cache.value("a") == 1 && cache.bytes == 50)
  }

  @Test func theDiskKeepsItsLimitOverProcesses() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("maru-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var first = DiskCache(folder: folder, limit: 1_000)
    for number in 0..<20 { first.write("key \(number)", [UInt8](repeating: UInt8(number), count: 100)) }
    #expect(first.bytes <= 1_000)
    #expect(first.read("key 19") == [UInt8](repeating: 19, count: 100))
    #expect(first.read("key 0") == nil)

    var second = DiskCache(folder: folder, limit: 300)
    #expect(second.bytes <= 300)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count <= 3)
    second.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func whatIsNoPictureOfOursIsSweptAway() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("maru-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(PrivateFile.makeFolder(folder))
    try Data([1]).write(to: URL(fileURLWithPath: folder + "/half.new"))
    _ = DiskCache(folder: folder, limit: 100)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func picturesThatNobodyHoldsHearOfNoSession() async throws {
    let client = MaruClient(
      app: .eyemon, transport: ScriptedTransport { (_) async throws(TransportError) in throw .cut }.transport,
      credentials: .memory())
    let before = client.session.watcherCount
    var images: ImagePipeline? = ImagePipeline(client: client, folder: nil)
    #expect(client.session.watcherCount == before + 1 && images != nil)
    images = nil
    while client.session.watcherCount > before { await Task.yield() }
  }
}
