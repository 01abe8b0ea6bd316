import Contract

/// Statuses from 400 to 463, as a set.
public struct StatusSet: Equatable, Sendable {
  private var bits: UInt64 = 0

  public init() {}

  /// The set with one more; a status out of range adds nothing.
  public func adding(_ status: Int) -> StatusSet {
    var set = self
    if (400..<464).contains(status) { set.bits |= 1 << UInt64(status - 400) }
    return set
  }

  public func contains(_ status: Int) -> Bool {
    (400..<464).contains(status) && bits >> UInt64(status - 400) & 1 == 1
  }
}

/// Which headers a client sends along, besides the tokens.
public struct SessionHeaders: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `SeSACKey`: names realm and app.
  public static let key = SessionHeaders(rawValue: 1)
  /// `ProductId`, as older clients of some apps send it.
  public static let productID = SessionHeaders(rawValue: 2)
  /// `X-Platform`.
  public static let platform = SessionHeaders(rawValue: 4)
  /// `X-App-Version`.
  public static let appVersion = SessionHeaders(rawValue: 8)
  /// `X-Local-Timezone`: a name of the tz database.
  public static let timeZone = SessionHeaders(rawValue: 16)
  /// `X-Device-Name`, in percent-encoding.
  public static let deviceName = SessionHeaders(rawValue: 32)

  /// Each of them, and its name on the wire.
  public static var table: [(header: SessionHeaders, name: String)] {
    [
      (.key, "SeSACKey"), (.productID, "ProductId"), (.platform, "X-Platform"), (.appVersion, "X-App-Version"),
      (.timeZone, "X-Local-Timezone"), (.deviceName, "X-Device-Name"),
    ]
  }
}

/// What refusals mean for a session, as data: each dialect has its own.
///
/// A status that a server gives for several things (400 with a code in the body) is in `byCode`, and the code decides;
/// a dialect that has codes of its own (`E05`, `E06`) names them in `codes`. Nothing ends a session that was
/// not said by the server itself: its refusals bring a code, and pages and JSON of proxies and strangers do not.
public struct SessionPolicy: Equatable, Sendable {
  /// The access token has run out: renew it and repeat the call.
  public var expired: StatusSet
  /// The refresh token counts no more.
  public var ended: StatusSet
  /// The person is gone.
  public var gone: StatusSet
  public var byCode: StatusSet
  /// How often one call is repeated with a newer token.
  public var repeats: Int
  public var headers: SessionHeaders
  #if !hasFeature(Embedded)
    /// What the codes of the dialect mean in the contract, by their text, and where they stand in the body.
    public var codes: [String: ErrorCode] = [:]
    public var codeName = "errorCode"
  #endif

  public init(
    expired: StatusSet, ended: StatusSet, gone: StatusSet, byCode: StatusSet, repeats: Int, headers: SessionHeaders
  ) {
    self.expired = expired
    self.ended = ended
    self.gone = gone
    self.byCode = byCode
    self.repeats = repeats
    self.headers = headers
  }

  /// EyeMon, EyeMonDoctor, FlatBread: 419, 418, 403; 401 for a token that cannot be verified.
  public static var maru: SessionPolicy {
    SessionPolicy(
      expired: StatusSet().adding(419), ended: StatusSet().adding(418).adding(401), gone: StatusSet().adding(403),
      byCode: StatusSet().adding(401), repeats: 1,
      headers: [.key, .platform, .appVersion, .timeZone, .deviceName])
  }

  /// A dialect in which 401 says that the access token has run out, and 418 that the refresh token has.
  public static var unauthorized: SessionPolicy {
    SessionPolicy(
      expired: StatusSet().adding(401), ended: StatusSet().adding(418).adding(401), gone: StatusSet(),
      byCode: StatusSet(), repeats: 1, headers: [.key, .platform, .appVersion, .timeZone])
  }

  /// A dialect that refuses everything with 400 and tells by a code what it means.
  public static var coded: SessionPolicy {
    var policy = SessionPolicy(
      expired: StatusSet(), ended: StatusSet(), gone: StatusSet(), byCode: StatusSet().adding(400), repeats: 1,
      headers: [.key, .productID])
    #if !hasFeature(Embedded)
      policy.codes = ["E05": .accessExpired, "E06": .refreshExpired]
    #endif
    return policy
  }

  public func isExpired(_ error: APIError) -> Bool {
    guard error.code == .accessInvalid || error.code == .accessExpired else { return false }
    return expired.contains(error.status) || byCode.contains(error.status)
  }

  /// Of the answer to a renewal.
  public func isEnded(_ error: APIError) -> Bool {
    guard error.isCoded else { return false }
    if error.code == .refreshExpired || error.code == .sessionEnded {
      return ended.contains(error.status) || byCode.contains(error.status)
    }
    return error.code == .accessInvalid && ended.contains(error.status)
  }

  public func isGone(_ error: APIError) -> Bool {
    error.isCoded && error.code == .personGone && gone.contains(error.status)
  }
}
