import Accounts
import Crypto
import Files
import HTTPServer
import Jobs
import Sockets
import Storage

extension Flag {
  static let data = Flag(
    name: "--data", value: "DIR", help: "Folder for everything that is kept; made where missing (data)."
  ) { (text, settings) throws(UsageError) in
    guard !text.isEmpty else { throw UsageError.missingValue("--data") }
    settings.dataFolder = text
  }

  static let database = Flag(
    name: "--database", value: "URL", help: "A PostgreSQL database, postgres://… (SQLite in the data folder)."
  ) { (text, settings) throws(UsageError) in
    // Not with the text in the refusal: a password may stand in it.
    guard let place = DataPlace(url: text) else { throw UsageError.badValue("--database", "…", "postgres://…") }
    settings.database = place
  }

  static let serving: [Flag] =
    [
      Flag(name: "--listen", value: "HOST:PORT", help: "Where the apps are served (127.0.0.1:8080).") {
        (text, settings) throws(UsageError) in
        settings.listen = try address(text, of: "--listen")
      },
      data, database,
      Flag(name: "--web", value: "DIR", help: "Built pages of the apps (build/web, where that is there).") {
        (text, settings) throws(UsageError) in
        settings.webFolder = text
      },
      toggle("--demo", "Add demo people and conversations once, and print their sign-ins.") { $1.isDemo = $0 },
      Flag(name: "--admin", value: "HOST:PORT", help: "Where /metrics is served, or \"off\" (127.0.0.1:8081).") {
        (text, settings) throws(UsageError) in
        settings.admin = text == "off" ? nil : try address(text, of: "--admin")
      },
      Flag(name: "--log", value: "LEVEL", help: "Lines on stderr: all, errors or none (all).") {
        (text, settings) throws(UsageError) in
        guard let level = LogLevel(rawValue: text) else {
          throw UsageError.badValue("--log", text, "all, errors or none")
        }
        settings.logging = level
      },
      toggle("--consult-open", "Whether patients may write without a reservation (on with --demo).") {
        $1.isConsultOpen = $0
      },
      number("--access-seconds", "N", in: 1...86_400, "Lifetime of access tokens (900).") {
        $1.accounts.accessLifetime = $0 * 1_000
      },
      number("--refresh-seconds", "N", in: 1...31_536_000, "Lifetime of refresh tokens (5184000).") {
        $1.accounts.refreshLifetime = $0 * 1_000
      },
      number("--password-mebibytes", "N", in: 1...4_096, "Memory of one password hash (64).") {
        $1.accounts.passwordCost.memoryBytes = Int($0) << 20
      },
      number("--login-tries", "N", in: 1...1_000_000, "Failed sign-ins and sign-ups a minute from one address (30).") {
        $1.accounts.triesPerMinute = Int($0)
      },
      number("--email-checks", "N", in: 1...1_000_000, "E-mail checks a minute from one address (120).") {
        $1.accounts.checksPerMinute = Int($0)
      },
      number("--messages-per-minute", "N", in: 1...1_000_000, "What one person may say and change a minute (600).") {
        $1.messagesPerMinute = Int($0)
      },
      number("--searches-per-minute", "N", in: 1...1_000_000, "Searches of one person a minute (240).") {
        $1.searchesPerMinute = Int($0)
      },
      number("--rotation-grace-seconds", "N", in: 1...3_600, "How long a used refresh token still counts (60).") {
        $1.accounts.rotationGrace = $0 * 1_000
      },
      number("--sessions-per-person", "N", in: 1...10_000, "Live sessions; the one used longest ago goes (50).") {
        $1.accounts.sessionsPerPerson = Int($0)
      },
      number("--account-tries", "N", in: 1...100_000, "Failed sign-ins of one account in ten minutes (20).") {
        $1.accounts.triesPerAccount = Int($0)
      },
      number("--loops", "N", in: 0...256, "Event loops; 0: one per core (0).") { $1.loops = Int($0) },
      number("--connections", "N", in: 1...1_000_000, "Open connections in all (20000).") {
        $1.limits.connections = Int($0)
      },
      number("--head-seconds", "N", in: 1...3_600, "Time for the head of a request (10).") {
        $1.limits.headMilliseconds = $0 * 1_000
      },
      number("--body-seconds", "N", in: 1...3_600, "Time before a slow body is cut off (5).") {
        $1.limits.bodyGraceMilliseconds = $0 * 1_000
      },
      number("--idle-seconds", "N", in: 1...86_400, "Longest silence between requests (75).") {
        $1.limits.idleMilliseconds = $0 * 1_000
      },
      number("--drain-seconds", "N", in: 0...3_600, "Time for running requests after SIGTERM (10).") {
        $1.drainMilliseconds = $0 * 1_000
      },
    ] + accounting + providing + paying + charging
    + proxying + filing + working + mailing + pushing + admitting + booking

