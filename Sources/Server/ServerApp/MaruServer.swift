import Accounts
import Bookings
import Chats
import Contract
import Domain
import Files
import Foundation
import HTTPServer
import Jobs
import Outgoing
import Payments
import Privacy
import Push
import RealtimeServer
import SQL
import Sockets
import Storage
import Synchronization
import Wire

/// One running server: data, areas, listeners. Starting it is all that the command does.
public final class MaruServer: Sendable {
  public let address: SocketAddress
  public let adminAddress: SocketAddress?
  /// Whether pages are served.
  public let hasPages: Bool
  let responder: Responder
  let store: DataStore
  private let server: HTTPServer
  private let admin: HTTPServer?
  private let adminSocket: AdminSocket?
  private let realtime: RealtimeServer
  private let liveness: Liveness
  private let counts: NoticeCounts
  private let group: EventLoopGroup
  private let folder: DataFolder?
  private let fileArea: FileArea
  private let sweeping: Task<Void, Never>
  private let jobs: JobRunner
  private let outgoing: OutgoingClient
  private let mail: MailArea
  private let pushing: Task<Void, Never>
  private let limits: Limits
  private let providers: ProviderArea
  private let paySandbox: SandboxPayServer?
  private let sink: LogSink
  private let drainMilliseconds: Int64
  private let isStopped = Atomic(false)

  /// - Parameter clock: the time of day; tests give their own.
  public init(
    _ settings: ServerSettings, sink: LogSink = LogSink(descriptor: 2),
    clock: @escaping @Sendable () -> Timestamp = MaruServer.systemClock
  ) async throws {
    let settings = settings.resolved
    self.sink = sink
    drainMilliseconds = settings.drainMilliseconds
    let data = try await ServerData(settings)
    let (secrets, store) = (data.secrets, data.store)
    (folder, self.store) = (data.folder, store)
    if settings.isDemo {
      try await DemoPeople(store: store, cost: settings.accounts.passwordCost).addAll(now: clock())
    }
    let group = try EventLoopGroup(count: settings.loops)
    self.group = group
    let metrics = Metrics()
    let zones = try TimeZones.system()
    let fileArea = try FileArea(folder, settings)
    self.fileArea = fileArea
    let admission = Admission(settings.admissionBehindProxies)
    let outgoing = try OutgoingClient(settings.outgoing)
    let jobs = Self.jobRunner(settings, store, sink, clock)
    (self.outgoing, self.jobs) = (outgoing, jobs)
    paySandbox = try SandboxPayServer.beside(settings, group, data.folder, outgoing, clock: clock)
    limits = try await Limits(settings, store: store, key: secrets.linkKey, clock: clock)
    let areas = try await Areas(
      settings, store: store, secrets: secrets, fileArea: fileArea, group: group, metrics: metrics,
      admission: admission, outgoing: outgoing, jobs: jobs, limits: limits, zones: zones,
      sandbox: settings.paySandbox.origin(beside: paySandbox), clock: clock)
    sweeping = Self.sweeping(areas.files.files, areas.privacy)
    mail = try MailArea(settings, data.folder, outgoing, key: secrets.linkKey, clock: clock)
    try await areas.payments.payments.scheduleChecks()
    // Nobody else can work on data that lie in a folder of ours.
    try await jobs.start(mail.handlers + areas.handlers, isAlone: settings.database == nil)
    pushing = Task.detached { [pushes = areas.push.pushes] in await pushes.keepPushing() }
    realtime = areas.realtime
    (liveness, counts, providers) = (areas.liveness, areas.counts, areas.providers)
    let pages = try settings.webFolder.map { path throws(StartError) in try Self.pages(path) }
    hasPages = pages != nil
    let responder = Responder(
      api: areas.api, files: areas.files, pages: pages, metrics: metrics,
      log: RequestLog(sink: sink, level: settings.logging), proxies: settings.proxies, admission: admission,
      clock: clock, terms: TermsPages(folder: settings.termsFolder), zoneVersion: zones.version,
      isReady: { (try? await store.read { _ in true }) ?? false },
      realtime: { [realtime] in await realtime.handle($0) })
    self.responder = responder
    let server = try Self.listen(
      settings.listen, group, Self.configuration(settings, admission), handler: responder.respond)
    self.server = server
    address = server.address
    let page = AdminPage(
      metrics: metrics, server: server, realtime: realtime, store: store, admission: admission, fileArea: fileArea)
    admin = try settings.admin.map { place throws(StartError) in
      try Self.listen(place, group, HTTPServer.Configuration()) { await page.answer($0) }
    }
    adminAddress = admin?.address
    let desk = Self.adminDesk(store, secrets, areas, page, clock: clock)
    adminSocket = try Self.adminSocket(folder, desk, group)
  }

