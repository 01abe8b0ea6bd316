import Domain
import JSON
import Wire

/// Every route, as a value. `request` prints it and `init(parsing:)` reads it back, so that a client cannot call what
/// the server does not have and the server's switch over it is exhaustive.
public indirect enum Endpoint: Equatable, Sendable {
  /// `GET /v1/common`, also `/common`: older clients ask whether the server is there.
  case health
  case validateEmail(String)
  case join(JoinForm)
  case login(LoginForm)
  case logout
  /// `GET /v1/auth/refresh`: the token goes in the header of the dialect.
  case refresh(refreshToken: String)
  /// `POST /v1/web/{app}/session/refresh`: the only route that reads a cookie; needs the header `X-Maru-Web`.
  case refreshWebSession(App)
  case doctors
  case rooms
  case openRoom(opponent: ID<Person>)
  /// Messages newer than the cursor (`next` or `cursor_date`), oldest first; all of them without one.
  case messages(room: ID<Room>, after: Timestamp?)
  case send(room: ID<Room>, MessageDraft)
  /// `POST /v1/chats/{room_id}/read`: ours. Moves the caller's read position forward, never back.
  case markRead(room: ID<Room>, seq: Int64)
  /// `POST /v1/chats/read`: the same for many rooms in one move.
  case markAllRead([RoomRead])
  /// `GET /v1/chats/{room_id}/history`: the newest messages below `before` (of all without it), oldest first.
  case history(room: ID<Room>, before: Int64?, limit: Int?)
  /// `GET /v1/chats/{room_id}/changes`: messages changed above a version, as they are now, by version.
  case changes(room: ID<Room>, after: Int64, limit: Int?)
  case edit(room: ID<Room>, message: ID<Message>, MessageEdit)
  /// Leaves a tombstone; a repeat is answered with the same one.
  case delete(room: ID<Room>, message: ID<Message>)
  case react(room: ID<Room>, message: ID<Message>, emoji: String, isOn: Bool)
  /// nil takes the pin away.
  case pin(room: ID<Room>, message: ID<Message>?)
  case mute(room: ID<Room>, isMuted: Bool)
  case search(MessageSearch)
  case report(message: ID<Message>, Report)
  case block(person: ID<Person>, isBlocked: Bool)
  /// Whom the caller has blocked.
  case blocks
  /// A short-lived link to a file of a message, for where no header can be sent.
  case fileLink(path: String)
}

public struct JoinForm: Equatable, Sendable {
  public var email: String
  public var password: String
  public var nick: String
  public var phoneNumber: String
  public var introduction: String
  /// What only some clients say, by its name on the wire (`moreNames`).
  public var more: JSONObject

  public init(
    email: String, password: String, nick: String, phoneNumber: String = "", introduction: String = "",
    more: JSONObject = [:]
  ) {
    self.email = email
    self.password = password
    self.nick = nick
    self.phoneNumber = phoneNumber
    self.introduction = introduction
    self.more = more
  }

  /// Older clients send the first ones; `consents` (`[{kind, version}]`), `over14` and what a doctor adds are ours.
  public static let moreNames = [
    "name", "hashTags", "birthDay", "gender", "info1", "info2", "info3", "info4", "info5", "deviceToken", "consents",
    "over14", "license_number", "clinic",
  ]
}

public struct LoginForm: Equatable, Sendable {
  public var email: String
  public var password: String
  /// Where this device gets its notifications; empty where the client does not say.
  public var deviceToken: String

  public init(email: String, password: String, deviceToken: String = "") {
    self.email = email
    self.password = password
    self.deviceToken = deviceToken
  }
}

/// What a client wants to say. `clientID` makes a repeat harmless; clients written before it leave it out.
public struct MessageDraft: Equatable, Sendable {
  public var clientID: String?
  public var content: String
  public var files: [String]
  public var replyTo: ID<Message>?
  public var mentions: [ID<Person>]

  public init(
    clientID: String? = nil, content: String, files: [String] = [], replyTo: ID<Message>? = nil,
    mentions: [ID<Person>] = []
  ) {
    self.clientID = clientID
    self.content = content
    self.files = files
    self.replyTo = replyTo
    self.mentions = mentions
  }
}

/// The body of a successful answer, by endpoint.
public indirect enum Answer: Equatable, Sendable {
  case empty
  /// `{message}` of the e-mail check.
  case note(String)
  case session(SessionAnswer)
  case doctors([Doctor])
  case rooms([Room])
  case room(Room)
  case messages([Message])
  case message(Message)
  case history(MessagePage)
  case changes(ChangePage)
  case found(SearchPage)
  case people([Person])
  case fileLink(FileLink)
}

/// Tokens, and whose they are. `refreshToken` is empty where a cookie carries it instead.
public struct SessionAnswer: Equatable, Sendable {
  public var person: Person
  public var email: String
  public var role: Role
  public var accessToken: String
  public var refreshToken: String
  /// A newcomer who must agree to the terms before anything else is open.
  public var owesConsent = false

  public init(person: Person, email: String, role: Role, accessToken: String, refreshToken: String) {
    self.person = person
    self.email = email
    self.role = role
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}
