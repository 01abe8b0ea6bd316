import MoneySimulation
import Storage
import Wire

/// A fault put around the server's own code on purpose: where its parts are joined, where it writes, what reaches it.
public enum RealMutant: String, CaseIterable, Sendable {
  /// What is written is not synced: an answer is given before its cause is durable.
  case unsynced
  /// The reservation is confirmed in a transaction of its own, after the order's.
  case confirmedApart
  /// A slot is said to be taken again, and is not.
  case takenAgainUnseen
  /// The doctor's no does not reach the order.
  case declineUnheard
  /// What was paid in time is given back as well when the reservation ends.
  case refundIsAlwaysWhole
  /// A repeat is a new request.
  case keyIgnored
  /// A cancellation is taken whatever refund its patient was shown.
  case shownRefundIgnored
  /// Nobody asks the provider unless somebody says that something happened.
  case noSweep

  /// Puts each of them in, and sees it found within so many seeds.
  public static func areFound(by wish: MoneyWish, within seeds: UInt64) throws -> Bool {
    try allCases.reduce(true) { isFound, mutant in
      try wish.finds(mutant.rawValue, within: seeds) { try RealDesk(seed: $0, provider: $1, mutant: mutant) } && isFound
    }
  }

  func spoil(_ port: inout ReservationPort, _ store: DataStore, _ surroundings: DeskSurroundings) {
    let confirm = port.confirm
    if self == .confirmedApart {
      port.confirm = { _, id, now in
        surroundings.add { _ = try? await store.write { try confirm($0, id, now) } }
        return .taken
      }
    }
    if self == .takenAgainUnseen { port.takeAgain = { _, _, _ in true } }
  }

  func spoil(_ port: inout OrderPort) {
    let ended = port.ended
    switch self {
    case .declineUnheard:
      port.ended = { tables, id, end, refund, account, now in
        if end != .declined { try ended(tables, id, end, refund, account, now) }
      }
    case .refundIsAlwaysWhole:
      port.ended = { tables, id, end, _, account, now in
        try ended(tables, id, end, .max, account, now)
      }
    default: break
    }
  }
}
