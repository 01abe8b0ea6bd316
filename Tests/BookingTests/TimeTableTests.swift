import Testing
import Wire

@testable import Booking

@Suite struct TimeTableTests {
  @Test func clocksShowWhatZoneinfoShows() throws {
    var zones: [String: TimeZoneRules] = [:]
    let lines = try Fixtures.lines("at")
    #expect(lines.count > 300)
    for line in lines {
      let zone = try zones[line[1]] ?? Fixtures.zone(line[1])
      zones[line[1]] = zone
      let at = second(try #require(Int64(line[2])))
      let type = zone.type(at: at)
      #expect(type.offset == Int64(line[3]), "\(line)")
      #expect(type.isSummer == (line[4] == "1"), "\(line)")
      #expect(type.name == line[5], "\(line)")
      #expect(zone.wall(at: at).text == line[6], "\(line)")
    }
    #expect(zones.count == 7)
  }

  @Test func wallTimesAreWhatZoneinfoMakesOfThem() throws {
    let lines = try Fixtures.lines("wall")
    #expect(lines.count > 300)
    for line in lines {
      let zone = try Fixtures.zone(line[1])
      let meaning = zone.meaning(of: try #require(WallTime(line[2])))
      let shown = line.dropFirst(3).compactMap { Int64($0) }.map(second)
      switch shown.count {
      case 0:
        guard case .gap(let change) = meaning else {
          Issue.record("\(line) is \(meaning)")
          continue
        }
        #expect(zone.type(at: change) != zone.type(at: change.adding(milliseconds: -1)))
      case 1: #expect(meaning == .once(shown[0]), "\(line)")
      default: #expect(meaning == .fold(first: shown[0], second: shown[1]), "\(line)")
      }
    }
  }

  @Test func aDayThatWasSkippedIsAGapToItsEnd() throws {
    let apia = try Fixtures.zone("Pacific/Apia")
    let change = instant("2011-12-30T10:00:00Z")
    for text in ["2011-12-30T00:00", "2011-12-30T12:00", "2011-12-30T23:59"] {
      #expect(apia.meaning(of: try #require(WallTime(text))) == .gap(change: change))
    }
    #expect(apia.wall(at: change.adding(milliseconds: -1)).text == "2011-12-29T23:59")
    #expect(apia.wall(at: change).text == "2011-12-31T00:00")
  }

  @Test func aNewDatabaseMovesTheFuture() throws {
    let wall = try #require(WallTime("2026-12-01T09:30"))
    let old = try Fixtures.zone("America/Vancouver@2025b").meaning(of: wall)
    let new = try Fixtures.zone("America/Vancouver").meaning(of: wall)
    #expect(old == .once(instant("2026-12-01T17:30:00Z")))
    #expect(new == .once(instant("2026-12-01T16:30:00Z")))
  }

  @Test func everyInstantComesBackFromItsWallTime() throws {
    for name in ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia"] {
      let zone = try Fixtures.zone(name)
      // Every half hour of three years; whole minutes as the offsets of these years are.
      for step in stride(from: Int64(0), to: 3 * 365 * 48, by: 1) {
        let at = second(1_767_225_600 + step * 1800)
        switch zone.meaning(of: zone.wall(at: at)) {
        case .once(let only): #expect(only == at)
        case .fold(let first, let last): #expect(first == at || last == at)
        case .gap: Issue.record("\(name) shows a time at \(at.iso8601) that it skips")
        }
      }
    }
  }

  @Test func extremeInstantsDoNotTrap() throws {
    let zone = try Fixtures.zone("America/New_York")
    for value in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
      let at = Timestamp(milliseconds: value)
      _ = zone.type(at: at)
      #expect((1...9999).contains(zone.wall(at: at).date.year) || value < 0)
      _ = zone.meaning(of: WallTime(minutesSinceEpoch: value / 60_000))
    }
  }
}
