import Foundation
import Kit

extension Shell {
  func perform(_ line: Line) async {
    do {
      switch line {
      case .help: await terminal.say(words.help)
      case .unknown: await terminal.say(words.unknown)
      case .quit: break
      case .logIn(let email, let password):
        await leave()
        await begin(try await client.logIn(email: email, password: password))
      case .join(let email, let password, let nick):
        await leave()
        await begin(try await client.join(JoinForm(email: email, password: password, nick: nick)))
      default:
        guard let chat else { return await terminal.say(words.needsSignIn) }
        try await perform(line, chat)
      }
    } catch let error as CallError {
      await terminal.say(words.error(error))
    } catch let error as ChatError {
      await terminal.say(words.error(error))
    } catch {
      await terminal.say("! \(error)")
    }
  }

  private func leave() async {
    await chat?.close()
    chat = nil
  }

  private func perform(_ line: Line, _ chat: ChatAccount) async throws {
    switch line {
    case .signOut: await client.signOut()
    case .rooms: await listRooms(chat)
    case .doctors:
      doctors = try await client.doctors()
      for (index, doctor) in doctors.enumerated() {
        await terminal.say("\(index + 1). \(doctor.person.nick) – \(doctor.clinic) \(doctor.specialty)")
      }
    case .doctor(let number):
      if doctors.isEmpty { doctors = try await client.doctors() }
      guard doctors.indices.contains(number - 1) else { return await terminal.say(words.unknown) }
      await show(try await chat.openRoom(with: doctors[number - 1].person.id).id)
    case .open(let name): await open(name, chat)
    case .wait:
      let left = await unsent(within: .seconds(options.wait))
      await terminal.say(left == 0 ? words.allSent : words.unsent(left))
    case .search(let text):
      let found = try await client.search(MessageSearch(text: text, room: room))
      if found.messages.isEmpty { await terminal.say(words.nothingFound) }
      for message in found.messages {
        await terminal.say("? #\(message.seq) \(message.sender.nick): \(message.content)")
      }
    default:
      guard let room else { return await terminal.say(words.needsRoom) }
      try await perform(line, chat, room)
    }
  }

  private func perform(_ line: Line, _ chat: ChatAccount, _ room: ID<Room>) async throws {
    switch line {
    case .text(let text): await tell(try await chat.send(text, to: room))
    case .file(let path, let text): await tell(try await chat.send(text, to: room, files: [LocalFile(path: path)]))
    case .read:
      await chat.markRead(room)
      await terminal.say(words.marked)
    case .typing: await chat.setTyping(in: room)
    case .earlier: await chat.loadEarlier(room)
    case .outbox:
      for item in await chat.state(of: room).outbox {
        await terminal.say("… \(RoomPrinter.name(item)) \(item.shownContent)")
      }
    case .retry:
      for item in await chat.state(of: room).outbox { await chat.retry(item.clientID, in: room) }
    case .reply(let seq, let text):
      try await withMessage(seq, chat, room) { await self.tell(try await chat.send(text, to: room, replyingTo: $0)) }
    case .edit(let seq, let text):
      try await withMessage(seq, chat, room) { try await chat.edit($0, MessageEdit(content: text)) }
    case .delete(let seq): try await withMessage(seq, chat, room) { try await chat.delete($0) }
    case .react(let seq, let emoji, let isOn):
      try await withMessage(seq, chat, room) { try await chat.react(emoji, isOn: isOn, to: $0) }
    case .save(let seq, let folder): try await withMessage(seq, chat, room) { try await self.save($0, folder) }
    default: await terminal.say(words.unknown)
    }
  }

  private func tell(_ sent: Submission) async {
    if !sent.isKept { await terminal.say(words.notKept) }
  }

  private func withMessage(
    _ seq: Int64, _ chat: ChatAccount, _ room: ID<Room>, _ act: (Message) async throws -> Void
  ) async throws {
    guard let message = await chat.state(of: room).messages.last(where: { $0.seq == seq }) else {
      return await terminal.say(words.noSuchMessage)
    }
    try await act(message)
  }

  private func listRooms(_ chat: ChatAccount) async {
    let state = await roomList(of: chat) { !$0.rooms.isEmpty }
    if state.rooms.isEmpty { await terminal.say(words.noRooms) }
    for (index, room) in state.rooms.enumerated() {
      let names = room.participants.filter { $0.id != chat.me.id }.map(\.nick).joined(separator: ", ")
      let unread = state.unread[room.id].map { " (\($0))" } ?? ""
      let isOnline = room.participants.contains { $0.id != chat.me.id && state.online.contains($0.id) }
      let last = room.lastMessage.map { $0.isDeleted ? words.deleted : $0.content } ?? ""
      await terminal.say("\(index + 1). \(isOnline ? "● " : "")\(names)\(unread) \(last)")
    }
  }

  /// By its number in the list, or by its id.
  private func open(_ name: String, _ chat: ChatAccount) async {
    let index = Int(name).map { $0 - 1 }
    let state = await roomList(of: chat) { state in
      index.map(state.rooms.indices.contains) ?? state.rooms.contains { $0.id.text == name }
    }
    if let index, state.rooms.indices.contains(index) { return await show(state.rooms[index].id) }
    guard state.rooms.contains(where: { $0.id.text == name }) else { return await terminal.say(words.noSuchRoom) }
    await show(ID(name))
  }

  /// Before the server has said which rooms there are, a room that is not known may still come.
  private func roomList(
    of chat: ChatAccount, until isEnough: @escaping @Sendable (RoomListState) -> Bool
  ) async -> RoomListState {
    let states = chat.roomList
    await Self.atMost(.seconds(options.wait)) {
      for await state in states where state.isConfirmed || state.isUnreachable || isEnough(state) { return }
    }
    return chat.currentRoomList
  }

  /// The files of a message, under their names; what stands there already stays.
  private func save(_ message: Message, _ folder: String?) async throws {
    if message.attachments.isEmpty { await terminal.say(words.noFile) }
    for file in message.attachments {
      let path = Self.freePath(in: folder ?? FileManager.default.currentDirectoryPath, name: file.name)
      try await client.download(FileRequest(path: file.path), to: path)
      await terminal.say(words.saved(path))
    }
  }

  /// A name of somebody else's making never leaves the folder.
  static func freePath(in folder: String, name: String) -> String {
    let plain = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    let safe = plain.isEmpty || plain.hasPrefix(".") ? "file" + plain : plain
    var path = folder + "/" + safe
    var number = 1
    while FileManager.default.fileExists(atPath: path) {
      number += 1
      path = folder + "/\(number)-" + safe
    }
    return path
  }
}
