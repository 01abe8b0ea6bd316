import Accounts
import Contract
import Crypto
import Domain
import Glibc
import HTTPServer
import Sockets
import Storage
import Wire

/// The same answer with and without a look at who asks.
enum Route {
  static func serve(port: UInt16) async throws {
    var settings = AccountSettings()
    settings.passwordCost = .lowest
    let accounts = try await Accounts(
      store: DataStore.open(.memory), secrets: ServerSecrets.ephemeral(), settings: settings, clock: now)
    let joined = try await accounts.join(
      JoinForm(email: "bench@example.com", password: "maru!2345", nick: "손님"), app: .eyemon)
    let group = try EventLoopGroup(count: 1)
    let place = try SocketAddress(host: "127.0.0.1", port: Int(port))
    let server = try HTTPServer(place, group: group) { request in
      await answer(request.request, accounts)
    }
    _ = (joined.accessToken + "\n").withCString { write(1, $0, strlen($0)) }
    while true { try await Task.sleep(for: .seconds(3_600)) }
    _ = server
  }

  private static func answer(_ request: HTTPRequest, _ accounts: Accounts) async -> ServerResponse {
    let credentials = RequestCredentials(request.headers)
    if request.path == "/closed" {
      do {
        _ = try await accounts.authorize(credentials.accessToken, app: .eyemon)
      } catch { return ServerResponse(APIError.accessInvalid.response) }
    }
    let doctors = (0..<3).map { number in
      Doctor(person: Person(id: ID("\(number)"), nick: "김서윤", introduction: "망막"), clinic: "밝은마루안과", specialty: "망막")
    }
    return ServerResponse(Answer.doctors(doctors).response)
  }

  private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
