import BookingContract
import Wire

/// Minutes of a day on the clinic's wall, `from` inclusive.
struct WorkingSpan: Equatable {
  var from: Int
  var to: Int
}

extension ScheduleForm {
  /// When the doctor works on a date, in order: the week's hours or, on a closed day, none; extra hours beside them;
  /// less what is paused. The times that can be reserved, the server alone computes.
  func workingTime(on date: CalendarDate) -> [WorkingSpan] {
    var isClosed = false
    var extra: [WorkingSpan] = []
    var holes: [WorkingSpan] = []
    for exception in exceptions where exception.date == date {
      guard let from = exception.from, let to = exception.to else {
        isClosed = true
        continue
      }
      let span = WorkingSpan(from: from.minutes, to: to.minutes)
      if exception.kind == .extra { extra.append(span) } else { holes.append(span) }
    }
    let weekday = date.weekday.rawValue + 1
    for rule in rules where !isClosed && rule.weekday == weekday {
      extra.append(WorkingSpan(from: rule.from.minutes, to: rule.to.minutes))
    }
    var spans = WorkingSpan.joined(extra)
    for hole in holes { spans = spans.flatMap { $0.without(hole) } }
    return spans
  }
}

extension WorkingSpan {
  fileprivate static func joined(_ spans: [WorkingSpan]) -> [WorkingSpan] {
    var result: [WorkingSpan] = []
    for span in spans.ordered({ $0.from < $1.from }) where span.from < span.to {
      if let last = result.last, span.from <= last.to {
        result[result.count - 1].to = max(last.to, span.to)
      } else {
        result.append(span)
      }
    }
    return result
  }

  fileprivate func without(_ hole: WorkingSpan) -> [WorkingSpan] {
    guard hole.from < to, from < hole.to else { return [self] }
    var left: [WorkingSpan] = []
    if from < hole.from { left.append(WorkingSpan(from: from, to: hole.from)) }
    if hole.to < to { left.append(WorkingSpan(from: hole.to, to: to)) }
    return left
  }
}
