import BookingContract
import Contract
import Domain
import FeatureCore
import Markup
import Schedule
import ScheduleScreens
import Testing
import Wire

/// The doctors' places, drawn from what the server answered.
@Suite struct ScheduleScreenTests {
  private static let nine = Timestamp(milliseconds: 1_796_083_200_000)

  private static func reservation(_ id: String, _ state: Reservation.State) -> Reservation {
    let doctor = DoctorSummary(
      id: ID("d1"), nick: "김서윤", profileImage: nil, clinicID: ID("c1"), clinicName: "밝은마루안과", specialty: "망막",
      fee: 30_000, currency: "KRW", languages: ["ko"], nextFree: nil)
    var reservation = Reservation(
      id: ID(id), state: state, start: nine, end: nine.adding(milliseconds: 1_800_000),
      localStart: LocalTime(text: "2026-12-01T09:00"), zone: "Asia/Seoul", createdAt: nine, doctor: doctor,
      personName: "이하늘", fee: 30_000, currency: "KRW",
      policy: Policy(freeHours: 24, partHours: 3, partPercent: 50), version: 1)
    reservation.symptoms = "눈이 침침해요"
    return reservation
  }

  private static let schedule = ScheduleForm(
    zone: "Asia/Seoul", slotMinutes: 30, leadMinutes: 60, horizonDays: 60, needsApproval: true, approvalHours: 24,
    fee: 30_000, currency: "KRW", policy: Policy(freeHours: 24, partHours: 3, partPercent: 50),
    rules: [ClinicHours(weekday: 1, from: ClockTime(text: "09:00")!, to: ClockTime(text: "18:00")!)],
    exceptions: [ScheduleException(date: CalendarDate(wire: "2026-12-25")!, kind: .closed)], version: 1)

  /// The place of the doctors' app, with its answers.
  private struct Visit {
    var state = Schedule.State()

    init(_ path: String) {
      let zone = ZoneOffsets([.init(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 540)])
      send(
        .shell(.started(path: "/eyemon-doctor" + path, languages: ["ko"], preferences: [], zone: zone, online: true)))
    }

    @discardableResult
    mutating func send(_ action: Schedule.Action) -> [Effect] {
      Schedule.reduce(&state, action, at: Moment(now: nine, entropy: (1, 2)))
    }

    mutating func answer(_ tag: String, _ response: HTTPResponse) {
      send(.shell(.httpAnswered(FeatureCore.Tag(tag), .response(response))))
    }

    var page: Node<Schedule.Action> { scheduleScreen(state) }
  }

  private func board(_ states: [Reservation.State] = [.requested, .confirmed]) -> Visit {
    var visit = Visit("/schedule")
    let list = states.enumerated().map { Self.reservation("r\($0.offset)", $0.element) }
    visit.answer("schedule/list", BookingAPI.doctorReservations.response(DoctorDays(list, offset: 540)))
    return visit
  }

  private func editor(_ path: String) -> Visit {
    var visit = Visit(path)
    visit.answer("schedule/hours/load", BookingAPI.schedule.response(Self.schedule))
    return visit
  }

  private func classes(_ node: Node<Schedule.Action>) -> [Substring] {
    (node[.class] ?? "").split(separator: " ")
  }

  private func all(_ page: Node<Schedule.Action>, _ name: String) -> [Node<Schedule.Action>] {
    page.all.filter { classes($0).contains(Substring(name)) }
  }

  @Test func everyPlaceHasOneTitle() {
    for page in [
      board().page, editor("/schedule/hours").page, editor("/schedule/terms").page, Visit("/schedule/hours").page,
    ] {
      #expect(page.all.filter { $0.name == .h1 }.count == 1)
    }
    #expect(Visit("/schedule/nowhere").page.shownText.contains("페이지를 찾을 수 없어요"))
  }

