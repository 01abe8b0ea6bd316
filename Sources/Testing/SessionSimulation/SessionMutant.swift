/// A fault put into server or client on purpose. The simulator is worth something because it finds each of them.
public enum SessionMutant: String, CaseIterable, Sendable {
  /// The server refuses an old token at once: a lost answer signs people out.
  case lostAnswerIsFinal
  /// The server answers a late repeat with an access token that has run out.
  case repeatIsStale
  /// The server mints a new pair each time that an old token comes.
  case everyRepeatRotates
  /// The server answers an old token for ever.
  case reuseIsAnswered
  /// The server refuses a token that came back, and leaves the session to whoever has the other.
  case reuseEndsNothing
  /// The server goes on answering access tokens of an ended session.
  case endIsNotHeard
  /// The server knows after a restart of no session that has ended.
  case endForgottenByRestart
  /// The server forgets its older keys when a new one signs.
  case oldKeysForgotten
  /// The server clears the browser's cookie by name when it refuses a token.
  case refusalClearsCookie
  /// The client takes trouble of the server for its last word.
  case troubleSignsOut
  /// The client believes anything with a status, whoever has sent it.
  case strangersAreBelieved
  /// The client believes anything with a message in JSON, whoever has sent it.
  case messagesAreBelieved
  /// The client takes a farewell for heard that somebody else has refused.
  case strangersHearFarewells
  /// Two processes renew side by side, each with the token that it knows.
  case noLockBetweenProcesses
  /// The client takes a file that does not open for a moment for one that is gone.
  case shutIsGone
  /// The client uses new tokens before they are kept.
  case keptTooLate
  /// Each tab renews for itself, also side by side.
  case noLockBetweenTabs
  /// The client takes a token of another tab, however old.
  case staleTokenAdopted
  /// The client tells the age of another tab's token by a clock that people set.
  case wallClockAlone
  /// The client tells the age of another tab's token by a clock that stands still while the device sleeps.
  case steadyClockAlone
  /// The client takes another tab's token for as old as what it heard of it.
  case hearingIsBirth
  /// The client takes the same token of another tab again, where the server has just refused it.
  case adoptsAgain
  /// The client takes what another tab told before its own sign-in.
  case hearsayOutlives
  /// The client repeats a call as long as it is refused.
  case repeatsWithoutEnd

  /// Whether chance brings it up too seldom to look for it by seed: `SessionStoryTests` plays it instead.
  public var isRare: Bool {
    switch self {
    case .wallClockAlone, .adoptsAgain, .hearsayOutlives: true
    default: false
    }
  }

  /// Whether it is one of the server: only the model can carry it.
  var isOfServer: Bool {
    switch self {
    case .lostAnswerIsFinal, .repeatIsStale, .everyRepeatRotates, .reuseIsAnswered, .reuseEndsNothing, .endIsNotHeard,
      .endForgottenByRestart, .oldKeysForgotten:
      true
    default: false
    }
  }
}
