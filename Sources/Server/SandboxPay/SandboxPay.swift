import Synchronization
import Wire

/// A payment provider without money: answers as PortOne's V1 and V2 do, has a checkout page, sends webhooks, and does
/// wrong whatever it was told to. For demonstrations and tests only: whoever reaches it can pay everything.
public final class SandboxPay: Sendable {
  struct State: Sendable {
    var book = SandboxBook()
    /// V1's token, and until when it counts.
    var token: (text: String, until: Int64)?
    /// When somebody wakes up already to look for money that arrives.
    var alarm: Int64?
    /// Answers of V2 by their idempotency keys.
    var answers: [String: HTTPResponse] = [:]
  }

  let state: Mutex<State>
  let client: SandboxClient
  private let journal: SandboxJournal?
  /// Origins that webhooks and browsers may be sent to, besides this machine's.
  let merchants: [String]

  /// - Parameters:
  ///   - journal: nil: everything is forgotten at the end.
  ///   - merchants: `https://HOST[:PORT]`; servers on this machine need not be named.
  public init(_ client: SandboxClient, journal: SandboxJournal? = nil, merchants: [String] = []) {
    self.client = client
    self.journal = journal
    self.merchants = merchants
    var state = State()
    for record in journal?.records ?? [] { state.book.restore(record) }
    self.state = Mutex(state)
    advance()
  }

  /// Answers any request of its own listener.
  public func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let path = request.path
    if path == "/healthz" { return SandboxPages.plain("ok\n") }
    if path.hasPrefix(SandboxKeys.v1Base + "/") { return v1(request, path.dropFirst(SandboxKeys.v1Base.count)) }
    if path.hasPrefix(SandboxKeys.v2Base + "/") { return v2(request, path.dropFirst(SandboxKeys.v2Base.count)) }
    if path.hasPrefix("/sandbox/") { return control(request) }
    return page(request)
  }

  /// Works on the book, keeps what changed before anybody hears of it, and sends what has to be told.
  func work<Value>(_ body: (inout SandboxBook, Int64) -> Value) -> Value {
    let now = client.now().milliseconds
    let (value, notices, next) = state.withLock { state in
      let value = body(&state.book, now)
      // Under the lock: lines stand in the order of what happened.
      _ = journal?.append(state.book.changed)
      state.book.changed = []
      let notices = state.book.notices
      state.book.notices = []
      return (value, notices, Self.alarm(&state))
    }
    for notice in notices { send(notice, now: now) }
    if let next { wait(until: next, now: now) }
    return value
  }

  /// When to wake up, where nobody does so early enough.
  private static func alarm(_ state: inout State) -> Int64? {
    guard let next = state.book.payments.compactMap(\.arrivesAt).min(), next < state.alarm ?? .max else { return nil }
    state.alarm = next
    return next
  }

  /// Lets arrive what is due.
  func advance() {
    work { book, now in _ = book.advance(to: now) }
  }

  private func wake(at alarm: Int64) {
    state.withLock { state in
      if state.alarm == alarm { state.alarm = nil }
    }
    advance()
  }

  private func wait(until next: Int64, now: Int64) {
    Task { [weak self, client] in
      await client.pause(max(next - now, 1))
      self?.wake(at: next)
    }
  }

  private func send(_ notice: SandboxNotice, now: Int64) {
    Task { [weak self, client] in
      if notice.at > now { await client.pause(notice.at - now) }
      await self?.deliver(notice)
    }
  }

  func deliver(_ notice: SandboxNotice) async {
    let found = state.withLock { $0.book[notice.payment] }
    guard let found, let url = found.noticeURL,
      let message = SandboxMessage(notice.event, of: found, id: makeID("msg_"), at: client.now())
    else { return }
    let status = await client.deliver(url, message.headers, message.body)
    work { book, now in
      _ = book.change(found.id, at: now) { payment in
        payment.deliveries.append(SandboxPayment.Delivery(at: now, said: message.said, status: Int64(status)))
      }
    }
  }

  /// `imp_` and twelve digits, as PortOne makes them.
  func makeID(_ prefix: String) -> String {
    let digits = String(client.random() % 1_000_000_000_000)
    return prefix + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// Whether a browser or a webhook may be sent there: never to an address that anybody wrote into a link.
  func isMerchant(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), url.utf8.count <= 2_000 else { return false }
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1].isEmpty, parts[0] == "http:" || parts[0] == "https:" else { return false }
    if merchants.contains(parts[0] + "//" + parts[2]) { return true }
    let host = parts[2].hasPrefix("[") ? parts[2].prefix { $0 != "]" } + "]" : parts[2].prefix { $0 != ":" }
    let port = parts[2].dropFirst(host.count)
    guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber) else { return false }
    return host == "127.0.0.1" || host == "localhost" || host == "[::1]"
  }
}