  /// Who may say on whose behalf a request comes.
  static let proxying: [Flag] = [
    number("--proxies", "N", in: 0...16, "Own proxies in front, whose X-Forwarded-For is believed (0).") {
      $1.proxies.count = Int($0)
    },
    Flag(name: "--proxy-networks", value: "LIST", help: "Networks of own proxies, such as 10.0.0.0/8,fd00::/8 (none).")
    {
      (text, settings) throws(UsageError) in
      settings.proxies.networks = []
      for part in text.split(separator: ",") {
        guard let network = NetworkRange(String(part)) else {
          throw UsageError.badValue("--proxy-networks", String(part), "a numeric network such as 10.0.0.0/8")
        }
        settings.proxies.networks.append(network)
      }
    },
    Flag(name: "--page-origins", value: "LIST", help: "Other origins whose pages may connect to the sockets (none).") {
      (text, settings) throws(UsageError) in
      settings.pageOrigins = text.split(separator: ",").map { String($0) }
      for origin in settings.pageOrigins
      where !(origin.hasPrefix("https://") || origin.hasPrefix("http://")) || origin.split(separator: "/").count != 2
        || origin.hasSuffix("/")
      {
        throw UsageError.badValue("--page-origins", origin, "an origin such as https://app.example")
      }
    },
  ]

  /// What files may cost.
  static let filing: [Flag] = [
    Flag(name: "--file-key", value: "PATH", help: "Key that seals files, outside of the data (the data folder + .key).")
    {
      (text, settings) throws(UsageError) in
      guard !text.isEmpty else { throw UsageError.missingValue("--file-key") }
      settings.fileKeyPath = text
    },
    number("--file-count", "N", in: 1...100, "Files of one multipart upload (5).") { $1.files.uploadCount = Int($0) },
    number("--file-mebibytes", "N", in: 1...1_024, "Of one file of a multipart upload (5).") {
      $1.files.uploadBytes = $0 << 20
    },
    number("--file-resumable-mebibytes", "N", in: 1...102_400, "Of one resumable upload (200).") {
      $1.files.resumableBytes = $0 << 20
    },
    number("--file-person-mebibytes", "N", in: 1...104_857_600, "What one person may keep (5120).") {
      $1.files.personBytes = $0 << 20
    },
    number("--file-megapixels", "N", in: 1...1_000, "Of one image (100).") { $1.files.imagePixels = $0 * 1_000_000 },
    number("--file-link-seconds", "N", in: 1...86_400, "How long a link opens its file (600).") {
      $1.files.linkSeconds = Int($0)
    },
    number("--file-keep-seconds", "N", in: 1...31_536_000, "Unfinished uploads and unsent files go after (86400).") {
      $1.files.keepMilliseconds = $0 * 1_000
    },
    number("--file-workers", "N", in: 1...64, "Processes that decode images (2).") { $1.files.workers = Int($0) },
    toggle("--media-unconfined", "Decode also where the system cannot hold the workers back.") {
      $1.files.mayDecodeUnconfined = $0
    },
  ]

  /// What is done later.
  static let working: [Flag] = [
    number("--job-lease-seconds", "N", in: 1...86_400, "Jobs of a killed server rest so long (60).") {
      $1.jobs.lease = $0 * 1_000
    }
  ]

  private static func address(_ text: String, of name: String) throws(UsageError) -> String {
    do {
      return try SocketAddress(text).text
    } catch { throw .badValue(name, text, "HOST:PORT with a numeric host or localhost") }
  }
}
