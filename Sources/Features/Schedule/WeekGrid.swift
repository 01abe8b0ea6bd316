import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// A week as a table of hours: which are shown, how tall they are, and where something stands among them.
public struct WeekGrid: Equatable, Sendable {
  /// A stretch of a day.
  public struct Block: Equatable, Sendable {
    /// Thousandths of the table's height.
    public var top: Int
    /// CSS pixels.
    public var height: Int
  }

  public private(set) var firstHour: Int
  public private(set) var hours: Int
  /// CSS pixels.
  public private(set) var hourHeight: Int

  static let ordinary = (from: 540, to: 1080)

  /// Every hour in which somebody works or is seen; those of an ordinary day where nobody does.
  /// - Parameters:
  ///   - spans: minutes of a day, from and to, of all that is shown.
  ///   - shortest: minutes of the shortest stretch that is to be pressed.
  init(_ spans: [(from: Int, to: Int)], shortest: Int) {
    var (from, to) = spans.first ?? Self.ordinary
    for span in spans { (from, to) = (min(from, span.from), max(to, span.to)) }
    firstHour = from / 60
    hours = max(1, (to + 59) / 60 - firstHour)
    hourHeight = min(max(Self.leastHour, Self.leastPress * 60 / max(shortest, 1)), Self.mostHour)
  }

  private static let leastHour = 64
  private static let mostHour = 288
  /// A finger finds it.
  private static let leastPress = 44
  /// The least that can still be told from its neighbour.
  private static let leastBlock = 22

  public var height: Int { hours * hourHeight }
  public var labels: [String] { (0..<hours).compactMap { ClockTime(minutes: (firstHour + $0) * 60)?.text } }

  /// nil outside the hours that are shown.
  func place(_ minute: Int) -> Int? {
    let offset = minute - firstHour * 60
    return (0...hours * 60).contains(offset) ? offset * 1000 / (hours * 60) : nil
  }

  func block(from: Int, to: Int) -> Block {
    let (first, last) = (firstHour * 60, (firstHour + hours) * 60)
    let (from, to) = (min(max(from, first), last), min(max(to, first), last))
    return Block(
      top: (from - first) * 1000 / (hours * 60), height: max((to - from) * hourHeight / 60, Self.leastBlock))
  }

  /// The hours in which nobody works.
  func closed(_ open: [WorkingSpan]) -> [Block] {
    var blocks: [Block] = []
    var at = firstHour * 60
    for span in open {
      if at < span.from { blocks.append(block(from: at, to: span.from)) }
      at = max(at, span.to)
    }
    if at < (firstHour + hours) * 60 { blocks.append(block(from: at, to: (firstHour + hours) * 60)) }
    return blocks
  }
}

extension Board.State {
  /// Of the reservations that are shown, on the clinic's wall.
  func grid(_ list: [Reservation]) -> WeekGrid {
    var spans = list.compactMap { $0.minutes }
    var shortest = schedule?.slotMinutes ?? 30
    for span in spans { shortest = min(shortest, max(5, span.to - span.from)) }
    guard let schedule else { return WeekGrid(spans + [WeekGrid.ordinary], shortest: shortest) }
    for day in 0..<7 {
      spans += schedule.workingTime(on: range.from.plus(day)).map { ($0.from, $0.to) }
    }
    return WeekGrid(spans, shortest: shortest)
  }

  /// What the clinic's clock shows now; nil until it is known.
  var wall: (date: CalendarDate, minutes: Int)? {
    guard let offset else { return nil }
    let minutes = now.milliseconds / 60_000 + Int64(offset)
    let day = minutes >= 0 ? minutes / 1440 : (minutes - 1439) / 1440
    return (CalendarDate(daysSinceEpoch: day), Int(minutes - day * 1440))
  }
}

extension Reservation {
  /// Of its day on the clinic's wall; nil without a time.
  var minutes: (from: Int, to: Int)? {
    guard let start, let local = localStart else { return nil }
    let length = end.map { Int(max(0, min(1440, ($0.milliseconds - start.milliseconds) / 60_000))) } ?? 30
    return (local.clock.minutes, min(1440, local.clock.minutes + max(length, 5)))
  }
}
