import FeatureCore
import Markup
import Wire

extension Runtime {
  /// nil for the late answer to a ticket that is closed, or of a socket that was replaced.
  func shellEvent(_ delivery: inout Delivery) -> ShellEvent? {
    switch delivery.kind {
    case .started: return started(&delivery)
    case .httpAnswered, .httpFailed, .timerFired, .recordsRead, .recordsWritten, .recordsFailed:
      return answered(&delivery)
    case .storeChanged: return .storeChanged(isWriter: delivery.a != 0)
    case .socketOpened: return delivery.id == socket ? .socketOpened : nil
    case .socketReceived:
      guard delivery.id == socket, let text = delivery.inbox.text() else { return nil }
      return .socketReceived(text)
    case .socketClosed:
      guard delivery.id == socket else { return nil }
      socket = 0
      return .socketClosed
    case .pathChanged: return .pathChanged(delivery.inbox.text() ?? "/")
    case .visibilityChanged: return .visibilityChanged(visible: delivery.a != 0, handheld: delivery.b != 0)
    case .onlineChanged: return .onlineChanged(delivery.a != 0)
    case .uploadMoved, .uploadEnded, .fileNotKept, .fileRefused, .accessRefused: return fileEvent(&delivery)
    case .wished, .told, .pushTold: return annexEvent(&delivery)
    default: return nil
    }
  }

  private func answered(_ delivery: inout Delivery) -> ShellEvent? {
    let (isOpen, tag) = tickets.redeem(delivery.id)
    guard isOpen else { return nil }
    if delivery.kind == .recordsFailed { return .recordsFailed(tag) }
    guard let tag else { return nil }
    switch delivery.kind {
    case .httpFailed: return .httpAnswered(tag, .unreachable)
    case .timerFired: return .timerFired(tag)
    case .recordsRead: return .recordsRead(tag, records(&delivery.inbox))
    case .httpAnswered:
      var response = HTTPResponse(Int(delivery.a), body: delivery.inbox.bytes() ?? [])
      while let name = delivery.inbox.text(), let value = delivery.inbox.text() { response.headers.add(name, value) }
      return .httpAnswered(tag, .response(response))
    default: return nil
    }
  }

  /// Operands: languages, zone changes, online. Parts: path, languages, changes, and the preferences to the end.
  private func started(_ delivery: inout Delivery) -> ShellEvent {
    let path = delivery.inbox.text() ?? "/"
    var languages: [String] = []
    for _ in 0..<max(0, delivery.a) {
      if let language = delivery.inbox.text() { languages.append(language) }
    }
    var changes: [ZoneOffsets.Change] = []
    for _ in 0..<max(0, delivery.b) {
      guard let minute = delivery.inbox.number(), let offset = delivery.inbox.number() else { break }
      let from = Timestamp(milliseconds: Int64(minute) * 60_000)
      changes.append(ZoneOffsets.Change(from: from, minutesEastOfUTC: Int(offset)))
    }
    return .started(
      path: path, languages: languages, preferences: records(&delivery.inbox), zone: ZoneOffsets(changes),
      online: delivery.c & 1 != 0, isBeyond: delivery.c & 2 != 0)
  }

  private func records(_ inbox: inout Inbox) -> [Record] {
    var records: [Record] = []
    while let key = inbox.text(), let value = inbox.text() { records.append(Record(key: key, value: value)) }
    return records
  }

  /// Operands: what happened, and for Enter what was with it.
  func composerEvent(_ delivery: Delivery, _ text: String) -> ComposerMachine.Event? {
    switch delivery.a {
    case 0:
      let flags = delivery.b
      return .enterPressed(
        ComposerMachine.Enter(
          isComposing: flags & 1 != 0, isProcessed: flags & 2 != 0, isModified: flags & 4 != 0,
          isRepeated: flags & 8 != 0))
    case 1: return .otherKeyPressed
    case 2: return .enterReleased
    case 3: return .compositionStarted
    case 4: return .compositionEnded(text: text)
    case 5: return .edited
    case 6: return .timerFired
    case 7: return .lineBreakWanted
    case 8: return .focusLost
    default: return nil
    }
  }
}
