import Crypto
import Foundation
import HTTPServer
import Outgoing
import Providers
import SandboxPay
import Sockets
import Synchronization
import Wire

/// The payment provider without money, on a listener of its own as another company's would be.
struct SandboxPayServer: Sendable {
  let server: HTTPServer
  var origin: String { "http://" + server.address.text }

  /// - Parameters:
  ///   - folder: where it keeps its payments; nil: nowhere.
  ///   - merchants: origins that it may lead browsers and webhooks to, besides those of this machine.
  init(
    at place: String, _ group: EventLoopGroup, folder: String?, merchants: [String], outgoing: OutgoingClient,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(StartError) {
    let journal = try Self.journal(folder)
    let origin = Origin()
    let client = SandboxClient(
      origin: { origin.text.withLock { $0 } }, now: clock,
      deliver: { url, headers, body in
        let request = OutgoingRequest(.post, url, headers: headers, body: body)
        return (try? await outgoing.send(request, limits: OutgoingLimits(milliseconds: 10_000)))?.status ?? 0
      },
      pause: { try? await ContinuousClock().sleep(for: .milliseconds($0)) }, random: { SecureRandom.uint64() })
    let pay = SandboxPay(client, journal: journal, merchants: merchants)
    server = try MaruServer.listen(place, group, HTTPServer.Configuration()) { request in
      ServerResponse(await pay.answer(request.request))
    }
    let text = "http://" + server.address.text
    origin.text.withLock { $0 = text }
  }

  private static func journal(_ folder: String?) throws(StartError) -> SandboxJournal? {
    guard let folder else { return nil }
    do throws(SandboxJournalError) { return try SandboxJournal(folder: folder) } catch {
      throw .cannotKeep(folder)
    }
  }

  /// The one that a demonstration starts beside itself; nil where there is none, or another one is named.
  static func beside(
    _ settings: ServerSettings, _ group: EventLoopGroup, _ folder: DataFolder?, _ outgoing: OutgoingClient,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(StartError) -> SandboxPayServer? {
    guard settings.isDemo, case .beside(let place) = settings.paySandbox else { return nil }
    let merchants = settings.providers.publicOrigin.map { [$0] } ?? []
    return try SandboxPayServer(
      at: place, group, folder: folder?.path, merchants: merchants, outgoing: outgoing, clock: clock)
  }

  /// Known only after the listener is open.
  private final class Origin: Sendable {
    let text = Mutex("")
  }
}

/// What `maru sandbox-pay` was told.
public struct SandboxPaySettings: Equatable, Sendable {
  /// `HOST:PORT`; port 0 takes a free one.
  public var listen = "127.0.0.1:8090"
  /// nil: in memory only.
  public var folder: String? = "data"
  /// Servers on other machines that it works for: `https://HOST[:PORT]`.
  public var merchants: [String] = []

  public init() {}
}

/// The command `maru sandbox-pay`.
public final class SandboxPayProgram: Sendable {
  private let running: SandboxPayServer
  private let group: EventLoopGroup
  private let outgoing: OutgoingClient

  public init(_ settings: SandboxPaySettings) throws {
    let group = try EventLoopGroup(count: 1)
    let outgoing = try OutgoingClient()
    running = try SandboxPayServer(
      at: settings.listen, group, folder: settings.folder, merchants: settings.merchants, outgoing: outgoing,
      clock: MaruServer.systemClock)
    self.group = group
    self.outgoing = outgoing
  }

  /// What the operator reads.
  public var welcome: String {
    """
    The practice payment provider is open: \(running.origin)/
      PortOne V1  \(running.origin)\(SandboxKeys.v1Base)  imp_key \(SandboxKeys.v1Key)
      PortOne V2  \(running.origin)\(SandboxKeys.v2Base)  store \(SandboxKeys.store)
      Use it with  MARU_PAY_SANDBOX=\(running.origin) maru serve
    """
  }

  public func stop() async {
    await running.server.drain(deadlineMilliseconds: 1_000)
    group.stop()
    outgoing.close()
  }
}
