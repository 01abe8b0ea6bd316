import BookingContract
import Domain
import Testing
import Wire

@testable import Reserving

@Suite struct WhenTests {
  /// 2026-12-01T09:30 in Seoul.
  private let start = Timestamp(milliseconds: 1_796_085_000_000)
  private let seoul = ZoneOffsets([.init(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 540)])

  @Test func bothClocksAreShownOnlyWhereTheyDiffer() throws {
    let local = try #require(LocalTime(text: "2026-12-01T09:30"))
    #expect(When(.ko, seoul).beside(start, local) == nil)
    #expect(When(.ko, .utc).beside(start, local) == "내 시간 12월 1일 (화) 오전 12:30")
    #expect(When(.en, .utc).beside(start, local) == "Your time Tue, Dec 1 12:30 AM")
    #expect(When(.ko, seoul).local(local) == "12월 1일 (화) 오전 9:30")
  }

  @Test func theReadersTimesSayWhoseTheyAreNearAClinicAbroad() throws {
    let local = try #require(LocalTime(text: "2026-12-01T09:30"))
    #expect(When(.ko, seoul).near(start, local).own(start) == "12월 1일 (화) 오전 9:30")
    #expect(When(.ko, .utc).near(start, local).own(start) == "12월 1일 (화) 오전 12:30 (내 시간)")
    #expect(When(.en, .utc).near(start, local).own(start) == "Tue, Dec 1 12:30 AM (your time)")
    #expect(When(.en, .utc).near(start, local).beside(start, local) == "Your time Tue, Dec 1 12:30 AM")
    #expect(When(.en, .utc).near(nil, nil).own(start) == "Tue, Dec 1 12:30 AM")
  }

  @Test func zonesHaveNamesThatPeopleKnow() {
    let when = When(.ko, .utc)
    #expect(when.zoneName("Asia/Seoul") == "한국 시간")
    #expect(when.zoneName("America/New_York") == "New York 시간")
    #expect(When(.en, .utc).zoneName("America/Argentina/Buenos_Aires") == "Buenos Aires time")
  }
}
