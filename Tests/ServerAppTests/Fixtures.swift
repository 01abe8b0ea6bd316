import Accounts
import Crypto
import Domain
import HTTPServer
import JSON
import ServerApp
import Sockets
import Testing
import Wire

let password = "maru!2345"

/// A server in memory that listens on a free port.
func makeServer(_ change: (inout ServerSettings) -> Void = { _ in }) async throws -> MaruServer {
  var settings = ServerSettings()
  settings.listen = "127.0.0.1:0"
  settings.admin = nil
  settings.dataFolder = nil
  settings.loops = 1
  settings.logging = .none
  settings.accounts.passwordCost = .lowest
  change(&settings)
  return try await MaruServer(settings)
}
