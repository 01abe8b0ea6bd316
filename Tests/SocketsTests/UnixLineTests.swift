import Foundation
import Glibc
import Sockets
import Synchronization
import Testing

struct UnixLineTests {
  private func folder(_ name: String = "unix-\(UUID().uuidString)") throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func aLineIsAnsweredWithALine() throws {
    let path = try folder() + "/a.sock"
    let server = try UnixLineServer(path: path) { $0.reversed() }
    for text in ["abc", "", String(repeating: "x", count: 500_000) + "y"] {
      #expect(try UnixLine.ask(Array(text.utf8), at: path) == text.utf8.reversed())
    }
    server.close()
    #expect(throws: SocketError.connect(code: ENOENT)) { try UnixLine.ask([1], at: path) }
  }

  @Test func onlyItsOwnerMayOpenIt() throws {
    let path = try folder() + "/a.sock"
    let server = try UnixLineServer(path: path) { $0 }
    defer { server.close() }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func theFileOfAnEndedServerIsReplaced() throws {
    let path = try folder() + "/a.sock"
    try Data("left behind".utf8).write(to: URL(filePath: path))
    let server = try UnixLineServer(path: path) { $0 }
    defer { server.close() }
    #expect(try UnixLine.ask([65], at: path) == [65])
  }

  @Test func aLongPathIsReachedThroughItsFolder() throws {
    let path = try folder("unix-" + String(repeating: "x", count: 200)) + "/a.sock"
    let server = try UnixLineServer(path: path) { $0 }
    defer { server.close() }
    #expect(try UnixLine.ask([65], at: path) == [65])
  }

  @Test func aLineWithoutEndIsCutOff() throws {
    let path = try folder() + "/a.sock"
    let asked = Atomic(0)
    let server = try UnixLineServer(path: path) { line in
      asked.wrappingAdd(1, ordering: .relaxed)
      return line
    }
    defer { server.close() }
    let long = [UInt8](repeating: 65, count: UnixLineServer.longestLine + 100_000)
    #expect(throws: SocketError.self) { try UnixLine.ask(long, at: path) }
    #expect(try UnixLine.ask([66], at: path) == [66])
    #expect(asked.load(ordering: .relaxed) == 1)
  }

  @Test func whereNobodyListensThereIsNoAnswer() throws {
    let path = try folder()
    #expect(throws: SocketError.connect(code: ENOENT)) { try UnixLine.ask([1], at: path + "/none.sock") }
    try Data().write(to: URL(filePath: path + "/file.sock"))
    #expect(throws: SocketError.connect(code: ECONNREFUSED)) { try UnixLine.ask([1], at: path + "/file.sock") }
    #expect(throws: SocketError.badAddress) { try UnixLine.ask([1], at: "/tmp/a\0b") }
  }
}
