import Booking
import Storage
import Wire

extension ScheduleRow {
  /// The rules as the slot finder takes them. What cannot be read is left out: it makes no slots.
  var booking: DoctorSchedule {
    DoctorSchedule(
      zone: zone, slotMinutes: Int(clamping: slotMinutes), leadMinutes: Int(clamping: leadMinutes),
      horizonDays: Int(clamping: horizonDays), needsApproval: needsApproval,
      approvalHours: Int(clamping: approvalHours),
      policy: policy.policy,
      rules: WeekRules(
        rules.compactMap { rule in
          guard let weekday = Weekday(rawValue: Int(clamping: rule.weekday) &- 1),
            let span = Self.span(rule.from, rule.to)
          else { return nil }
          return WeekRule(weekday: weekday, span: span)
        }),
      exceptions: exceptions.compactMap { exception in
        guard let date = CalendarDate(text: exception.date),
          let kind = RuleException.Kind(rawValue: exception.kind)
        else { return nil }
        var span: DaySpan?
        if let from = exception.from, let to = exception.to {
          guard let read = Self.span(from, to) else { return nil }
          span = read
        }
        return RuleException(date: date, kind: kind, span: span, note: exception.note)
      })
  }

  private static func span(_ from: Int64, _ to: Int64) -> DaySpan? {
    guard let from = TimeOfDay(minutes: Int(clamping: from)), let to = TimeOfDay(minutes: Int(clamping: to)) else {
      return nil
    }
    return DaySpan(from: from, to: to)
  }
}
