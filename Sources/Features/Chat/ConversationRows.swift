import ChatSync
import Domain
import FeatureCore
import Wire

/// Makes the rows of a conversation: day separators, groups, gaps, and the outbox below.
struct ConversationRows {
  private let machine: RoomSyncMachine
  private let participants: [Person]
  private let words: ChatWords
  private let dates: ChatDates
  private let zone: ZoneOffsets
  private var rows: [ConversationRow] = []
  private var last: Placed?
  private var usedClientIDs: Set<String> = []

  /// What the next row is compared with.
  private struct Placed {
    var sender: ID<Person>
    var civil: CivilTime
    var isPending: Bool
  }

  static func make(
    machine: RoomSyncMachine, participants: [Person], window: Int, setting: Chat.Setting
  ) -> [ConversationRow] {
    var maker = ConversationRows(machine, participants, setting)
    let messages = machine.log.messages
    let start = max(0, messages.count - window)
    for index in start..<messages.count {
      if !machine.log.isContiguous(at: index) {
        maker.addGap(key: "gap/\(messages[index].seq)", isBeforeAll: index == 0)
      }
      maker.add(messages[index])
    }
    if machine.hasGap && !machine.log.hasGap && !messages.isEmpty { maker.addGap(key: "gap/end", isBeforeAll: false) }
    for item in machine.outbox { maker.add(item) }
    return maker.rows
  }

  private init(_ machine: RoomSyncMachine, _ participants: [Person], _ setting: Chat.Setting) {
    self.machine = machine
    self.participants = participants
    words = ChatWords(setting.language)
    dates = ChatDates(setting)
    zone = setting.zone
  }

  private mutating func addGap(key: String, isBeforeAll: Bool) {
    let text = words.gap(isBeforeAll: isBeforeAll, isUnreachable: machine.isUnreachable)
    rows.append(.gap(key: key, text: text))
    last = nil
  }

  private mutating func add(_ message: Message) {
    let isMine = message.sender.id == machine.me
    let civil = message.createdAt.civil(in: zone)
    addDay(civil, key: "day/\(message.seq)")
    let startsGroup = last?.sender != message.sender.id
    hideTimeAbove(sender: message.sender.id, civil: civil, isPending: false)
    let text = message.content.isEmpty && !message.files.isEmpty ? words.file : message.content
    let time = dates.time(civil)
    let unread = unreadText(message)
    let name = isMine ? words.me : message.sender.nick
    var spoken = name + ", " + text + ", " + time
    if let unread { spoken += ", " + words.notRead(unread) }
    rows.append(
      .bubble(
        ConversationRow.Bubble(
          key: key(message, isMine: isMine), isMine: isMine, text: text,
          author: startsGroup && !isMine
            ? ConversationRow.Author(name: message.sender.nick, avatar: Avatar(message.sender)) : nil,
          time: time, unread: unread, delivery: nil, startsGroup: startsGroup, spoken: spoken)))
    last = Placed(sender: message.sender.id, civil: civil, isPending: false)
  }

  private mutating func add(_ item: OutboxItem) {
    let civil = item.createdAt.civil(in: zone)
    if last.map({ $0.civil.date < civil.date }) ?? true {
      addDay(civil, key: "day/" + item.clientID)
    }
    let startsGroup = last?.sender != machine.me
    let delivery = delivery(item)
    let spokenState =
      switch delivery {
      case .pending(let text, _, _), .failed(let text, _, _, _): text
      }
    rows.append(
      .bubble(
        ConversationRow.Bubble(
          key: "c/" + item.clientID, isMine: true, text: item.content, author: nil, time: nil, unread: nil,
          delivery: delivery, startsGroup: startsGroup,
          spoken: words.me + ", " + item.content + ", " + spokenState)))
    last = Placed(sender: machine.me, civil: civil, isPending: true)
  }

  /// Keys carry what comes after them, so they stay unique even if clocks made the same day appear twice.
  private mutating func addDay(_ civil: CivilTime, key: String) {
    if let last, last.civil.date == civil.date { return }
    rows.append(.day(key: key, text: dates.day(civil.date)))
    last = nil
  }

  /// One time for what one person said within one minute: on the last bubble.
  private mutating func hideTimeAbove(sender: ID<Person>, civil: CivilTime, isPending: Bool) {
    guard let last, last.sender == sender, !last.isPending, last.civil.hour == civil.hour,
      last.civil.minute == civil.minute, case .bubble(var bubble)? = rows.last
    else { return }
    bubble.time = nil
    rows[rows.count - 1] = .bubble(bubble)
  }

  /// A message keeps the key that it had in the outbox.
  private mutating func key(_ message: Message, isMine: Bool) -> String {
    if isMine, let clientID = message.clientID, usedClientIDs.insert(clientID).inserted { return "c/" + clientID }
    return "m/\(message.seq)"
  }

  private func unreadText(_ message: Message) -> String? {
    var count = 0
    for person in participants where person.id != machine.me && person.id != message.sender.id {
      if machine.readPosition(of: person.id) < message.seq { count += 1 }
    }
    return count == 0 ? nil : "\(count)"
  }

  private func delivery(_ item: OutboxItem) -> ConversationRow.Delivery {
    switch item.state {
    case .failed(let code):
      .failed(
        text: words.failedToSend(code), clientID: item.clientID, retryLabel: words.retrySend,
        removeLabel: words.remove)
    case .sending: .pending(text: words.sending, clientID: item.clientID, removeLabel: nil)
    case .unconfirmed: .pending(text: words.waiting, clientID: item.clientID, removeLabel: nil)
    case .waiting:
      .pending(
        text: machine.isSendResting ? words.waiting : words.sending, clientID: item.clientID,
        removeLabel: words.remove)
    }
  }
}
