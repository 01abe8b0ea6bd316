import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// The editor of working hours: seven days, and the days that are otherwise.
public struct HoursModel {
  public struct Span: Equatable {
    public var id: Int
    public var from: String
    public var to: String
    public var fromLabel: String
    public var toLabel: String
    public var removeLabel: String
    /// nil while it is right, or nobody has tried to save.
    public var fault: String?
  }

  public struct Day: Equatable {
    /// 1 (Monday) … 7
    public var weekday: Int
    public var name: String
    public var spans: [Span]
    public var addLabel: String
    /// nil where there is nothing to copy.
    public var copyLabel: String?
  }

  public struct Kind: Equatable {
    public var kind: ScheduleException.Kind
    public var label: String
    public var isChosen: Bool
  }

  public struct Exception: Equatable {
    public var span: Span
    public var date: String
    public var dateLabel: String
    public var kinds: [Kind]
    public var kindLabel: String
    public var hasTimes: Bool
    public var note: String
    public var noteLabel: String
  }

  public var title: String
  public var days: [Day]
  public var offText: String
  public var exceptionsTitle: String
  public var exceptionsHint: String
  public var exceptions: [Exception]
  public var addExceptionLabel: String
  public var tomorrow: CalendarDate
  public var isLoading: Bool
  public var foot: SaveModel
}

/// The foot of both editors: what is saved, and the way to save.
public struct SaveModel: Equatable {
  public var label: String
  public var isBusy: Bool
  public var canSave: Bool
  /// Said to screen readers when it changes.
  public var status: String
  public var isBad: Bool
  /// nil unless the server has a newer one.
  public var reloadLabel: String?
}

extension Hours {
  static func foot(_ state: State, _ l: Language) -> SaveModel {
    let isChanged = state.draft.value?.isChanged ?? false
    let hasFaults = state.showsFaults && !(state.draft.value?.faults.isEmpty ?? true)
    var status = isChanged ? HoursWords.unsaved(l) : state.isSaved ? HoursWords.saved(l) : ""
    if let failure = state.failure { status = BookingWords.refusal(failure, l) }
    if state.isOutdated { status = HoursWords.outdated(l) }
    if hasFaults { status = HoursWords.faults(l) }
    return SaveModel(
      label: ScheduleWords.save(l), isBusy: state.isSaving, canSave: isChanged && !state.isOutdated, status: status,
      isBad: hasFaults || state.isOutdated || !state.failure.isNone,
      reloadLabel: state.isOutdated ? HoursWords.reload(l) : nil)
  }

  /// nil where there is nothing to edit: `page` says why.
  public static func model(
    _ state: State, _ l: Language, _ when: When, today: CalendarDate
  ) -> HoursModel? {
    guard let draft = state.draft.value else { return nil }
    let faults = state.showsFaults ? draft.faults : []
    let days = (1...7).map { weekday in
      let name = when.weekday(weekday - 1)
      let spans = draft.rules.filter { $0.weekday == weekday }.map { rule in
        span(rule.id, rule.from, rule.to, name, faults.contains(.rule(rule.id)), l)
      }
      return HoursModel.Day(
        weekday: weekday, name: name, spans: spans, addLabel: name + " " + HoursWords.add(l),
        copyLabel: spans.isEmpty ? nil : HoursWords.copy(l))
    }
    return HoursModel(
      title: ScheduleWords.hours(l), days: days, offText: HoursWords.off(l),
      exceptionsTitle: HoursWords.exceptions(l), exceptionsHint: HoursWords.exceptionsHint(l),
      exceptions: draft.exceptions.map { exception($0, faults.contains(.exception($0.id)), l) },
      addExceptionLabel: HoursWords.addException(l), tomorrow: today.plus(1), isLoading: false,
      foot: foot(state, l))
  }

  private static func span(
    _ id: Int, _ from: String, _ to: String, _ name: String, _ isBad: Bool, _ l: Language
  ) -> HoursModel.Span {
    HoursModel.Span(
      id: id, from: from, to: to, fromLabel: name + " " + HoursWords.from(l), toLabel: name + " " + HoursWords.to(l),
      removeLabel: name + " " + from + " " + HoursWords.remove(l), fault: isBad ? HoursWords.bad(l) : nil)
  }

  private static func exception(
    _ exception: ScheduleDraft.Exception, _ isBad: Bool, _ l: Language
  ) -> HoursModel.Exception {
    HoursModel.Exception(
      span: span(exception.id, exception.from, exception.to, exception.date, isBad, l), date: exception.date,
      dateLabel: HoursWords.date(l),
      kinds: ScheduleException.Kind.allCases.map {
        .init(kind: $0, label: HoursWords.kind($0, l), isChosen: $0 == exception.kind)
      }, kindLabel: HoursWords.kind(l), hasTimes: exception.kind != .closed || !exception.from.isEmpty,
      note: exception.note, noteLabel: HoursWords.memo(l))
  }
}
