import BookingContract
import Contract
import Domain
import FeatureCore
import Reserving
import Testing
import Wire

@testable import Schedule

@Suite struct BoardModelTests {
  private func state(_ change: (inout Board.State) -> Void = { _ in }) -> Board.State {
    var state = Board.State()
    state.date = tuesday
    state.today = tuesday
    state.now = nine
    state.reservations = .value([
      reservation("b", .confirmed, minutes: 30), reservation("a", .requested), reservation("x", .cancelled),
      reservation("n", .confirmed, minutes: 1440),
    ])
    change(&state)
    return state
  }

  @Test func aDayShowsItsAppointmentsInOrder() {
    let model = Board.model(state(), .ko, when)
    #expect(model.days.count == 1)
    #expect(model.days[0].entries.map(\.time) == ["오전 9:00", "오전 9:30"])
    #expect(model.days[0].entries.map(\.state) == ["승인 대기", "확정"])
    #expect(model.days[0].count == "2명")
    #expect(model.rangeTitle == "12월 1일 (화)")
    #expect(model.isToday && !model.isWeek)
    #expect(model.days[0].entries[0].spoken == "오전 9:00, 이하늘, 승인 대기")
  }

  @Test func aWeekBeginsOnMonday() {
    let model = Board.model(state { $0.extent = .week }, .en, When(.en, seoul))
    #expect(model.days.map(\.title) == ["Mon 30", "Tue 1", "Wed 2", "Thu 3", "Fri 4", "Sat 5", "Sun 6"])
    #expect(model.days.map(\.entries.count) == [0, 2, 1, 0, 0, 0, 0])
    #expect(model.days[1].count == "2 patients" && model.days[2].count == "1 patient")
  }

  @Test func aWeekIsATableOfItsHours() throws {
    let week = Board.model(
      state {
        $0.extent = .week
        $0.schedule = schedule
        $0.now = nine.adding(milliseconds: 45 * 60_000)
      }, .ko, when)
    // Monday until midnight, Tuesday from nine.
    let grid = try #require(week.grid)
    #expect(grid.labels.first == "09:00" && grid.labels.last == "23:00" && grid.hours == 15)
    #expect(grid.hourHeight == 88)
    let tuesday = week.days[1]
    #expect(tuesday.entries.map(\.block) == [.init(top: 0, height: 44), .init(top: 33, height: 44)])
    #expect(tuesday.now == 50 && week.days[0].now == nil)
    #expect(tuesday.closed == [.init(top: 600, height: 6 * 88)])
    // A pause at noon; and nobody works on Wednesday.
    #expect(week.days[0].closed == [.init(top: 200, height: 88)])
    #expect(week.days[2].closed == [.init(top: 0, height: 15 * 88)])
    #expect(Board.model(state(), .ko, when).grid == nil)
  }

  @Test func daysThatDifferHaveTheirOwnHours() {
    var form = schedule
    func spans(_ exceptions: ScheduleException...) -> [[Int]] {
      form.exceptions = exceptions
      return form.workingTime(on: tuesday).map { [$0.from, $0.to] }
    }
    let closed = ScheduleException(date: tuesday, kind: .closed)
    let evening = ScheduleException(date: tuesday, kind: .extra, from: clock("17:00"), to: clock("20:00"))
    let noon = ScheduleException(date: tuesday, kind: .pause, from: clock("12:00"), to: clock("13:00"))
    let late = ScheduleException(date: tuesday, kind: .closed, from: clock("19:00"), to: clock("24:00"))
    #expect(spans() == [[540, 1080]])
    #expect(spans(closed) == [])
    #expect(spans(closed, evening) == [[1020, 1200]])
    #expect(spans(noon, evening) == [[540, 720], [780, 1200]])
    #expect(spans(evening, noon, late) == [[540, 720], [780, 1140]])
    #expect(spans(ScheduleException(date: tuesday.plus(1), kind: .closed)) == [[540, 1080]])
  }

  @Test func hoursThatNobodyKnowsAreThoseOfAnOrdinaryDay() throws {
    let empty = try #require(
      Board.model(
        state {
          $0.extent = .week
          $0.reservations = .value([])
        }, .ko, when
      ).grid)
    #expect(empty.labels.first == "09:00" && empty.hours == 9)
  }

  @Test func thoseThatOverlapShareTheWidth() {
    let week = Board.model(
      state {
        $0.extent = .week
        $0.reservations = .value([
          reservation("a", .noShow), reservation("b", .confirmed, minutes: 10),
          reservation("c", .confirmed, minutes: 60),
        ])
      }, .ko, when)
    #expect(week.days[1].entries.map(\.part) == [.first, .second, .whole])
  }

  /// A reader in another zone: the line follows the clinic's wall.
  @Test func theLineOfNowIsTheClinics() {
    let week = Board.model(
      state {
        $0.extent = .week
        $0.now = nine
        $0.reservations = .value([])
        $0.offset = 540
      }, .en, When(.en, .utc))
    #expect(week.days[1].now == 0)
  }

  @Test func whatWaitsIsShownWithItsDay() {
    let model = Board.model(state { $0.open = [unscheduled("u"), reservation("a", .requested)] }, .ko, when)
    #expect(model.open.map(\.time) == ["시간 미정", "12월 1일 (화) 오전 9:00"])
    #expect(model.openTitle == "답을 기다리는 예약 2건")
  }

  @Test func aRequestCanBeApprovedOrDeclined() throws {
    let detail = try #require(Board.model(state { $0.chosen = ID("a") }, .ko, when).detail)
    #expect(detail.buttons.map(\.label) == ["승인", "상담방", "시간 바꾸기", "거절"])
    #expect(detail.buttons[0].isMain && detail.buttons[3].isDanger)
    #expect(!detail.mayHaveNote)
    #expect(detail.facts.map(\.label) == ["증상", "진료비"])
  }

  @Test func anAppointmentThatHasBegunCanBeDone() throws {
    let begun = state {
      $0.chosen = ID("b")
      $0.now = nine.adding(milliseconds: 1_800_000)
    }
    let detail = try #require(Board.model(begun, .en, when).detail)
    #expect(
      detail.buttons.map(\.label) == [
        "Mark as done", "Consult room", "Change the time", "Did not come", "Cancel booking",
      ])
    #expect(detail.mayHaveNote)
  }

  @Test func questionsSayWhatFollows() throws {
    let asked = state {
      $0.chosen = ID("b")
      $0.asked = .cancel
    }
    let question = try #require(Board.model(asked, .ko, when).detail?.question)
    #expect(question.title == "이하늘 님 예약을 취소할까요?")
    #expect(question.text == "환자에게 전액 환불돼요")
    #expect(question.reasonLabel != nil)
  }

  @Test func everyTextIsThereInEveryLanguage() {
    for language in Language.allCases {
      for chosen in ["a", "b"] {
        let model = Board.model(
          state {
            $0.chosen = ID(chosen)
            $0.asked = .noShow
            $0.times = .value([])
          }, language, When(language, seoul))
        #expect(![model.title, model.emptyText, model.hoursLabel, model.termsLabel].contains(""))
        #expect(model.detail?.timesText?.isEmpty == false)
      }
    }
  }

  @Test func failureHasAWayOn() {
    let model = Board.model(state { $0.reservations = .failed }, .ko, when)
    #expect(model.failedTitle != nil && model.days.isEmpty)
  }
}
