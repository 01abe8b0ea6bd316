import Domain
import Wire

/// What a client says of the device that it runs on; nothing here is verified. Both texts may be empty.
public struct SessionDevice: Equatable, Sendable {
  public static let nameLimit = 80
  public static let platformLimit = 30

  /// For people: `하늘의 iPhone`, `Chrome · Windows`.
  public let name: String
  /// `ios`, `android`, `web`, …
  public let platform: String

  /// Cut to what is kept, without control signs.
  public init(name: String = "", platform: String = "") {
    self.name = Self.plain(name, Self.nameLimit)
    self.platform = Self.plain(platform, Self.platformLimit)
  }

  private static func plain(_ text: String, _ limit: Int) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: break
      default: kept.append(scalar)
      }
    }
    return String(kept)
  }
}

/// Why a session ended.
public enum SessionEnd: String, CaseIterable, Sendable {
  /// The person signed out, on the device itself.
  case signedOut = "signed_out"
  /// The person ended it from another device.
  case remote
  /// An old refresh token came back: somebody else has it.
  case reused
  /// Newer sessions of the person took its place.
  case crowdedOut = "crowded_out"
  /// The password, or another way in, was changed.
  case credentialsChanged = "credentials_changed"
  /// The person has left, or was erased.
  case personGone = "person_gone"
  /// By the operator.
  case byOperator = "operator"
}

/// One signed-in client, through all of its token pairs.
public struct SessionRow: Equatable, Sendable {
  public var id: RowID<SessionRow>
  public var personID: RowID<Person>
  public var app: App
  /// The newest pair.
  public var generation: Int64
  public var device: SessionDevice
  public var createdAt: Timestamp
  public var lastUsedAt: Timestamp
  public var endedAt: Timestamp?
  /// nil before its end, and where it ended in an older version.
  public var end: SessionEnd?
}

/// What the tokens of one pair are minted from.
public struct GenerationRow: Equatable, Sendable {
  public var sessionID: RowID<SessionRow>
  public var generation: Int64
  public var issuedAt: Timestamp
  public var accessExpiresAt: Timestamp
  public var refreshExpiresAt: Timestamp
  /// When one of its tokens first came back.
  public var usedAt: Timestamp?

  public init(
    sessionID: RowID<SessionRow>, generation: Int64, issuedAt: Timestamp, accessExpiresAt: Timestamp,
    refreshExpiresAt: Timestamp, usedAt: Timestamp? = nil
  ) {
    self.sessionID = sessionID
    self.generation = generation
    self.issuedAt = issuedAt
    self.accessExpiresAt = accessExpiresAt
    self.refreshExpiresAt = refreshExpiresAt
    self.usedAt = usedAt
  }
}
