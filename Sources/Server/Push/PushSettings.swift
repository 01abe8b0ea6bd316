/// What an operator may choose. Times are milliseconds.
public struct PushSettings: Sendable {
  /// `mailto:…` or `https://…`: whom the push services of browsers may turn to.
  public var contact: String?
  /// The key file of a Google service account; nil: no pushes through Firebase.
  public var fcmKeyPath: String?
  public var fcmServer = "https://fcm.googleapis.com"
  /// A `.p8` file of Apple's; nil: no pushes through Apple.
  public var apnsKeyPath: String?
  public var apnsKeyID = ""
  public var apnsTeam = ""
  /// Bundle ids by the name of the app.
  public var apnsTopics: [String: String] = [:]
  public var apnsServer = "https://api.push.apple.com"
  /// Whether subscriptions of browsers may lead to this machine: for tests.
  public var mayBeLocal = false
  /// Pushes that one person may send to others, in a minute.
  public var directPerMinute = 20

  /// What is said in one breath becomes one push.
  public var gathering: Int64 = 300
  /// And in one talk not more often than that.
  public var pause: Int64 = 3_000
  /// Whoever has the app on the screen may be looking at the room: has so long to read.
  public var patience: Int64 = 3_000

  public init() {}
}