  @Test func theDayIsAListOfAppointments() {
    let page = board().page
    #expect(all(page, "entry").map { $0[.ariaLabel] } == ["오전 9:00, 이하늘, 승인 대기", "오전 9:00, 이하늘, 확정"])
    #expect(all(page, "is-requested").count == 1)
  }

  @Test func theChosenOneHasItsButtons() {
    var visit = board()
    visit.send(.board(.reservationTapped(ID("r0"))))
    let page = visit.page
    #expect(all(page, "detail-deeds")[0].all.filter { $0.name == .button }.map(\.shownText) == ["승인", "시간 바꾸기", "거절"])
    #expect(page.all.filter { $0[.ariaPressed] == "true" && classes($0).contains("entry") }.count == 1)
    visit.send(.board(.deedTapped(.decline)))
    let dialog = visit.page.first { $0.name == .dialog }
    #expect(dialog?.shownText.contains("전액 환불") == true)
    #expect(dialog?.first { $0.name == .textarea } != nil)
  }

  @Test func aWeekHasSevenColumnsAndTodayIsMarked() {
    var visit = board()
    visit.send(.board(.extentTapped(.week)))
    let days = DoctorDays([Self.reservation("r0", .confirmed)], offset: 540)
    visit.answer("schedule/list", BookingAPI.doctorReservations.response(days))
    #expect(all(visit.page, "week-day").count == 7)
    #expect(visit.page.all.filter { $0[.ariaCurrent] == "date" }.count == 1)
  }

  @Test func theEditorHasSevenDaysWithLabelledTimes() {
    let page = editor("/schedule/hours").page
    #expect(all(page, "hours-day").count == 7)
    let times = page.all.filter { $0[.type] == "time" }
    #expect(times.map { $0[.value] } == ["09:00", "18:00"])
    #expect(times.allSatisfy { !($0[.ariaLabel] ?? "").isEmpty })
    #expect(all(page, "exception").count == 1)
  }

  @Test func settingsHaveALabelForEachField() {
    let page = editor("/schedule/terms").page
    let inputs = page.all.filter { $0.name == .input || $0.name == .textarea }
    let labels = Set(page.all.filter { $0.name == .label }.compactMap { $0[.for] })
    #expect(inputs.count == 11)
    #expect(page.all.filter { $0.name == .select }.count == 1)
    #expect(inputs.allSatisfy { labels.contains($0[.id] ?? "") })
    #expect(page.first { $0[.role] == "switch" }?[.ariaChecked] == "true")
  }

  @Test func theSettingsEndWithTheClinic() {
    var visit = editor("/schedule/terms")
    var form = Self.schedule
    form.clinicID = ID("c")
    visit.answer("schedule/clinic/find", BookingAPI.schedule.response(form))
    let clinic = Clinic(
      id: ID("c"), name: "밝은마루안과", address: "", phone: "", place: GeoPlace(longitude: 0, latitude: 0)!,
      pictures: ["/data/clinics/a.png"])
    visit.answer("schedule/clinic/load", BookingAPI.clinic.response(clinic))
    let inputs = visit.page.all.filter { $0.name == .input && ($0[.id] ?? "").hasPrefix("clinic-day-") }
    #expect(inputs.count == 7)
    #expect(visit.page.all.contains { $0.name == .button && $0.shownText == "밝은마루안과 사진 1 지우기" })
    #expect(visit.page.all.contains { $0[.type] == "file" })
  }

  @Test func whatCannotBeLoadedHasAWayOn() {
    var visit = Visit("/schedule/terms")
    visit.send(.shell(.httpAnswered(FeatureCore.Tag("schedule/hours/load"), .unreachable)))
    #expect(visit.page.all.contains { $0.name == .button && $0.shownText == "다시 시도" })
  }

  @Test func timersFireForTheBoardAlone() {
    var visit = board()
    #expect(visit.send(.shell(.timerFired(Schedule.timer))).count == 3)
    visit.send(.shell(.pathChanged("/eyemon-doctor/schedule/hours")))
    #expect(visit.send(.shell(.timerFired(Schedule.timer))).isEmpty)
  }
}
