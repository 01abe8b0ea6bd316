import Wire

/// Computes what can be reserved from a doctor's rules.
///
/// The grid of slots starts anew with each span of working time. Where clocks change, a slot whose wall time is skipped
/// does not exist, and one whose wall time comes twice exists once, the first time. A slot is as long as always in real
/// time: it never reaches beyond the end of the working time, and the next one starts when it is over.
public struct SlotFinder: Sendable {
  public let schedule: DoctorSchedule
  public let zone: TimeZoneRules
  private let week: [[DaySpan]]
  private let specialDays: Set<Int64>

  /// - Parameter schedule: sound rules (`DoctorSchedule.check`); others lead to no slots.
  public init(schedule: DoctorSchedule, zone: TimeZoneRules) {
    self.schedule = schedule
    self.zone = zone
    week = Weekday.allCases.map { schedule.rules.spans(on: $0) }
    specialDays = Set(schedule.exceptions.map(\.date.daysSinceEpoch))
  }

  /// The slots that start on some days of the doctor's calendar, in order. Those that are taken are among them; those
  /// that are too near or too far to be taken at `now` are not.
  public func slots(from date: CalendarDate, days: Int, busy: BusyCells, now: Timestamp) -> [Slot] {
    let today = zone.date(at: now).daysSinceEpoch
    let first = max(date.daysSinceEpoch, today)
    let end = min(
      date.daysSinceEpoch + Int64(max(days, 0)), today + Int64(schedule.horizonDays) + 1)
    guard first < end, schedule.slotMinutes > 0 else { return [] }
    // Clocks are at most 26 hours from UTC.
    let eras = zone.eras(first * 86_400 - 26 * 3600, end * 86_400 + 26 * 3600)
    var search = Search(
      length: Int64(schedule.slotMinutes), eras: eras, busy: busy, firstStart: schedule.firstStart(at: now))
    for day in first..<end { search.add(day, spans(day)) }
    return search.slots
  }

  /// The slot that starts at an instant; nil where the rules make none that could be taken at `now`.
  public func slot(start: Timestamp, busy: BusyCells, now: Timestamp) -> Slot? {
    slots(from: zone.date(at: start), days: 1, busy: busy, now: now).first { $0.start == start }
  }

  /// The next slots that are free.
  public func nextFree(_ count: Int, busy: BusyCells, now: Timestamp) -> [Slot] {
    var free: [Slot] = []
    var date = zone.date(at: now)
    let end = date.adding(days: schedule.horizonDays)
    while free.count < count, date <= end {
      free += slots(from: date, days: 7, busy: busy, now: now).filter(\.isFree)
      date = date.adding(days: 7)
    }
    return Array(free.prefix(max(count, 0)))
  }

  private func spans(_ day: Int64) -> [DaySpan] {
    if specialDays.contains(day) { return schedule.spans(on: CalendarDate(daysSinceEpoch: day)) }
    // 1970-01-01 was a Thursday.
    return week[Int(((day + 3) % 7 + 7) % 7)]
  }
}

/// What a doctor's reservations occupy.
public struct BusyCells: Equatable, Sendable {
  private let cells: [Int64]

  /// In any order, also with repeats.
  public init(_ cells: [Int64] = []) {
    // As a rule they come in order, and there are thousands.
    let isInOrder = cells.indices.dropFirst().allSatisfy { cells[$0 - 1] <= cells[$0] }
    self.cells = isInOrder ? cells : cells.ordered { $0 < $1 }
  }

  public func isFree(_ range: Range<Int64>) -> Bool {
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low == cells.count || cells[low] >= range.upperBound
  }
}

private struct Search {
  let length: Int64
  let eras: [TimeZoneRules.Era]
  let busy: BusyCells
  let firstStart: Timestamp
  var slots: [Slot] = []
  private var era = 0
  private var lastEnd = Int64.min

  init(length: Int64, eras: [TimeZoneRules.Era], busy: BusyCells, firstStart: Timestamp) {
    self.length = length
    self.eras = eras
    self.busy = busy
    self.firstStart = firstStart
  }

  mutating func add(_ day: Int64, _ spans: [DaySpan]) {
    guard !spans.isEmpty else { return }
    let midnight = day * 86_400
    while era + 1 < eras.count, midnight - eras[era].type.offset >= eras[era].end { era += 1 }
    let offset = eras[era].type.offset
    if midnight - offset >= eras[era].start, midnight + 86_400 - offset <= eras[era].end {
      for span in spans { addSteady(midnight, span, CalendarDate(daysSinceEpoch: day), offset) }
    } else {
      for span in spans { addChanging(midnight, span) }
    }
  }

  /// On a day without a change of the clocks.
  private mutating func addSteady(_ midnight: Int64, _ span: DaySpan, _ date: CalendarDate, _ offset: Int64) {
    var minute = span.from.minutes
    while minute + Int(length) <= span.to.minutes {
      if let time = TimeOfDay(minutes: minute) {
        append(midnight + Int64(minute) * 60 - offset, WallTime(date: date, time: time), offset)
      }
      minute += Int(length)
    }
  }

  private mutating func addChanging(_ midnight: Int64, _ span: DaySpan) {
    let end: Int64
    switch TimeZoneRules.meaning(midnight + Int64(span.to.minutes) * 60, eras) {
    case .once(let instant), .gap(let instant), .fold(let instant, _): end = TimeZoneRules.seconds(instant)
    }
    for minute in stride(from: Int64(span.from.minutes), to: Int64(span.to.minutes), by: Int64.Stride(length)) {
      let shown = midnight + minute * 60
      let start: Int64
      switch TimeZoneRules.meaning(shown, eras) {
      case .once(let instant), .fold(let instant, _): start = TimeZoneRules.seconds(instant)
      case .gap: continue
      }
      guard start >= lastEnd, start + length * 60 <= end else { continue }
      append(start, WallTime(minutesSinceEpoch: TimeZoneRules.floor(shown, 60)), shown - start)
    }
  }

  private mutating func append(_ start: Int64, _ local: WallTime, _ offset: Int64) {
    let from = Timestamp(milliseconds: start * 1000)
    lastEnd = start + length * 60
    guard from >= firstStart else { return }
    let to = Timestamp(milliseconds: lastEnd * 1000)
    slots.append(
      Slot(
        start: from, end: to, local: local, offsetMinutes: Int(offset / 60),
        isFree: busy.isFree(Cells.covering(from, to))))
  }
}
