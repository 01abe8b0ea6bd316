import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// The editor of a doctor's schedule. Both of its places edit one draft, which is saved as a whole.
public enum Hours: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var draft = Loaded<ScheduleDraft>.loading
    public internal(set) var isSaving = false
    public internal(set) var isSaved = false
    /// Faults are said once somebody has tried to save.
    public internal(set) var showsFaults = false
    /// The server has a newer one: what was typed here stays until it is thrown away.
    public internal(set) var isOutdated = false
    public internal(set) var failure: CallFailure?
    /// A name that the server does not know.
    var unknownZone: String?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case ruleAdded(weekday: Int)
    case ruleFromTyped(Int, String)
    case ruleToTyped(Int, String)
    case ruleRemoved(Int)
    /// The hours of a day for Monday to Friday.
    case copiedToWeekdays(from: Int)
    case exceptionAdded(CalendarDate)
    case exceptionDateTyped(Int, String)
    case exceptionKindTapped(Int, ScheduleException.Kind)
    case exceptionFromTyped(Int, String)
    case exceptionToTyped(Int, String)
    case exceptionNoteTyped(Int, String)
    case exceptionRemoved(Int)
    case termTyped(ScheduleDraft.Term, String)
    /// What is not in the list: one that is typed.
    case zoneChosen(String)
    case approvalTapped
    case languageTapped(String)
    case saveTapped
    /// Throws away what was typed and takes what the server has.
    case reloadTapped
    case answered(Tag, HTTPOutcome)
  }

  static let prefix = "schedule/hours/"
  static let loadTag = Tag("schedule/hours/load")
  static let saveTag = Tag("schedule/hours/save")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown:
      state.isSaved = false
      // What is being edited is not taken away by coming back.
      if let draft = state.draft.value, draft.isChanged { return [] }
      return [BookingAPI.schedule.ask(Nothing(), loadTag)]
    case .retryTapped, .reloadTapped:
      state.draft = .loading
      state.isOutdated = false
      state.showsFaults = false
      state.failure = nil
      return [BookingAPI.schedule.ask(Nothing(), loadTag)]
    case .saveTapped: return save(&state)
    case .answered(loadTag, let outcome):
      switch BookingAPI.schedule.outcome(outcome) {
      case .success(let form):
        if state.draft.value?.isChanged != true { state.draft = .value(ScheduleDraft(form)) }
        state.failure = nil
      case .failure(let failure):
        state.draft.fail(failure)
        if state.draft.value.isNone { state.failure = failure }
      }
    case .answered(saveTag, let outcome): saved(&state, outcome)
    case .answered: break
    default:
      guard var draft = state.draft.value else { return [] }
      draft.edit(action)
      state.draft = .value(draft)
      state.isSaved = false
    }
    return []
  }

  private static func save(_ state: inout State) -> [Effect] {
    guard let draft = state.draft.value, !state.isSaving else { return [] }
    let (form, faults) = draft.form()
    state.showsFaults = !faults.isEmpty
    guard faults.isEmpty else { return [] }
    state.isSaving = true
    state.isSaved = false
    state.failure = nil
    return [BookingAPI.changeSchedule.ask(form, saveTag)]
  }

  private static func saved(_ state: inout State, _ outcome: HTTPOutcome) {
    state.isSaving = false
    switch BookingAPI.changeSchedule.outcome(outcome) {
    case .success(let form):
      state.draft = .value(ScheduleDraft(form))
      state.isSaved = true
      state.isOutdated = false
    case .failure(let failure):
      state.failure = failure
      guard case .refused(let error) = failure else { return }
      if error.status == 409 { state.isOutdated = true }
      // All else was looked at before it was sent.
      if error.status == 400, let draft = state.draft.value, draft.typesZone { state.unknownZone = draft[.zone] }
    }
  }
}

extension ScheduleDraft {
  mutating func edit(_ action: Hours.Action) {
    switch action {
    case .ruleAdded(let weekday): addRule(weekday)
    case .ruleFromTyped(let id, let text): changeRule(id) { $0.from = text }
    case .ruleToTyped(let id, let text): changeRule(id) { $0.to = text }
    case .ruleRemoved(let id): rules.removeAll { $0.id == id }
    case .copiedToWeekdays(let weekday):
      let spans = rules.filter { $0.weekday == weekday }
      rules.removeAll { $0.weekday <= 5 && $0.weekday != weekday }
      for day in 1...5 where day != weekday { for span in spans { add(span.from, span.to, on: day) } }
      sort()
    case .exceptionAdded(let date):
      exceptions.append(
        Exception(id: newID(), date: date.wireText, kind: .closed, from: "", to: "", note: ""))
    case .exceptionDateTyped(let id, let text): changeException(id) { $0.date = text }
    case .exceptionKindTapped(let id, let kind):
      changeException(id) { exception in
        exception.kind = kind
        if kind == .closed { (exception.from, exception.to) = ("", "") }
        if kind == .pause, exception.from.isEmpty { (exception.from, exception.to) = ("12:00", "13:00") }
        if kind == .extra, exception.from.isEmpty { (exception.from, exception.to) = ("18:00", "20:00") }
      }
    case .exceptionFromTyped(let id, let text): changeException(id) { $0.from = text }
    case .exceptionToTyped(let id, let text): changeException(id) { $0.to = text }
    case .exceptionNoteTyped(let id, let text): changeException(id) { $0.note = text }
    case .exceptionRemoved(let id): exceptions.removeAll { $0.id == id }
    case .termTyped(let term, let text): self[term] = text
    case .zoneChosen(let zone):
      typesZone = !ClinicZones.names.contains(zone)
      if !typesZone { self[.zone] = zone }
    case .approvalTapped: needsApproval.toggle()
    case .languageTapped(let code):
      if let index = languages.firstIndex(of: code) { languages.remove(at: index) } else { languages.append(code) }
    default: break
    }
  }

  /// After what the day has already.
  private mutating func addRule(_ weekday: Int) {
    let last = rules.last { $0.weekday == weekday }
    switch last.flatMap({ Self.span($0.from, $0.to) })?.1.minutes {
    case .none: add("09:00", last.isNone ? "18:00" : "", on: weekday)
    case .some(let end):
      let from = min(end + 60, 1380)
      let text = { (minutes: Int) in minutes >= 1440 ? "00:00" : ClockTime(minutes: minutes)?.text ?? "" }
      add(text(from), text(min(from + 180, 1440)), on: weekday)
    }
    sort()
  }

  private mutating func changeRule(_ id: Int, _ change: (inout Rule) -> Void) {
    guard let index = rules.firstIndex(where: { $0.id == id }) else { return }
    change(&rules[index])
  }

  private mutating func changeException(_ id: Int, _ change: (inout Exception) -> Void) {
    guard let index = exceptions.firstIndex(where: { $0.id == id }) else { return }
    change(&exceptions[index])
  }
}
