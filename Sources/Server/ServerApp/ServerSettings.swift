import Accounts
import Bookings
import Files
import HTTPServer
import Jobs
import Mail
import Outgoing
import Payments
import Providers
import Push
import Sockets
import Storage

/// All that an operator may choose.
public struct ServerSettings: Sendable {
  /// `HOST:PORT` of the apps; port 0 takes a free one.
  public var listen = "127.0.0.1:8080"
  /// `HOST:PORT` of `/metrics`; nil: none.
  public var admin: String? = "127.0.0.1:8081"
  /// Everything that the server keeps. nil: in memory only, for tests.
  public var dataFolder: String? = "data"
  /// A database elsewhere; nil: SQLite in the data folder, or in memory without one.
  public var database: DataPlace?
  /// The built pages; nil: none are served.
  public var webFolder: String?
  /// The operator's own texts for people to agree to (`terms.ko.txt` …); nil: short ones of ours.
  public var termsFolder: String?
  /// Adds demo people once.
  public var isDemo = false
  /// Others who say who people are.
  public var providers = ProviderSettings()
  /// `HOST:PORT` on this machine where a demonstration plays them; nil: nowhere.
  public var standIn: String? = "127.0.0.1:0"
  public var payments = PaymentSettings()
  /// The payment provider without money.
  public var paySandbox = PaySandbox.beside("127.0.0.1:0")
  /// Whether patients may write without a reservation; nil: in a demonstration.
  public var isConsultOpen: Bool?
  /// Whether people may sign in by a code to their telephone; nil: in a demonstration. A message is a weak proof, and
  /// needs somebody who sends it.
  public var isPhoneOpen: Bool?
  public var bookings = BookingSettings()
  /// Who may say on whose behalf a request comes.
  public var proxies = ProxyTrust()
  /// Pages of other origins that may connect to the sockets, such as `https://app.example`.
  public var pageOrigins: [String] = []
  /// Event loops; 0: one per core.
  public var loops = 0
  public var logging = LogLevel.all
  public var accounts = AccountSettings()
  public var limits = HTTPLimits()
  /// Sends, edits, deletes, reactions, pins, reports and blocks of one person, in a minute.
  public var messagesPerMinute = 600
  /// Searches of one person, in a minute.
  public var searchesPerMinute = 240
  public var files = FileSettings()
  /// The key that seals files; nil: `<data folder>.key`, beside the data and not in them.
  public var fileKeyPath: String?
  public var jobs = JobSettings()
  public var push = PushSettings()
  public var mail = MailSettings()
  public var outgoing = OutgoingSettings()
  public var admission = AdmissionLimits()
  public var decoding = Decoding.workers
  /// How long requests may take to end after SIGTERM.
  public var drainMilliseconds: Int64 = 10_000

  /// With what depends on whether this is a demonstration.
  var resolved: ServerSettings {
    var settings = self
    settings.accounts.isPhoneOpen = isPhoneOpen ?? isDemo
    let cores = EventLoopGroup.cores
    if loops == 0 { settings.loops = cores }
    // Two on one core would take turns there, and a turn that has just begun makes everything else wait for its end.
    settings.accounts.passwordWorkers = min(settings.accounts.passwordWorkers, cores)
    return settings
  }

  /// Whether patients need no reservation.
  var patientsMayWrite: Bool { isConsultOpen ?? isDemo }

  /// Behind proxies all connections come from them, and only what a request says of its origin counts.
  var admissionBehindProxies: AdmissionLimits {
    var limits = admission
    if !proxies.isNobody { limits.connectionsPerNetwork = 0 }
    return limits
  }

  public init() {
    // Files of messages do not count: they are streamed. A picture of a profile does, and what is around it.
    limits.bodyBytes = (1 << 20) + (128 << 10)
  }
}

/// Where payments are practised.
public enum PaySandbox: Equatable, Sendable {
  case off
  /// `HOST:PORT` on this machine where a demonstration starts it.
  case beside(String)
  /// The origin of a `maru sandbox-pay` that runs already.
  case at(String)
}

extension PaySandbox {
  /// Where it is; nil where payments are real, or there are none.
  func origin(beside server: SandboxPayServer?) -> String? {
    switch self {
    case .off: nil
    case .beside: server?.origin
    case .at(let origin): origin
    }
  }
}

/// Where pictures are decoded.
public enum Decoding: Sendable {
  /// In processes that can do nothing else: this program, started again.
  case workers
  /// In this process: only for tests, which know their files.
  case inProcess
}

public enum LogLevel: String, CaseIterable, Sendable {
  /// One line per request.
  case all
  /// Only requests that ended in 5xx.
  case errors
  case none
}
