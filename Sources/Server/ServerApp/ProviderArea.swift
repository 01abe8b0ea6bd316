import Accounts
import HTTPServer
import Jobs
import Outgoing
import Providers
import Sockets
import Storage
import Wire

/// Sign-in through others, wired; in a demonstration with the stand-in that plays them.
struct ProviderArea: Sendable {
  let desk: ProviderDesk
  let standIn: StandInServer?
  /// Gives consents back.
  let leaving: JobHandler

  var pages: ProviderPages { ProviderPages(desk: desk) }

  init(
    _ settings: ServerSettings, store: DataStore, key: [UInt8], accounts: Accounts, limits: Limits,
    outgoing: OutgoingClient, group: EventLoopGroup, clock: @escaping @Sendable () -> Timestamp
  ) throws {
    let place = settings.isDemo ? settings.standIn : nil
    standIn = try place.map { place throws(StartError) in
      try StandInServer(at: place, group, beside: settings.providers, clock: clock)
    }
    let providers = Providers(
      standIn?.settings ?? settings.providers, store: store, key: key, link: ProviderLink(outgoing),
      clock: clock)
    leaving = ProviderLeaving.handler(providers, store)
    desk = ProviderDesk(providers, accounts, settings.accounts, tries: limits.providers, clock: clock)
  }

  func close() async {
    await standIn?.server.drain(deadlineMilliseconds: 0)
  }
}
