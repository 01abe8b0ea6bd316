import Domain
import Sockets

/// What the operator reads at the start.
public struct Welcome {
  let server: MaruServer
  let settings: ServerSettings

  public init(server: MaruServer, settings: ServerSettings) {
    self.server = server
    self.settings = settings
  }

  public var text: String {
    let base = "http://" + Self.reachable(server.address)
    var lines = ["Maru \(Version.text) is open: \(base)/"]
    if server.hasPages {
      lines += ["  EyeMon         \(base)/eyemon/", "  EyeMon Doctor  \(base)/eyemon-doctor/"]
    } else {
      lines.append("  No pages were built; only the API is served (--web DIR).")
    }
    if let admin = server.adminAddress { lines.append("  Metrics        http://\(Self.reachable(admin))/metrics") }
    if let standIn = server.standInOrigin { lines.append("  Kakao, Apple   played by \(standIn)") }
    if let sandbox = server.paySandboxOrigin { lines.append("  Payments       practised at \(sandbox)") }
    lines.append(
      "  Data           \(settings.dataFolder ?? "in memory")\(settings.database == nil ? "" : " and PostgreSQL")")
    if settings.isDemo {
      lines.append("Demo sign-ins (password \(DemoPeople.password)):")
      for person in DemoPeople.signIns {
        let app = person.app == .eyemonDoctor ? "EyeMon Doctor" : "EyeMon       "
        lines.append("  \(app)  \(person.email)  \(person.nick)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// `0.0.0.0` is no address that a browser can open.
  private static func reachable(_ address: SocketAddress) -> String {
    address.host == "0.0.0.0" || address.host == "::" ? "localhost:\(address.port)" : address.text
  }
}
