import Booking
import Foundation
import Testing
import Wire

@testable import Bookings

@Suite struct TimeZonesTests {
  @Test func theSystemKnowsTheZonesOfTheWorld() throws {
    let zones = try TimeZones.system()
    #expect(zones.version.hasPrefix("20"))
    #expect(zones.names.count > 300)
    for name in ["Asia/Seoul", "America/Vancouver", "America/New_York", "Europe/London", "Pacific/Apia", "UTC"] {
      #expect(zones.rules(of: name) != nil, "\(name)")
    }
    #expect(zones.rules(of: "../../../etc/passwd") == nil)
    #expect(zones.rules(of: "posix/Asia/Seoul") == nil)
    #expect(zones.rules(of: "asia/seoul") == nil)
    #expect(zones.rules(of: "") == nil)
  }

  @Test func theSystemIsNewEnoughForVancouver() throws {
    let vancouver = try #require(try TimeZones.system().rules(of: "America/Vancouver"))
    let winter = try #require(Timestamp(iso8601: "2026-12-01T20:00:00Z"))
    #expect(vancouver.type(at: winter).offset == -7 * 3600)
  }

  @Test func aFolderWithoutADatabaseIsRefused() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: TimeZones.Fault.self) { try TimeZones.read(folder: folder.path()) }
    try FileManager.default.createDirectory(at: folder.appending(path: "Asia"), withIntermediateDirectories: true)
    try Data("# version 2026f\nZ Asia/Seoul 9 - K%sT\nZ ../secret 0 - X\n".utf8)
      .write(to: folder.appending(path: "tzdata.zi"))
    #expect(throws: TimeZones.Fault.self) { try TimeZones.read(folder: folder.path()) }
    let seoul = folder.appending(path: "Asia/Seoul")
    try Data("nonsense".utf8).write(to: seoul)
    #expect(throws: TimeZones.Fault.brokenZone("Asia/Seoul")) { try TimeZones.read(folder: folder.path()) }
    try Data(contentsOf: URL(filePath: TimeZones.systemFolder).appending(path: "Asia/Seoul")).write(to: seoul)
    let zones = try TimeZones.read(folder: folder.path())
    #expect(zones.version == "2026f")
    #expect(zones.names == ["Asia/Seoul"])
  }
}
