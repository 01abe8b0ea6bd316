import Wire

/// What a patient gets back who cancels: everything until `freeHours` before the start, `partPercent` of it until
/// `partHours` before, and then nothing. A doctor who cancels gives everything back.
public struct CancelPolicy: Hashable, Sendable {
  public var freeHours: Int
  public var partHours: Int
  /// 0…100
  public var partPercent: Int

  public init(freeHours: Int, partHours: Int, partPercent: Int) {
    self.freeHours = freeHours
    self.partHours = partHours
    self.partPercent = partPercent
  }

  public static let standard = CancelPolicy(freeHours: 24, partHours: 3, partPercent: 50)

  /// 30 days at most, the part inside the free time.
  public var isSound: Bool {
    (0...720).contains(freeHours) && (0...freeHours).contains(partHours) && (0...100).contains(partPercent)
  }
}

extension CancelPolicy {
  /// What part a patient who cancels at `now` gets back: 0…100. All of it as long as there is no time yet.
  public func percent(start: Timestamp?, now: Timestamp) -> Int {
    guard let start else { return 100 }
    let left = start.adding(milliseconds: now.milliseconds == .min ? .max : -now.milliseconds).milliseconds
    if left <= 0 { return 0 }
    if left >= Int64(freeHours) * 3_600_000 { return 100 }
    return left >= Int64(partHours) * 3_600_000 ? partPercent : 0
  }

  /// The refund in minor units of the currency. A part of a unit is rounded up, in favour of the patient; the sum is
  /// never more than what was paid and is still there.
  public func refund(paid: Int64, refunded: Int64 = 0, start: Timestamp?, now: Timestamp) -> Int64 {
    guard paid > 0, refunded < paid else { return 0 }
    return min(Self.share(of: paid, percent: percent(start: start, now: now)), paid - max(refunded, 0))
  }

  /// Rounded up; exact for every amount.
  static func share(of amount: Int64, percent: Int) -> Int64 {
    amount / 100 * Int64(percent) + (amount % 100 * Int64(percent) + 99) / 100
  }

  /// Until when all, and until when a part, is given back to who cancels a reservation that starts then.
  public func limits(start: Timestamp) -> (free: Timestamp, part: Timestamp) {
    (
      start.adding(milliseconds: -Int64(freeHours) * 3_600_000),
      start.adding(milliseconds: -Int64(partHours) * 3_600_000)
    )
  }
}
