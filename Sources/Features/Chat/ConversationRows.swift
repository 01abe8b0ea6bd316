import ChatSync
import Domain
import FeatureCore
import Wire

/// Makes the rows of a conversation: day separators, groups, gaps, and the outbox below.
struct ConversationRows {
  let machine: RoomSyncMachine
  let participants: [Person]
  let words: ChatWords
  let dates: ChatDates
  let zone: ZoneOffsets
  /// The line stands above the first message of somebody else beyond this.
  private var readThrough: Int64?
  let found: Int64?
  let files: Chat.FileState
  var rows: [ConversationRow] = []
  var last: Placed?
  var usedClientIDs: Set<String> = []

  static let unreadKey = "unread"

  /// What the next row is compared with.
  struct Placed {
    var sender: ID<Person>
    var civil: CivilTime
    var isPending: Bool
  }

  static func make(
    machine: RoomSyncMachine, participants: [Person], window: Int, end: Int64?, readThrough: Int64?, found: Int64?,
    files: Chat.FileState, setting: Chat.Setting
  ) -> [ConversationRow] {
    var maker = ConversationRows(machine, participants, readThrough, found, files, setting)
    let messages = machine.log.messages
    let stop = end.map { machine.log.position(of: $0 + 1) } ?? messages.count
    let start = max(0, stop - window)
    if let first = messages.first, start == 0, first.seq == 1, messages.count > Chat.windowStep {
      maker.rows.append(.line(.start, key: "start", text: maker.words.start))
    }
    for index in start..<stop {
      if !machine.log.isContiguous(at: index) {
        maker.addGap(key: "gap/\(messages[index].seq)", isBeforeAll: index == 0)
      }
      if !messages[index].isHidden { maker.add(machine.shown(messages[index])) }
    }
    guard end.isNone else { return maker.rows }
    if machine.hasGapAtEnd && !messages.isEmpty { maker.addGap(key: "gap/end", isBeforeAll: false) }
    for item in machine.shownOutbox { maker.add(item) }
    return maker.rows
  }

  private init(
    _ machine: RoomSyncMachine, _ participants: [Person], _ readThrough: Int64?, _ found: Int64?,
    _ files: Chat.FileState, _ setting: Chat.Setting
  ) {
    self.machine = machine
    self.participants = participants
    self.readThrough = readThrough
    self.found = found
    self.files = files
    words = ChatWords(setting.language)
    dates = ChatDates(setting)
    zone = setting.zone
  }

  private mutating func addGap(key: String, isBeforeAll: Bool) {
    let text = words.gap(isBeforeAll: isBeforeAll, isUnreachable: machine.isUnreachable)
    rows.append(.line(.gap, key: key, text: text))
    last = nil
  }

  private mutating func add(_ message: Message) {
    let civil = message.createdAt.civil(in: zone)
    addDay(civil, key: "day/\(message.seq)")
    if let seq = readThrough, message.seq > seq, message.sender.id != machine.me {
      rows.append(.line(.unread, key: Self.unreadKey, text: words.unreadLine))
      last = nil
      readThrough = nil
    }
    let startsGroup = last?.sender != message.sender.id
    hideTimeAbove(sender: message.sender.id, civil: civil)
    rows.append(.bubble(bubble(message, civil, startsGroup: startsGroup)))
    last = Placed(sender: message.sender.id, civil: civil, isPending: false)
  }

  private mutating func add(_ item: OutboxItem) {
    let civil = item.createdAt.civil(in: zone)
    if last.map({ $0.civil.date < civil.date }) ?? true {
      addDay(civil, key: "day/" + item.clientID)
    }
    rows.append(.bubble(bubble(item, startsGroup: last?.sender != machine.me)))
    last = Placed(sender: machine.me, civil: civil, isPending: true)
  }

  /// Keys carry what comes after them, so they stay unique even if clocks made the same day appear twice.
  private mutating func addDay(_ civil: CivilTime, key: String) {
    if let last, last.civil.date == civil.date { return }
    rows.append(.line(.day, key: key, text: dates.day(civil.date)))
    last = nil
  }

  /// One time for what one person said within one minute: on the last bubble.
  private mutating func hideTimeAbove(sender: ID<Person>, civil: CivilTime) {
    guard let last, last.sender == sender, !last.isPending, last.civil.hour == civil.hour,
      last.civil.minute == civil.minute, case .bubble(var bubble)? = rows.last
    else { return }
    bubble.time = nil
    rows[rows.count - 1] = .bubble(bubble)
  }
}
