/// The offsets of one time zone over the years that an app shows, so that past days keep the summer time they had.
public struct ZoneOffsets: Equatable, Sendable {
  public struct Change: Equatable, Sendable {
    public let from: Timestamp
    public let minutesEastOfUTC: Int

    public init(from: Timestamp, minutesEastOfUTC: Int) {
      self.from = from
      self.minutesEastOfUTC = minutesEastOfUTC
    }
  }

  /// Ascending; the first one also holds for all time before it.
  public let changes: [Change]

  public init(_ changes: [Change]) {
    self.changes = changes
  }

  public static let utc = ZoneOffsets([])

  public func minutesEastOfUTC(at instant: Timestamp) -> Int {
    (changes.last { $0.from <= instant } ?? changes.first)?.minutesEastOfUTC ?? 0
  }
}
