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
