import Foundation
import Kit

/// Carries out what is typed.
actor Shell {
  let options: Options
  let words: Words
  let terminal: Terminal
  let client: MaruClient
  let sockets: WebSocketOpener
  var chat: ChatAccount?
  var room: ID<Room>?
  var doctors: [Doctor] = []
  private var watching: [Task<Void, Never>] = []
  private var roomWatch: Task<Void, Never>?

  init(_ options: Options, terminal: Terminal) throws {
    self.options = options
    self.terminal = terminal
    words = Words(options.language)
    guard let address = ServerAddress(options.server) else { throw TransportError.cannotConnect(options.server) }
    try FileManager.default.createDirectory(
      atPath: options.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var network = NetworkOptions()
    network.authorities = options.authorities
    client = try MaruClient(
      address, app: options.app, credentials: .file(options.folder + "/session-\(options.app.rawValue).json"),
      options: network)
    sockets = try .network(address, options: network)
  }

  /// Goes on with the session of the last time, and reads lines until the end.
  func run() async {
    if let person = client.session.state.person {
      await client.session.restore()
      await begin(person)
    } else {
      await client.session.restore()
      await terminal.say(words.help)
    }
    for await source in terminal.lines() {
      guard let line = Line(source) else {
        await terminal.prompt()
        continue
      }
      if line == .quit { break }
      await perform(line)
    }
    await finish()
  }

  private func finish() async {
    guard let chat else { return }
    let left = await unsent(within: .seconds(options.wait))
    if left > 0 { await terminal.say(words.unsent(left)) }
    await chat.close()
  }

  func begin(_ person: Person) async {
    do throws(ChatError) {
      let chat = try await ChatAccount.open(
        client, person: person, folder: options.folder + "/" + person.id.text, sockets: sockets)
      self.chat = chat
      await terminal.say(words.hello(person.nick))
      await chat.start()
      watch(chat)
    } catch {
      await terminal.say(words.error(error))
    }
  }

  private func watch(_ chat: ChatAccount) {
    let states = chat.roomList
    watching.append(
      Task { [terminal, words] in
        var last = ChatConnection.connecting
        for await state in states where state.connection != last {
          last = state.connection
          if let text = words.connection(last) { await terminal.say("* " + text) }
        }
      })
    let session = client.session.states
    watching.append(
      Task { [weak self] in
        for await state in session {
          if case .signedOut(let reason) = state { await self?.ended(reason == .left) }
        }
      })
  }

  private func ended(_ isWanted: Bool) async {
    guard chat != nil else { return }
    chat = nil
    room = nil
    roomWatch?.cancel()
    for task in watching { task.cancel() }
    watching = []
    await terminal.say(isWanted ? words.signedOut : words.sessionEnded)
  }

  /// Shows a room from now on.
  func show(_ id: ID<Room>) async {
    guard let chat else { return }
    roomWatch?.cancel()
    if let room { await chat.look(at: room, false) }
    room = id
    let states = await chat.open(id)
    await chat.look(at: id)
    roomWatch = Task { [terminal, words] in
      var printer = RoomPrinter(words: words, me: chat.me.id)
      for await state in states {
        for line in printer.lines(state) { await terminal.say(line) }
      }
    }
  }

  /// How many messages of all rooms have not left after that time.
  func unsent(within limit: Duration) async -> Int {
    guard let chat else { return 0 }
    let states = chat.unsent
    await Self.atMost(limit) {
      for await state in states where state == 0 { return }
    }
    return chat.currentUnsent
  }

  /// Waits until the work is done, or that time is over.
  static func atMost(_ limit: Duration, _ work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask(operation: work)
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
