import Chat
import Domain
import FeatureCore
import Realtime
import Session
import Wire

/// The whole state of a consult app.
public struct AppState: Equatable, Sendable {
  public let configuration: AppConfiguration
  public internal(set) var route = Route.home
  public internal(set) var language = Language.ko
  public internal(set) var theme = Theme.system
  /// nil where nobody is signed in.
  public internal(set) var member: Member?
  public internal(set) var chat = Chat.State()
  public internal(set) var isOnline = true
  /// Notices of the inbox that wait to be read.
  public internal(set) var unreadNotices = 0
  /// How the session ended without the person's wish here; the sign-in form says so.
  public internal(set) var endMark: String?
  /// What the server said of an end that is to be found yet.
  var heardEnd: String?

  /// The person wants to leave this device, but something has not been sent.
  public internal(set) var asksToSignOut = false

  /// A newcomer who has not agreed to the terms yet: every place leads there, and there is no connection.
  var owesConsent = false

  var session: SessionMachine
  var realtime: RealtimeMachine
  var exchanges: [Exchange] = []
  var lastExchange = 0
  var zone = ZoneOffsets.utc
  /// Where to go after signing in.
  var wanted: Route?
  /// The places of this visit, as the browser's back button sees them; the last one is shown.
  var trail: [Route] = []
  var documentTitle = ""
  var documentLanguage: Language?

  init(configuration: AppConfiguration, session: SessionMachine, realtime: RealtimeMachine) {
    self.configuration = configuration
    self.session = session
    self.realtime = realtime
  }

  var setting: Chat.Setting { Chat.Setting(language: language, zone: zone) }

  /// What `savePreference` calls a fact of this app: two apps of one browser share nothing.
  func preferenceName(_ name: String) -> String { configuration.app.rawValue + "/" + name }
}
