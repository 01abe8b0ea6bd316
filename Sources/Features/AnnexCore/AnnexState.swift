import Account
import Contract
import Domain
import FeatureCore
import Me
import Wire

/// The whole state of the annex. It holds no token and keeps nothing on the device: it lives while one of its places is
/// shown, and no longer than the session that it was opened in.
public struct AnnexState: Equatable, Sendable {
  public internal(set) var app = App.eyemon
  public internal(set) var route = AnnexRoute.unknown
  public internal(set) var language = Language.ko
  public internal(set) var theme = Theme.system
  /// nil where nobody is signed in.
  public internal(set) var member: Member?
  public internal(set) var account = AccountState()
  public internal(set) var phone = PhoneSignIn.State()
  public internal(set) var reset = Reset.State()
  public internal(set) var me = Me.State()
  /// The session of whoever was here has ended; the sign-in form says so.
  public internal(set) var ending: String?

  var zone = ZoneOffsets.utc
  var asks: [Ask] = []
  var documentTitle = ""

  /// A call on its way.
  struct Ask: Equatable, Sendable {
    var tag: Tag
    var endpoint: Endpoint
  }

  public init() {}
}
