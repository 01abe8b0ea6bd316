import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Schedule

@Suite struct HoursTests {
  private let store = TestStore<Hours>(Hours.State())
  private var load: Effect { BookingAPI.schedule.ask(Nothing(), Hours.loadTag) }

  private func show() {
    store.arrange(.shown)
    store.arrange(.answered(Hours.loadTag, reply(BookingAPI.schedule.response(schedule))))
  }

  private var draft: ScheduleDraft { store.state.draft.value ?? ScheduleDraft(schedule) }

  @Test func theScheduleComesFromTheServer() {
    store.send(.shown, effects: [load])
    store.send(.answered(Hours.loadTag, .unreachable)) {
      $0.draft = .failed
      $0.failure = .unreachable
    }
    store.send(.retryTapped, effects: [load]) {
      $0.draft = .loading
      $0.failure = nil
    }
    store.send(.answered(Hours.loadTag, reply(BookingAPI.schedule.response(schedule)))) {
      $0.draft = .value(ScheduleDraft(schedule))
    }
    #expect(!draft.isChanged)
    #expect(draft.form().form.exceptions == schedule.exceptions)
    #expect(draft.rules.map(\.from) == ["09:00", "13:00", "09:00"])
    #expect(draft.rules.map(\.to) == ["12:00", "00:00", "18:00"])
  }

  @Test func hoursAreAddedChangedAndRemoved() {
    show()
    store.arrange(.ruleAdded(weekday: 3))
    #expect(draft.rules.last?.from == "09:00" && draft.rules.last?.to == "18:00")
    store.arrange(.ruleAdded(weekday: 2))
    let added = draft.rules.filter { $0.weekday == 2 }.last
    #expect(added?.from == "19:00" && added?.to == "22:00")
    store.arrange(.ruleFromTyped(added?.id ?? 0, "19:30"))
    store.arrange(.ruleToTyped(added?.id ?? 0, "21:00"))
    #expect(draft.rules.contains { $0.from == "19:30" && $0.to == "21:00" })
    #expect(draft.isChanged)
    for rule in draft.rules where rule.weekday == 2 || rule.weekday == 3 { store.arrange(.ruleRemoved(rule.id)) }
    #expect(draft.rules.map(\.weekday) == [1, 1])
  }

  @Test func backAndForthIsNoChange() {
    show()
    store.arrange(.ruleAdded(weekday: 5))
    store.arrange(.ruleRemoved(draft.rules.last?.id ?? 0))
    store.arrange(.approvalTapped)
    store.arrange(.approvalTapped)
    #expect(!draft.isChanged)
  }

  @Test func oneDayIsCopiedToTheOthers() {
    show()
    store.arrange(.copiedToWeekdays(from: 1))
    #expect(draft.rules.map(\.weekday) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    #expect(Set(draft.rules.map(\.from)) == ["09:00", "13:00"])
  }

  @Test func savingSendsTheWholeSchedule() {
    show()
    store.arrange(.termTyped(.fee, "35000"))
    store.arrange(.ruleAdded(weekday: 7))
    let form = draft.form().form
    #expect(form.fee == 35_000 && form.version == 3)
    store.send(.saveTapped, effects: [BookingAPI.changeSchedule.ask(form, Hours.saveTag)]) { $0.isSaving = true }
    store.send(.saveTapped)
    var kept = form
    kept.version = 4
    store.send(.answered(Hours.saveTag, reply(BookingAPI.changeSchedule.response(kept)))) {
      $0.isSaving = false
      $0.isSaved = true
      $0.draft = .value(ScheduleDraft(kept))
    }
    store.send(.approvalTapped) {
      var draft = ScheduleDraft(kept)
      draft.edit(.approvalTapped)
      $0.draft = .value(draft)
      $0.isSaved = false
    }
  }

  @Test func faultsAreSaidWhenSaving() {
    show()
    let rule = draft.rules[0].id
    store.arrange(.ruleToTyped(rule, "08:00"))
    #expect(Hours.model(store.state, .ko, when, today: today)?.days[0].spans[0].fault == nil)
    store.send(.saveTapped) { $0.showsFaults = true }
    #expect(draft.faults == [.rule(rule)])
    #expect(Hours.model(store.state, .ko, when, today: today)?.days[0].spans[0].fault == "시간을 확인해 주세요")
    store.arrange(.ruleToTyped(rule, "11:00"))
    #expect(draft.faults.isEmpty)
  }

  @Test(arguments: [
    (ScheduleDraft.Term.slotMinutes, "7"), (.slotMinutes, "0"), (.slotMinutes, "485"), (.leadMinutes, "x"),
    (.horizonDays, "0"), (.horizonDays, "367"), (.approvalHours, ""), (.fee, "-1"), (.fee, "1.5"), (.fee, ""),
    (.freeHours, "9999999"), (.partHours, "25"), (.partPercent, "101"), (.zone, " "),
  ])
  func eachTermHasItsBounds(term: ScheduleDraft.Term, text: String) {
    show()
    store.arrange(.termTyped(term, text))
    #expect(draft.faults.contains(.term(term)))
    #expect(store.arrange(.saveTapped).isEmpty)
  }

