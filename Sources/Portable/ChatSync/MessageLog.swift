import Domain
import Wire

/// The known messages of a room in the order of `seq`, tombstones and hidden ones included. Every number has a message
/// for ever, so two messages are neighbours exactly where their numbers are; a missing number is a gap.
public struct MessageLog: Equatable, Sendable {
  public private(set) var messages: [Message] = []
  /// Messages that went while others, unseen here, may still quote them.
  private(set) var gone: Set<Int64> = []

  /// No room gets that far; what claims to be beyond is refused.
  public static let highestSeq: Int64 = 1 << 53

  /// Orders of outboxes come from clocks; there is room above whatever a clock says.
  static let highestOrder: Int64 = 1 << 52

  public init() {}

  public var newestSeq: Int64 { messages.last?.seq ?? 0 }

  /// Whether nothing can lie between the message at that index and the one before it (the room's start for the first).
  public func isContiguous(at index: Int) -> Bool {
    messages[index].seq == (index == 0 ? 0 : messages[index - 1].seq) + 1
  }

  /// Where the unbroken stretch begins that ends with the newest message.
  public var tailStart: Int {
    var low = 0
    var high = messages.count
    while low < high {
      let middle = (low + high) / 2
      if newestSeq - messages[middle].seq == Int64(messages.count - 1 - middle) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  public var hasGap: Bool { !messages.isEmpty && (tailStart > 0 || messages[0].seq != 1) }

  public func message(at seq: Int64) -> Message? {
    let index = position(of: seq)
    return index < messages.count && messages[index].seq == seq ? messages[index] : nil
  }

  public func message(_ id: ID<Message>) -> Message? { messages.last { $0.id == id } }

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

  /// Takes in what is newer than the known, in any order and repetition.
  /// - Returns: the messages that are new or changed by it, quotes of them included.
  @discardableResult
  public mutating func merge(_ incoming: [Message]) -> [Message] {
    var changed: [Message] = []
    var fresh: [Message] = []
    var went: Set<Int64> = []
    for message in Self.sorted(incoming) where message.seq > 0 && message.seq <= Self.highestSeq {
      let index = position(of: message.seq)
      if index < messages.count, messages[index].seq == message.seq {
        let wasGone = messages[index].isGone
        guard var newer = messages[index].superseded(by: message) else { continue }
        if newer.isGone && !wasGone { went.insert(newer.seq) }
        blankQuote(of: &newer)
        messages[index] = newer
        changed.append(newer)
      } else if let last = fresh.last, last.seq == message.seq {
        if let newer = last.superseded(by: message) { fresh[fresh.count - 1] = newer }
      } else {
        fresh.append(message.cleaned)
      }
    }
    for index in fresh.indices {
      if fresh[index].isGone { went.insert(fresh[index].seq) }
      blankQuote(of: &fresh[index])
    }
    place(fresh)
    changed += fresh
    if !went.isEmpty { changed += blankQuotes(of: went) }
    return changed
  }

  /// Remembers that a message went, for quotes that come later from this device's own store.
  mutating func remember(gone seqs: [Int64]) {
    gone.formUnion(seqs)
    _ = blankQuotes(of: Set(seqs))
  }

  private static func sorted(_ incoming: [Message]) -> [Message] {
    for index in incoming.indices.dropFirst() where incoming[index - 1].seq > incoming[index].seq {
      return incoming.ordered { $0.seq < $1.seq }
    }
    return incoming
  }

  /// Pages lie between two known messages, so they are put in as a whole.
  private mutating func place(_ fresh: [Message]) {
    guard let first = fresh.first, let last = fresh.last else { return }
    let index = position(of: first.seq)
    if index == messages.count || messages[index].seq > last.seq {
      messages.insert(contentsOf: fresh, at: index)
      return
    }
    var merged: [Message] = Array(messages[..<index])
    merged.reserveCapacity(messages.count + fresh.count)
    var next = index
    for message in fresh {
      while next < messages.count, messages[next].seq < message.seq {
        merged.append(messages[next])
        next += 1
      }
      merged.append(message)
    }
    merged += messages[next...]
    messages = merged
  }

  private func blankQuote(of message: inout Message) {
    guard let quote = message.replyTo, !quote.isDeleted else { return }
    if gone.contains(quote.seq) || self.message(at: quote.seq)?.isGone == true { message.replyTo = quote.blank }
  }

  private mutating func blankQuotes(of seqs: Set<Int64>) -> [Message] {
    var changed: [Message] = []
    for index in messages.indices {
      guard let quote = messages[index].replyTo, !quote.isDeleted, seqs.contains(quote.seq) else { continue }
      messages[index].replyTo = quote.blank
      changed.append(messages[index])
    }
    return changed
  }
}