  private static func adminDesk(
    _ store: DataStore, _ secrets: ServerSecrets, _ areas: Areas, _ page: AdminPage,
    clock: @escaping @Sendable () -> Timestamp
  ) -> AdminDesk {
    var desk = AdminDesk(
      store: store, identifiers: secrets.identifiers, privacy: areas.privacy, clock: clock,
      deliver: Deliveries(key: secrets.linkKey, clock: clock).add, figures: page.figures,
      sessionsEnded: { [accounts = areas.api.accounts] in accounts.sessionsEnded($0) })
    desk.rotateKeys = { [accounts = areas.api.accounts] in try await accounts.rotateKeys(isLeak: $0).count }
    desk.payments = areas.payments.payments
    desk.takePicture = { [files = areas.files.files] in try await files.takePicture($0, of: $1).path }
    return desk
  }

  private static func adminSocket(
    _ folder: DataFolder?, _ desk: AdminDesk, _ group: EventLoopGroup
  ) throws(StartError) -> AdminSocket? {
    guard let folder else { return nil }
    return try AdminSocket(folder: folder.path, desk: desk, loop: group.next())
  }

  private static func sweeping(_ files: Files, _ privacy: Privacy) -> Task<Void, Never> {
    Task.detached(priority: .background) {
      async let files: Void = files.keepSweeping()
      async let privacy: Void = privacy.keepSweeping()
      _ = await (files, privacy)
    }
  }

  private static func configuration(_ settings: ServerSettings, _ admission: Admission) -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.limits = settings.limits
    configuration.isStreamed = FileAPI.isStreamed
    configuration.admission = admission
    configuration.overloadedBody = { APIError.overloaded(retryAfterSeconds: $0).response.body }
    return configuration
  }

  private static func pages(_ folder: String) throws(StartError) -> Pages {
    do { return try Pages(folder: folder) } catch { throw .noPages(folder) }
  }

  static func listen(
    _ place: String, _ group: EventLoopGroup, _ configuration: HTTPServer.Configuration,
    handler: @escaping HTTPHandler
  ) throws(StartError) -> HTTPServer {
    do {
      return try HTTPServer(SocketAddress(place), group: group, configuration: configuration, handler: handler)
    } catch .listen(let code) {
      throw .cannotListen(place, code: code)
    } catch { throw .cannotListen(place, code: EINVAL) }
  }

  /// Where a demonstration plays sign-in through others.
  public var standInOrigin: String? { providers.standIn?.origin }

  /// Where payments are practised.
  public var paySandboxOrigin: String? { paySandbox?.origin }

  /// Answers as the listener would, without a socket.
  public func respond(_ request: ServerRequest) async -> ServerResponse { await responder.respond(request) }

  /// Lets running requests end, says goodbye to sockets, and closes the data. Once; later calls do nothing.
  public func stop() async {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    responder.startDraining()
    adminSocket?.close()
    sweeping.cancel()
    pushing.cancel()
    await jobs.stop()
    liveness.stop()
    counts.stop()
    await realtime.close()
    await server.drain(deadlineMilliseconds: drainMilliseconds)
    await admin?.drain(deadlineMilliseconds: 0)
    await providers.close()
    await paySandbox?.server.drain(deadlineMilliseconds: 0)
    group.stop()
    outgoing.close()
    mail.close()
    await limits.stop()
    store.close()
    fileArea.close()
    folder?.release()
    sink.flush()
  }

  /// Brings the data up to date without serving; the names of what was done.
  public static func migrate(_ settings: ServerSettings) async throws -> [String] {
    // A later start finds the keys beside the data.
    let data = try await ServerData(settings)
    data.store.close()
    data.folder?.release()
    return data.applied.map { "\($0.number) \($0.name)" }
  }

  public static let systemClock: @Sendable () -> Timestamp = {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}

