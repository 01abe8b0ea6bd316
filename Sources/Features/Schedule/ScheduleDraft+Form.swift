import BookingContract
import Domain
import FeatureCore
import Payment
import Wire

extension ScheduleDraft {
  /// What cannot be sent so.
  public enum Fault: Hashable, Sendable {
    case rule(Int)
    case exception(Int)
    case term(Term)
  }

  /// The form, and what is wrong; sent only where nothing is.
  func form() -> (form: ScheduleForm, faults: Set<Fault>) {
    var form = base
    var faults: Set<Fault> = []
    func number(_ term: Term, _ range: ClosedRange<Int>) -> Int {
      if let number = Self.number(self[term]), range.contains(number) { return number }
      faults.insert(.term(term))
      return range.lowerBound
    }
    form.needsApproval = needsApproval
    form.languages = languages
    form.slotMinutes = number(.slotMinutes, 5...480)
    if form.slotMinutes % 5 != 0 { faults.insert(.term(.slotMinutes)) }
    form.horizonDays = number(.horizonDays, 1...366)
    form.approvalHours = number(.approvalHours, 1...336)
    form.policy.freeHours = number(.freeHours, 0...720)
    form.policy.partHours = number(.partHours, 0...720)
    form.policy.partPercent = number(.partPercent, 0...100)
    if form.policy.partHours > form.policy.freeHours { faults.insert(.term(.partHours)) }
    form.leadMinutes = number(.leadMinutes, 0...43_200)
    if let fee = fee { form.fee = fee } else { faults.insert(.term(.fee)) }
    form.zone = trimmed(self[.zone])
    if !ClinicZones.isName(form.zone) { faults.insert(.term(.zone)) }
    form.specialty = trimmed(self[.specialty])
    form.introduction = trimmed(self[.introduction])
    form.answerTime = trimmed(self[.answerTime])
    form.rules = rules.compactMap { rule in
      guard let (from, to) = Self.span(rule.from, rule.to) else {
        faults.insert(.rule(rule.id))
        return nil
      }
      return ClinicHours(weekday: rule.weekday, from: from, to: to)
    }
    form.exceptions = exceptions.compactMap { exception in
      let read = Self.read(exception)
      if read == nil { faults.insert(.exception(exception.id)) }
      return read
    }
    return (form, faults)
  }

  public var faults: Set<Fault> { form().faults }
  /// Whether there is something to save.
  public var isChanged: Bool {
    var (form, faults) = self.form()
    form.rules = Self.sorted(form.rules)
    var kept = base
    kept.rules = Self.sorted(kept.rules)
    return !faults.isEmpty || form != kept
  }

  private static func sorted(_ rules: [ClinicHours]) -> [ClinicHours] {
    rules.ordered { ($0.weekday, $0.from.minutes) < ($1.weekday, $1.from.minutes) }
  }

  private var fee: Int64? {
    let text = trimmed(self[.fee])
    guard let currency = Currency(base.currency) else { return nil }
    return Money(decimal: text, currency)?.amount
  }

  private static func read(_ exception: Exception) -> ScheduleException? {
    guard let date = CalendarDate(wire: exception.date), exception.note.utf8.count <= 600 else { return nil }
    if exception.kind == .closed && exception.from.isEmpty && exception.to.isEmpty {
      return ScheduleException(date: date, kind: .closed, note: exception.note)
    }
    guard let (from, to) = span(exception.from, exception.to) else { return nil }
    return ScheduleException(date: date, kind: exception.kind, from: from, to: to, note: exception.note)
  }

  /// On cells of five minutes; an end at midnight is the end of the day.
  static func span(_ from: String, _ to: String) -> (ClockTime, ClockTime)? {
    guard let from = ClockTime(text: from), var to = ClockTime(text: to) else { return nil }
    if to.minutes == 0, let end = ClockTime(minutes: 1440) { to = end }
    guard from < to, from.minutes % 5 == 0, to.minutes % 5 == 0 else { return nil }
    return (from, to)
  }

  static func number(_ text: String) -> Int? {
    let digits = trimmed(text).utf8
    guard !digits.isEmpty, digits.count <= 6 else { return nil }
    var number = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}
