import Crypto

/// Which providers are offered, and with which keys.
public struct ProviderSettings: Sendable {
  public var kakao: KakaoSettings?
  public var apple: AppleSettings?
  /// Scheme, host and port under which browsers reach the apps; nil: only on this machine, as the request says.
  public var publicOrigin: String?

  public init() {}
}

/// Of the application at Kakao's developer site.
public struct KakaoSettings: Sendable {
  /// Tokens of other applications prove nothing to us.
  public var appID: Int64
  /// The REST key; nil: no sign-in in the browser.
  public var restKey: String?
  /// Where the application has one.
  public var clientSecret: String?
  /// Unlinks people who leave; nil: they do it themselves.
  public var adminKey: String?
  /// Where a browser goes to.
  public var pageURL = "https://kauth.kakao.com"
  /// Where tokens come from.
  public var tokenURL = "https://kauth.kakao.com"
  public var apiURL = "https://kapi.kakao.com"

  public init(appID: Int64, restKey: String? = nil) {
    self.appID = appID
    self.restKey = restKey
  }
}

/// Of the applications at Apple's developer site.
public struct AppleSettings: Sendable {
  /// Bundle ids of apps and the Services ID: whom tokens may be for.
  public var audiences: [String]
  /// The Services ID; nil: no sign-in in the browser.
  public var servicesID: String?
  public var teamID: String
  public var keyID: String
  /// Signs what Apple asks us for (ES256); nil: no sign-in in the browser, and no revocation.
  public var key: SigningKey?
  public var pageURL = "https://appleid.apple.com"
  public var apiURL = "https://appleid.apple.com"
  public var issuer = "https://appleid.apple.com"

  public init(
    audiences: [String], servicesID: String? = nil, teamID: String = "", keyID: String = "", key: SigningKey? = nil
  ) {
    self.audiences = audiences
    self.servicesID = servicesID
    self.teamID = teamID
    self.keyID = keyID
    self.key = key
  }
}
