import BookingContract
import Domain
import FeatureCore
import Payment
import Wire

/// A schedule while it is edited: times and numbers are texts, as they stand in their fields.
public struct ScheduleDraft: Equatable, Sendable {
  /// A span of one day of the week.
  public struct Rule: Equatable, Sendable {
    public internal(set) var id: Int
    /// 1 (Monday) … 7
    public internal(set) var weekday: Int
    public internal(set) var from: String
    public internal(set) var to: String
  }

  /// A day that is otherwise.
  public struct Exception: Equatable, Sendable {
    public internal(set) var id: Int
    public internal(set) var date: String
    public internal(set) var kind: ScheduleException.Kind
    public internal(set) var from: String
    public internal(set) var to: String
    public internal(set) var note: String
  }

  public enum Term: String, CaseIterable, Equatable, Sendable {
    case zone, slotMinutes, leadMinutes, horizonDays, approvalHours, fee, freeHours, partHours, partPercent
    case specialty, introduction, answerTime
  }

  public internal(set) var rules: [Rule] = []
  public internal(set) var exceptions: [Exception] = []
  public internal(set) var needsApproval: Bool
  public internal(set) var languages: [String]
  /// The zone is none of the list.
  public internal(set) var typesZone: Bool
  private var terms: [String]
  /// What the server has.
  let base: ScheduleForm
  private var lastID = 0

  public init(_ form: ScheduleForm) {
    base = form
    needsApproval = form.needsApproval
    languages = form.languages
    typesZone = !ClinicZones.names.contains(form.zone)
    terms = Term.allCases.map { _ in "" }
    let fee = Currency(form.currency).map { Money(form.fee, $0).decimal } ?? "\(form.fee)"
    let texts: [(Term, String)] = [
      (.zone, form.zone), (.slotMinutes, "\(form.slotMinutes)"), (.leadMinutes, "\(form.leadMinutes)"),
      (.horizonDays, "\(form.horizonDays)"), (.approvalHours, "\(form.approvalHours)"), (.fee, fee),
      (.freeHours, "\(form.policy.freeHours)"), (.partHours, "\(form.policy.partHours)"),
      (.partPercent, "\(form.policy.partPercent)"), (.specialty, form.specialty),
      (.introduction, form.introduction), (.answerTime, form.answerTime),
    ]
    for (term, text) in texts { self[term] = text }
    for rule in form.rules { add(Self.text(rule.from), Self.text(rule.to), on: rule.weekday) }
    for exception in form.exceptions {
      exceptions.append(
        Exception(
          id: newID(), date: exception.date.wireText, kind: exception.kind, from: Self.text(exception.from),
          to: Self.text(exception.to), note: exception.note))
    }
    sort()
  }

  public internal(set) subscript(term: Term) -> String {
    get { terms[Self.place(term)] }
    set { terms[Self.place(term)] = newValue }
  }

  private static func place(_ term: Term) -> Int { Term.allCases.firstIndex(of: term) ?? 0 }

  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func add(_ from: String, _ to: String, on weekday: Int) {
    rules.append(Rule(id: newID(), weekday: weekday, from: from, to: to))
  }

  mutating func sort() {
    rules = rules.ordered { ($0.weekday, Self.minutes($0.from)) < ($1.weekday, Self.minutes($1.from)) }
  }

  private static func minutes(_ text: String) -> Int { ClockTime(text: text)?.minutes ?? 1440 }

  /// The end of a day stands as `00:00` in a field for times.
  private static func text(_ clock: ClockTime?) -> String {
    guard let clock else { return "" }
    return clock.minutes == 1440 ? "00:00" : clock.text
  }
}
