import Seeded
import Testing
import Wire

@testable import Booking

@Suite struct ZoneFileTests {
  /// A zone of version 2 without changes of its own, whose future is a rule.
  func zone(footer: String, offset: UInt8 = 0) -> [UInt8] {
    let header = { (times: UInt8) in
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
        + [0, 0, 0, times] + [0, 0, 0, 1] + [0, 0, 0, 4]
    }
    let block: [UInt8] = [0, 0, 0, offset, 0, 0] + Array("UTC\0".utf8)
    return header(0) + block + header(0) + block + Array("\n\(footer)\n".utf8)
  }

  func footer(_ text: String) -> TimeZoneRules? { try? TimeZoneRules(tzif: zone(footer: text)) }

  @Test func rulesOfFootersAreRead() throws {
    let sydney = try #require(footer("AEST-10AEDT,M10.1.0,M4.1.0/3"))
    #expect(sydney.type(at: instant("2026-01-15T00:00:00Z")).offset == 11 * 3600)
    #expect(sydney.type(at: instant("2026-07-15T00:00:00Z")).offset == 10 * 3600)
    #expect(sydney.type(at: instant("2026-10-03T15:59:59Z")).name == "AEST")
    #expect(sydney.type(at: instant("2026-10-03T16:00:00Z")).name == "AEDT")
    let quoted = try #require(footer("<+0330>-3:30<+0430>,J79/24,J263/24"))
    #expect(quoted.type(at: instant("2024-06-01T00:00:00Z")).name == "+0430")
    // J79 is 20 March in leap years as well, and its hour 24 is midnight after it, in Tehran.
    #expect(quoted.type(at: instant("2024-03-20T20:29:59Z")).offset == 12_600)
    #expect(quoted.type(at: instant("2024-03-20T20:30:00Z")).offset == 16_200)
    let godthab = try #require(footer("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1"))
    #expect(godthab.type(at: instant("2020-03-29T00:59:59Z")).offset == -10_800)
    #expect(godthab.type(at: instant("2020-03-29T01:00:00Z")).offset == -7_200)
    let zeroBased = try #require(footer("AAA0BBB,59/0,200/0"))
    #expect(zeroBased.type(at: instant("2024-02-29T00:00:00Z")).isSummer)
    #expect(!zeroBased.type(at: instant("2025-02-28T23:59:59Z")).isSummer)
  }

  @Test func aSummerThatLastsAllYearNeverEnds() throws {
    let always = try #require(footer("XXX3EDT4,0/0,J365/23"))
    for text in ["2025-12-31T23:00:00Z", "2026-01-01T03:00:00Z", "2026-01-01T04:00:00Z", "2026-07-01T00:00:00Z"] {
      #expect(always.type(at: instant(text)).name == "EDT")
    }
  }

  @Test func irelandsWinterIsTheDeviation() throws {
    let dublin = try #require(footer("IST-1GMT0,M10.5.0,M3.5.0/1"))
    #expect(dublin.type(at: instant("2026-12-01T00:00:00Z")).offset == 0)
    #expect(dublin.type(at: instant("2026-07-01T00:00:00Z")).offset == 3600)
  }

  @Test(arguments: [
    "A0", "AAAA", "AAA", "AAA25", "AAA0BBB", "AAA0BBB,M13.1.0,M4.1.0", "AAA0BBB,M1.6.0,M4.1.0", "AAA0BBB,M1.1.7,M4.1.0",
    "AAA0BBB,J0,J5", "AAA0BBB,J366,J5", "AAA0BBB,366,5", "AAA0BBB,M3.2.0", "AAA0BBB,M3.2.0,M4.1.0,", "<AA0", "AAA0:60",
    "AAA0BBB,M3.2.0/168,M4.1.0", "AAA9999999999",
  ])
  func brokenFootersAreRefused(_ text: String) {
    #expect(footer(text) == nil)
  }

  @Test func aZoneWithoutAFooterKeepsItsLastType() throws {
    let zone = try #require(footer(""))
    #expect(zone.type(at: instant("2100-01-01T00:00:00Z")).name == "UTC")
  }

  @Test func brokenFilesAreRefused() throws {
    let good = try Fixtures.bytes("Europe-London.tzif")
    #expect(throws: BookingError.zoneFile) { try TimeZoneRules(tzif: []) }
    for length in stride(from: 0, to: good.count, by: 7) {
      #expect(throws: BookingError.zoneFile) { try TimeZoneRules(tzif: Array(good.prefix(length))) }
    }
    var old = good
    old[4] = 0
    #expect(throws: BookingError.zoneFile) { try TimeZoneRules(tzif: old) }
    #expect(throws: BookingError.zoneFile) { try TimeZoneRules(tzif: good + [0]) }
    #expect(throws: BookingError.zoneFile) { try TimeZoneRules(tzif: [UInt8](repeating: 0x54, count: 70_000)) }
    // Counts of more than there is.
    for place in 20..<44 {
      var broken = good
      broken[place] = 0xFF
      #expect(throws: BookingError.zoneFile) { try TimeZoneRules(tzif: broken) }
    }
  }

  @Test func brokenBytesNeverTrap() throws {
    let names = ["America-New_York", "Pacific-Apia", "Australia-Lord_Howe"]
    let files = try names.map { try Fixtures.bytes($0 + ".tzif") }
    var random = SeededRandom(seed: 8536)
    for _ in 0..<3000 {
      var bytes = files[random.below(files.count)]
      for _ in 0...random.below(6) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      guard let zone = try? TimeZoneRules(tzif: bytes) else { continue }
      let at = second(Int64(random.below(8_000_000_000)) - 2_000_000_000)
      _ = zone.type(at: at)
      _ = zone.meaning(of: zone.wall(at: at))
    }
  }
}
