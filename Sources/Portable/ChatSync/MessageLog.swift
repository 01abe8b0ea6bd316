import Domain

/// The known messages of a room in the order of `seq`, and how much of them is proven to be complete.
public struct MessageLog: Equatable, Sendable {
  public private(set) var messages: [Message] = []
  /// Every message of the room up to this seq is known. Above it something may be missing.
  public private(set) var provenThrough: Int64 = 0
  /// How many of `messages` are proven.
  public private(set) var provenCount = 0

  /// No room gets that far; what claims to be beyond is refused.
  public static let highestSeq: Int64 = 1 << 53

  public init() {}

  public var newestSeq: Int64 { messages.last?.seq ?? 0 }

  /// The newest message below the first place where something may be missing.
  public var newestProven: Message? { provenCount > 0 ? messages[provenCount - 1] : nil }

  /// Something is missing between known messages, or before the first of them.
  public var hasGap: Bool { provenCount < messages.count }

  /// Whether nothing can lie between the message at that index and the one before it (the room's start for the first).
  public func isContiguous(at index: Int) -> Bool {
    if index < provenCount { return true }
    return messages[index].seq == (index == 0 ? 0 : messages[index - 1].seq) + 1
  }

  /// - Returns: false where it was known already, or cannot be right.
  @discardableResult
  public mutating func insert(_ message: Message) -> Bool {
    guard message.seq > 0, message.seq <= Self.highestSeq else { return false }
    let index = position(of: message.seq)
    if index < messages.count, messages[index].seq == message.seq {
      if messages[index].updatedAt < message.updatedAt { messages[index] = message }
      return false
    }
    messages.insert(message, at: index)
    if index < provenCount {
      provenCount += 1
    } else {
      advance()
    }
    return true
  }

  /// The server has shown all that it had up to this seq.
  public mutating func prove(through seq: Int64) {
    guard seq > provenThrough, seq <= Self.highestSeq else { return }
    provenThrough = seq
    advance()
  }

  /// The first index whose message has this seq or a higher one.
  public func position(of seq: Int64) -> Int {
    if newestSeq < seq { return messages.count }
    var low = 0
    var high = messages.count
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].seq < seq { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func advance() {
    while provenCount < messages.count, messages[provenCount].seq <= provenThrough + 1 {
      provenThrough = max(provenThrough, messages[provenCount].seq)
      provenCount += 1
    }
  }
}