/// The areas, wired to each other: what is sent is told, what has ended is cut off.
private struct Areas {
  let api: API
  let files: FileAPI
  let realtime: RealtimeServer
  let liveness: Liveness
  let counts: NoticeCounts
  let push: PushArea
  let privacy: Privacy
  let providers: ProviderArea
  let bookings: BookingArea
  let payments: PaymentArea

  init(
    _ settings: ServerSettings, store: DataStore, secrets: ServerSecrets, fileArea: FileArea, group: EventLoopGroup,
    metrics: Metrics, admission: Admission, outgoing: OutgoingClient, jobs: JobRunner, limits: Limits,
    zones: TimeZones, sandbox: String?, clock: @escaping @Sendable () -> Timestamp
  ) async throws {
    let wire = RealtimeWire()
    let accounts = try await Accounts(
      store: store, secrets: secrets, settings: settings.accounts, clock: clock, messages: limits.messages,
      deliver: Deliveries(key: secrets.linkKey, clock: clock).add,
      sessionEnded: { over in
        wire.server?.end(over)
        wire.pushes?.sessionEnded(over.session)
      },
      wayCloses: { try ProviderLeaving.willClose($0, $1, at: clock()) })
    counts = NoticeCounts(store: store, identifiers: secrets.identifiers) { wire.server }
    let chats = Chats(
      store: store, identifiers: secrets.identifiers, isConsultOpen: settings.patientsMayWrite, clock: clock,
      publish: { [counts] event in
        switch event {
        case .sent(let forms):
          metrics.countMessage()
          wire.pushes?.said(in: forms.common.roomID)
        case .readMoved(_, let position, _): counts.readMoved(by: position.personID)
        default: break
        }
        wire.server?.tell(event)
      })
    let bridge = RealtimeBridge(accounts: accounts, chats: chats)
    let liveness = Liveness(chats: chats) { wire.server }
    self.liveness = liveness
    let listeners = RoomListeners()
    push = try PushArea(
      settings.push, store: store, secrets: secrets, outgoing: outgoing, jobs: jobs,
      presence: listeners.presence(liveness), chats: chats, counts: counts, clock: clock, server: { wire.server })
    wire.connect(push.pushes)
    var configuration = Self.realtime(bridge, listeners, liveness, counts)
    (configuration.admission, configuration.allowedOrigins) = (admission, settings.pageOrigins)
    configuration.network = { NetworkAddress(settings.proxies.address(of: $0)) }
    realtime = RealtimeServer(group: group, configuration: configuration)
    wire.connect(realtime)
    if let loop = group.loops.first { liveness.start(on: loop) }
    counts.start()
    let files = Files(
      store: store, identifiers: secrets.identifiers, settings: settings.files, folder: fileArea.folder,
      media: fileArea.media, linkKey: secrets.linkKey, clock: clock, isLive: { accounts.isLive($0) })
    providers = try ProviderArea(
      settings, store: store, key: secrets.linkKey, accounts: accounts, limits: limits, outgoing: outgoing,
      group: group, clock: clock)
    (bookings, payments) = Self.trade(
      settings, sandbox, store, secrets, zones, chats, files, push.pushes, limits, jobs, outgoing, wire, clock: clock)
    let people = PeopleArea(store, secrets.identifiers, accounts, chats, files, bookings.bookings, clock: clock)
    privacy = people.privacy
    self.files = FileAPI(accounts: accounts, chats: chats, files: files, privacy: people.privacy)
    var calls = Self.calls(settings, accounts, push.pushes, counts, people, providers, limits, clock: clock)
    payments.add(to: &calls, bookings, secrets, limits, clock: clock)
    api = API(
      accounts: accounts, chats: chats, liveness: liveness, files: files, settings: settings.accounts, limits: limits,
      pushes: push.pushes, calls: calls, pages: providers.pages, calendars: bookings.calendars,
      payPages: payments.pages(settings, key: secrets.linkKey, clock: clock), clock: clock)
  }

