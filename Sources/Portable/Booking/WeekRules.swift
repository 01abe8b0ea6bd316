import Wire

/// A span of one day's wall clock, `from` inclusive, `to` exclusive.
public struct DaySpan: Hashable, Sendable {
  public let from: TimeOfDay
  public let to: TimeOfDay

  public init(from: TimeOfDay, to: TimeOfDay) {
    self.from = from
    self.to = to
  }

  /// Not empty, and on cells of five minutes.
  public var isSound: Bool { from < to && from.minutes % 5 == 0 && to.minutes % 5 == 0 }
}

/// One line of a week: on every `weekday`, from … to.
public struct WeekRule: Hashable, Sendable {
  public var weekday: Weekday
  public var span: DaySpan

  public init(weekday: Weekday, span: DaySpan) {
    self.weekday = weekday
    self.span = span
  }
}

/// When a doctor works in a week without exceptions. Spans of one day that touch or overlap are one span.
public struct WeekRules: Equatable, Sendable {
  public var rules: [WeekRule]

  public init(_ rules: [WeekRule]) {
    self.rules = rules
  }

  public func spans(on weekday: Weekday) -> [DaySpan] {
    rules.filter { $0.weekday == weekday }.map(\.span).joined()
  }
}

/// What is otherwise on one date.
public struct RuleException: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The rules of the week do not count on this date (a holiday); extra hours of the date do. With a span, nobody is
    /// treated in it.
    case closed
    /// Hours beside the rules of the week.
    case extra
    /// A span in which nobody is treated (lunch, a meeting): taken from the rules and from extra hours.
    case pause
  }

  public var date: CalendarDate
  public var kind: Kind
  /// nil, with `closed` only: the whole day.
  public var span: DaySpan?
  public var note: String

  public init(date: CalendarDate, kind: Kind, span: DaySpan? = nil, note: String = "") {
    self.date = date
    self.kind = kind
    self.span = span
    self.note = note
  }
}

extension [DaySpan] {
  /// In order, without overlaps, without empty ones.
  func joined() -> [DaySpan] {
    var result: [DaySpan] = []
    for span in filter({ $0.from < $0.to }).ordered({ $0.from < $1.from }) {
      if let last = result.last, span.from <= last.to {
        result[result.count - 1] = DaySpan(from: last.from, to: Swift.max(last.to, span.to))
      } else {
        result.append(span)
      }
    }
    return result
  }

  /// What is left of spans that are in order and do not overlap.
  func without(_ hole: DaySpan) -> [DaySpan] {
    guard hole.from < hole.to else { return self }
    var result: [DaySpan] = []
    for span in self {
      if hole.to <= span.from || span.to <= hole.from {
        result.append(span)
        continue
      }
      if span.from < hole.from { result.append(DaySpan(from: span.from, to: hole.from)) }
      if hole.to < span.to { result.append(DaySpan(from: hole.to, to: span.to)) }
    }
    return result
  }
}
