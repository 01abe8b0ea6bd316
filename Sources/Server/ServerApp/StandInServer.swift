import Crypto
import Domain
import HTTPServer
import Providers
import Sockets
import Wire

/// The stand-in for providers on a listener of its own, as another site would be. On this machine only: whoever reaches
/// it can be any of its persons.
struct StandInServer: Sendable {
  let server: HTTPServer
  let settings: ProviderSettings
  var origin: String { "http://" + server.address.text }

  /// - Parameter chosen: providers that the operator has keys for stay as they are.
  init(
    at place: String, _ group: EventLoopGroup, beside chosen: ProviderSettings,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(StartError) {
    guard let address = try? SocketAddress(place), address.isLoopback, let key = P256Key.random()?.signing,
      let standIn = StandIn(
        client: key, clock: clock, pause: { try? await ContinuousClock().sleep(for: .seconds(3)) })
    else { throw .cannotListen(place, code: 0) }
    server = try MaruServer.listen(place, group, HTTPServer.Configuration()) { request in
      ServerResponse(await standIn.answer(request.request))
    }
    var settings = chosen
    let (kakao, apple) = StandIn.settings(origin: "http://" + server.address.text, client: key)
    if settings.kakao == nil { settings.kakao = kakao }
    if settings.apple == nil { settings.apple = apple }
    self.settings = settings
  }
}