  /// Reservations and what is paid for them, each the other's port.
  private static func trade(
    _ settings: ServerSettings, _ sandbox: String?, _ store: DataStore, _ secrets: ServerSecrets, _ zones: TimeZones,
    _ chats: Chats, _ files: Files, _ pushes: Pushes, _ limits: Limits, _ jobs: JobRunner, _ outgoing: OutgoingClient,
    _ wire: RealtimeWire, clock: @escaping @Sendable () -> Timestamp
  ) -> (BookingArea, PaymentArea) {
    let orders = OrderEnd()
    let bookings = BookingArea(
      settings, store, secrets, zones, orders, chats, files, pushes, limits, jobs, realtime: { wire.server },
      clock: clock)
    let payments = PaymentArea(
      settings.payments, sandbox: sandbox, port: bookings.bookings.port, store: store, secrets: secrets,
      outgoing: outgoing, jobs: jobs, pushes: pushes, clock: clock)
    payments.join(orders)
    return (bookings, payments)
  }

  private static func realtime(
    _ bridge: RealtimeBridge, _ listeners: RoomListeners, _ liveness: Liveness, _ counts: NoticeCounts
  ) -> RealtimeConfiguration {
    var configuration = RealtimeConfiguration { request in await bridge.authorize(request) }
    configuration.onConnect = { member in
      listeners.joined(member)
      liveness.joined(member)
      counts.joined(member)
    }
    configuration.onEvent = { member, event, _ in liveness.heard(event, from: member) }
    configuration.onDisconnect = { member, reason in
      listeners.left(member)
      liveness.left(member, reason)
      counts.left(member)
    }
    return configuration
  }

  var handlers: [JobHandler] {
    [push.handler, privacy.exportHandler, Deliveries.nobody, providers.leaving] + bookings.handlers
      + payments.handlers
  }

  /// What is served beside the routes of `Endpoint`.
  private static func calls(
    _ settings: ServerSettings, _ accounts: Accounts, _ pushes: Pushes, _ counts: NoticeCounts,
    _ people: PeopleArea, _ providers: ProviderArea, _ limits: Limits, clock: @escaping @Sendable () -> Timestamp
  ) -> CallTable {
    var calls = CallTable()
    let ways = WaysDesk(accounts: accounts, settings: settings.accounts, limits: limits, clock: clock)
    calls.addAccount(ways, providers.desk.providers)
    calls.addProviders(providers.desk, providers.pages, ways)
    calls.addPush(pushes, counts, direct: limits.pushes, clock: clock)
    calls.addSessions(accounts)
    people.add(to: &calls, ways, searches: limits.searches, hasPages: settings.webFolder != nil)
    return calls
  }
}

/// Areas are made before those whom they tell; this joins the ends.
private final class RealtimeWire: Sendable {
  private let end = Mutex<RealtimeServer?>(nil)
  private let pushEnd = Mutex<Pushes?>(nil)

  var server: RealtimeServer? { end.withLock { $0 } }
  var pushes: Pushes? { pushEnd.withLock { $0 } }

  func connect(_ server: RealtimeServer) { end.withLock { $0 = server } }
  func connect(_ pushes: Pushes) { pushEnd.withLock { $0 = pushes } }
}
