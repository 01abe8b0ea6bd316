import Contract
import JSON
import KitNet
import Realtime

/// Keeps the connection of a person to their own namespace: it opens, joins, notices silence and comes back after
/// pauses that are spread by chance, or as long as the server asks.
actor RealtimeLink {
  enum Event: Sendable {
    /// Nothing is missed from now on; what was missed before should be fetched.
    case joined
    case left
    case received(name: String, JSONValue)
    case status(RealtimeMachine.Status)
  }

  private let opener: WebSocketOpener
  private let session: ClientSession
  private let handler: @Sendable (Event) async -> Void
  private var machine: RealtimeMachine
  private var socket: WebSocket?
  /// Counts sockets: what an older one still says concerns nobody.
  private var generation = 0
  private var timers = Timers<RealtimeMachine.Timer>()
  private var unsent: [String] = []
  private var isSending = false
  private var lastToken: String?
  private var events: [Event] = []
  private var isDelivering = false
  private var status = RealtimeMachine.Status.off

  init(
    key: String, opener: WebSocketOpener, session: ClientSession, handler: @escaping @Sendable (Event) async -> Void
  ) {
    self.opener = opener
    self.session = session
    self.handler = handler
    machine = RealtimeMachine(key: key)
  }

  func start() async { await tell(.started) }
  func stop() async { await tell(.stopped) }
  func cameBack() async { await tell(.cameBack) }
  func setVisible(_ isVisible: Bool) async { await tell(.visibilityChanged(isVisible)) }
  func setTyping(_ room: String, _ isTyping: Bool) async { await tell(.typing(room: room, isTyping: isTyping)) }

  private func tell(_ event: RealtimeMachine.Event) async {
    for command in machine.receive(event, entropy: .random(in: 0 ... .max)) {
      switch command {
      case .needToken(let fresh): needToken(fresh)
      case .openSocket(let path): open(path)
      case .sendSocket(let text): send(text)
      case .closeSocket: closeSocket()
      case .startTimer(let timer, let milliseconds): start(timer, milliseconds)
      case .cancelTimer(let timer): timers.cancel(timer)
      case .joined: events.append(.joined)
      case .left: events.append(.left)
      case .received(let name, let payload): events.append(.received(name: name, payload))
      }
    }
    if machine.status != status {
      status = machine.status
      events.append(.status(status))
    }
    await deliver()
  }

  /// One after the other; a socket is not read on before its last event has been taken.
  private func deliver() async {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !events.isEmpty {
      let event = events.removeFirst()
      // The connection ends behind it, and with the next token the session; this alone says why.
      if case .received("session_ended", let payload) = event, let reason = payload["reason"]?.string {
        await session.hear(endCause: reason)
      }
      await handler(event)
    }
  }

  // MARK: Commands

  private func needToken(_ fresh: Bool) {
    let old = fresh ? lastToken : nil
    Task { [weak self, session] in
      do throws(CallError) {
        let token = try await session.token(replacing: old)
        await self?.take(token)
      } catch {
        await self?.failed(error)
      }
    }
  }

  private func take(_ token: String) async {
    lastToken = token
    await tell(.tokenArrived(token))
  }

  private func failed(_ error: CallError) async {
    if let pause = error.retryAfter { await tell(.retryAfter(milliseconds: pause.wholeMilliseconds)) }
    await tell(.tokenFailed)
  }

  private func open(_ path: String) {
    closeSocket()
    let number = generation
    Task { [weak self, opener] in
      do throws(WebSocketError) {
        let socket = try await opener.open(path)
        guard let self, await self.opened(socket, number) else { return await socket.close([]) }
        await self.read(socket, number)
      } catch {
        await self?.refused(error, number)
      }
    }
  }

  private func opened(_ socket: WebSocket, _ number: Int) async -> Bool {
    guard number == generation else { return false }
    self.socket = socket
    await tell(.socketOpened)
    return true
  }

  private func refused(_ error: WebSocketError, _ number: Int) async {
    guard number == generation else { return }
    generation += 1
    if case .refused(_, let pause?) = error { await tell(.retryAfter(milliseconds: pause.wholeMilliseconds)) }
    await tell(.socketClosed)
  }

  private func read(_ socket: WebSocket, _ number: Int) async {
    while number == generation, let text = (try? await socket.receive()) ?? nil {
      guard number == generation else { return }
      await tell(.socketReceived(text))
    }
    guard number == generation else { return }
    closeSocket()
    await tell(.socketClosed)
  }

  private func closeSocket() {
    generation += 1
    let last = unsent
    unsent = []
    guard let closing = socket else { return }
    socket = nil
    Task { await closing.close(last) }
  }

  private func send(_ text: String) {
    unsent.append(text)
    sendNext()
  }

  private func sendNext() {
    guard !isSending, !unsent.isEmpty, let socket else { return }
    isSending = true
    let number = generation
    Task {
      while number == generation, !unsent.isEmpty {
        let next = unsent.removeFirst()
        do { try await socket.send(next) } catch { break }
      }
      isSending = false
      // A newer socket may have something to send by now.
      if number != generation { sendNext() }
    }
  }

  private func start(_ timer: RealtimeMachine.Timer, _ milliseconds: Int64) {
    timers.start(timer, milliseconds: milliseconds) { [weak self] in await self?.tell(.timerFired(timer)) }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 {
    min(max(components.seconds, 0), 1 << 40) * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
