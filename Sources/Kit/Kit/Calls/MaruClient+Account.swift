import AccountContract
import Contract
import Domain

extension MaruClient {
  /// Makes an account and signs in with it.
  @discardableResult
  public func join(_ form: JoinForm) async throws(CallError) -> Person {
    try await call(.join(form)) { $0.session?.person }
  }

  /// Signs in. The session is kept by the client's credential store.
  @discardableResult
  public func logIn(email: String, password: String) async throws(CallError) -> Person {
    try await call(.login(LoginForm(email: email, password: password))) { $0.session?.person }
  }

  /// Signs in by the code that `AccountAPI.sendPhoneCode` had sent; with a nick it signs up a new number.
  /// - Throws: `refused` with `phoneUnknown` where nobody has it: the code stays valid.
  @discardableResult
  public func logIn(phone login: PhoneLogin) async throws(CallError) -> Person {
    try await call(AccountAPI.phoneLogin, login).person
  }

  /// Signs in with an access token that Kakao gave to this app; makes an account where there is none.
  @discardableResult
  public func logIn(kakao login: ProviderLogin) async throws(CallError) -> Person {
    try await call(AccountAPI.kakaoLogin, login).person
  }

  /// Signs in with an identity token that Apple gave to this app; makes an account where there is none.
  @discardableResult
  public func logIn(apple login: ProviderLogin) async throws(CallError) -> Person {
    try await call(AccountAPI.appleLogin, login).person
  }

  /// Ends the session on this device at once; the server hears of it as soon as it can.
  public func signOut() async { await session.signOut() }

  /// What the server says to an address that nobody has yet.
  public func validate(email: String) async throws(CallError) -> String {
    try await call(.validateEmail(email)) { if case .note(let text) = $0 { text } else { nil } }
  }

  public func doctors() async throws(CallError) -> [Doctor] {
    try await call(.doctors) { if case .doctors(let doctors) = $0 { doctors } else { nil } }
  }

  /// Whom the caller has blocked.
  public func blocks() async throws(CallError) -> [Person] {
    try await call(.blocks) { if case .people(let people) = $0 { people } else { nil } }
  }

  /// From now on (or no longer) this person's messages are hidden from the caller.
  public func block(_ person: ID<Person>, isBlocked: Bool = true) async throws(CallError) {
    _ = try await call(.block(person: person, isBlocked: isBlocked))
  }

  public func report(_ message: ID<Message>, _ report: Report) async throws(CallError) {
    _ = try await call(.report(message: message, report))
  }
}

extension Answer {
  var session: SessionAnswer? { if case .session(let session) = self { session } else { nil } }
  var room: Room? { if case .room(let room) = self { room } else { nil } }
  var message: Message? { if case .message(let message) = self { message } else { nil } }
}