  @Test func daysThatDifferHaveTheirKinds() {
    show()
    store.arrange(.exceptionAdded(tuesday))
    let id = draft.exceptions.last?.id ?? 0
    store.arrange(.exceptionKindTapped(id, .pause))
    store.arrange(.exceptionNoteTyped(id, "회의"))
    #expect(
      draft.form().form.exceptions.last
        == ScheduleException(date: tuesday, kind: .pause, from: clock("12:00"), to: clock("13:00"), note: "회의"))
    store.arrange(.exceptionToTyped(id, "11:00"))
    #expect(draft.faults == [.exception(id)])
    store.arrange(.exceptionKindTapped(id, .closed))
    #expect(draft.faults.isEmpty)
    store.arrange(.exceptionDateTyped(id, ""))
    #expect(draft.faults == [.exception(id)])
    store.arrange(.exceptionRemoved(id))
    #expect(draft.form().form.exceptions == schedule.exceptions)
  }

  @Test func somebodyElseWasQuicker() {
    show()
    store.arrange(.termTyped(.fee, "35000"))
    store.arrange(.saveTapped)
    store.send(.answered(Hours.saveTag, reply(APIError.reservationChanged.response))) {
      $0.isSaving = false
      $0.isOutdated = true
      $0.failure = .refused(.reservationChanged)
    }
    let foot = Hours.foot(store.state, .ko)
    #expect(!foot.canSave && foot.isBad && foot.reloadLabel == "새로 불러오기")
    store.send(.reloadTapped, effects: [load]) {
      $0.draft = .loading
      $0.isOutdated = false
      $0.failure = nil
    }
  }

  @Test func comingBackKeepsWhatWasTyped() {
    show()
    store.arrange(.termTyped(.fee, "35000"))
    store.send(.shown)
    store.send(.answered(Hours.loadTag, reply(BookingAPI.schedule.response(schedule))))
    #expect(draft[.fee] == "35000")
  }

  @Test func aZoneIsChosenOrTyped() throws {
    show()
    let model = try #require(Hours.terms(store.state, .ko, when))
    #expect(model.zones.chosen == "Asia/Seoul" && !model.zones.isTyped)
    #expect(model.zones.names.first?.text == "한국 시간 (Asia/Seoul)")
    store.arrange(.zoneChosen("Europe/London"))
    #expect(draft[.zone] == "Europe/London" && draft.isChanged)
    store.arrange(.zoneChosen("other"))
    #expect(draft[.zone] == "Europe/London" && draft.typesZone)
    // A name of the list while it is typed does not take the field away.
    store.arrange(.termTyped(.zone, "Asia/Seoul"))
    #expect(draft.typesZone)
    for bad in ["", "Seoul", "/Seoul", "Asia/", "아시아/서울", "Asia/ Seoul"] {
      store.arrange(.termTyped(.zone, bad))
      #expect(draft.faults == [.term(.zone)], "\(bad)")
    }
    store.arrange(.termTyped(.zone, "Asia/Nowhere"))
    #expect(draft.faults.isEmpty)
    store.arrange(.saveTapped)
    store.arrange(.answered(Hours.saveTag, reply(APIError.badRequest.response)))
    let refused = try #require(Hours.terms(store.state, .ko, when)?.groups[0].fields.first)
    #expect(refused.term == .zone && refused.fault == "없는 시간대예요. 지역/도시로 적어 주세요")
    store.arrange(.termTyped(.zone, "Asia/Pyongyang"))
    #expect(Hours.terms(store.state, .ko, when)?.groups[0].fields.first?.isBad == false)
  }

  @Test func settingsSayWhatTheyAre() throws {
    show()
    let model = try #require(Hours.terms(store.state, .ko, when))
    #expect(model.groups.map(\.title) == ["예약 규칙", "진료비와 취소", "환자가 보는 소개"])
    #expect(model.groups[1].fields.map(\.value) == ["30000", "24", "3", "50"])
    #expect(model.groups[1].fields[0].label == "진료비 (KRW)")
    #expect(!model.groups[0].fields.contains { $0.term == .approvalHours })
    store.arrange(.approvalTapped)
    store.arrange(.languageTapped("en"))
    let changed = try #require(Hours.terms(store.state, .ko, when))
    #expect(changed.groups[0].fields.contains { $0.term == .approvalHours })
    #expect(changed.languages.map(\.isOn) == [false, true, false, false])
    #expect(changed.foot.canSave && changed.foot.status == "저장하지 않은 변경이 있어요")
  }
}
