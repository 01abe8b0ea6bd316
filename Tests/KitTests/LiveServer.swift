import Accounts
import Crypto
import Foundation
import Kit
import ServerApp
import Sockets

/// A server of the test's own on a free loopback port.
final class LiveServer: Sendable {
  let server: MaruServer

  init(_ change: (inout ServerSettings) -> Void = { _ in }) async throws {
    var settings = ServerSettings()
    settings.accounts.doctorsWait = false
    settings.isConsultOpen = true
    settings.listen = "127.0.0.1:0"
    settings.admin = nil
    settings.dataFolder = nil
    settings.loops = 1
    settings.logging = .none
    settings.accounts.passwordCost = .lowest
    settings.drainMilliseconds = 100
    settings.decoding = .inProcess
    change(&settings)
    server = try await MaruServer(settings)
  }

  var address: ServerAddress { ServerAddress(isSecure: false, host: "127.0.0.1", port: server.address.port) }

  func client(_ app: App, credentials: CredentialStore = .memory()) throws -> MaruClient {
    try MaruClient(address, app: app, credentials: credentials)
  }

  func stop() async { await server.stop() }
}

extension JoinForm {
  static func fresh(_ nick: String) -> JoinForm {
    JoinForm(email: "\(UUID().uuidString.lowercased())@example.com", password: "maru!2345", nick: nick)
  }
}
