import AccountContract
import Crypto
import Domain
import JSON
import Storage
import Wire

/// From a job to a device.
extension Pushes {
  /// Sends what a job says. What was read, deleted or muted meanwhile is not sent.
  public func deliver(_ payload: JSONValue) async throws {
    guard let number = payload["device"]?.int64 else { throw PushFailure.never("no push") }
    let now = clock()
    let found = try await store.read { [self] tables -> (DeviceRow, PushMessage)? in
      guard let device = try tables.devices.find(RowID(number), at: now),
        let person = try tables.people.find(device.personID)
      else { return nil }
      let level = try Self.level(of: person, tables)
      return try message(payload, device, level, tables).map { (device, $0) }
    }
    guard let (device, push) = found, let client = clients[device.way] else { return }
    do {
      try await client.send(push, device, now)
    } catch .gone {
      try await store.write { try $0.devices.prune(device.id, token: device.token) }
    }
  }

  private func message(
    _ payload: JSONValue, _ device: DeviceRow, _ level: LockScreenLevel, _ tables: Tables
  ) throws -> PushMessage? {
    if let number = payload["room"]?.int64 {
      return try message(in: RowID(number), device, level, tables)
    }
    guard let number = payload["notice"]?.int64,
      let notice = try tables.notices.find(RowID(number)), !notice.isRead, notice.personID == device.personID
    else { return nil }
    if let (words, target) = notice.told(device.language) {
      let shown = PushWords.direct(
        title: words.title, subtitle: "", body: words.body, sender: words.title, app: device.app, level: level,
        language: device.language)
      return PushMessage(
        title: shown.title, body: shown.body, topic: Self.topic("notice/" + notice.name), target: target)
    }
    let sender = notice.sender ?? ""
    let text = PushWords.direct(
      title: PushWords.named(notice.title, by: sender), subtitle: notice.subtitle, body: notice.body, sender: sender,
      app: device.app, level: level, language: device.language)
    return PushMessage(
      title: text.title, subtitle: text.subtitle, body: text.body, topic: Self.topic("notice/" + notice.name),
      target: "/me/notifications")
  }

  private func message(
    in room: RowID<Room>, _ device: DeviceRow, _ level: LockScreenLevel, _ tables: Tables
  ) throws -> PushMessage? {
    guard let newest = try tables.push.newest(in: room, for: device.personID) else { return nil }
    let said = PushWords.Said(sender: newest.sender, text: newest.content, hasFiles: newest.hasFiles)
    let text = PushWords.message(said, app: device.app, level: level, language: device.language)
    let id = identifiers.id(room).text
    return PushMessage(
      title: text.title, body: text.body, room: id, topic: Self.topic("room/" + id), target: "/chats/" + id)
  }

  /// Names what replaces what, and gives nothing away: push services see it.
  static func topic(_ name: String) -> String {
    String(Base64URL.encode(Hashing.sha256(Array(name.utf8))).prefix(32))
  }
}
