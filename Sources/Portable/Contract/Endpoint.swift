import Domain
import Wire

/// Every route, as a value. `request` prints it and `init(parsing:)` reads it back, so that a client cannot call what
/// the server does not have and the server's switch over it is exhaustive.
public enum Endpoint: Equatable, Sendable {
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
}

public struct JoinForm: Equatable, Sendable {
  public var email: String
  public var password: String
  public var nick: String
  public var phoneNumber: String
  public var introduction: String

  public init(email: String, password: String, nick: String, phoneNumber: String = "", introduction: String = "") {
    self.email = email
    self.password = password
    self.nick = nick
    self.phoneNumber = phoneNumber
    self.introduction = introduction
  }
}

public struct LoginForm: Equatable, Sendable {
  public var email: String
  public var password: String

  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}

/// What a client wants to say. `clientID` makes a repeat harmless; clients written before it leave it out.
public struct MessageDraft: Equatable, Sendable {
  public var clientID: String?
  public var content: String
  public var files: [String]

  public init(clientID: String? = nil, content: String, files: [String] = []) {
    self.clientID = clientID
    self.content = content
    self.files = files
  }
}

/// The body of a successful answer, by endpoint.
public enum Answer: Equatable, Sendable {
  case empty
  /// `{message}` of the e-mail check.
  case note(String)
  case session(SessionAnswer)
  case doctors([Doctor])
  case rooms([Room])
  case room(Room)
  case messages([Message])
  case message(Message)
}

/// Tokens, and whose they are. `refreshToken` is empty where a cookie carries it instead.
public struct SessionAnswer: Equatable, Sendable {
  public var person: Person
  public var email: String
  public var role: Role
  public var accessToken: String
  public var refreshToken: String

  public init(person: Person, email: String, role: Role, accessToken: String, refreshToken: String) {
    self.person = person
    self.email = email
    self.role = role
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}
