import Account
import Contract
import Domain
import FeatureCore
import Me
import Wire

/// The root of the annex, the second program of an app: what is not needed at first load. It has no session and no
/// socket of its own. Requests go out as `ask`, to which the shell adds the token; all else that concerns the app goes
/// to it as a `wish`.
public enum Annex: Feature {
  public typealias State = AnnexState

  public indirect enum Action: Equatable, Sendable {
    case shell(ShellEvent)
    case account(Account.Action)
    case phone(PhoneSignIn.Action)
    case reset(Reset.Action)
    case me(Me.Action)
    /// Of a field whose faults are said only when the form is sent.
    case fieldLeft
    case backTapped
    case languageChosen(Language)
    case themeChosen(Theme)
    case signOutTapped
  }

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    var effects: [Effect]
    switch action {
    case .shell(let event): effects = receive(&state, event, moment)
    case .account(let action): effects = state.tellAccount(action, moment)
    case .phone(let action): effects = PhoneSignIn.reduce(&state.phone, action, at: moment)
    case .reset(let action): effects = Reset.reduce(&state.reset, action, at: moment)
    case .me(let action): effects = Me.reduce(&state.me, action, at: moment).map { state.place($0) }
    case .fieldLeft: effects = []
    case .backTapped: effects = [.wish(.back)]
    case .languageChosen(let language):
      state.language = language
      effects = [.wish(.language(language))]
    case .themeChosen(let theme):
      state.theme = theme
      effects = [.wish(.theme(theme))]
    case .signOutTapped: effects = [.wish(.signOut)]
    }
    return effects + state.titleChange()
  }

  private static func receive(_ state: inout State, _ event: ShellEvent, _ moment: Moment) -> [Effect] {
    switch event {
    case .started(let path, let languages, let preferences, let zone, _, _):
      state.zone = zone
      state.begin(path, languages, preferences)
      return state.show(path, moment)
    case .pathChanged(let path): return state.show(path, moment)
    case .httpAnswered(let tag, let outcome): return state.takeAnswer(tag, outcome, moment)
    case .timerFired(let tag): return state.fire(tag, moment)
    case .pushStanding(let standing): return Me.reduce(&state.me, .standing(standing), at: moment)
    case .told(Member.changed, let hint):
      state.member = Member(hint: hint) ?? state.member
      return []
    case .told(let name, let payload):
      return Me.reduce(&state.me, .told(name: name, payload: payload), at: moment)
    default: return []
    }
  }
}

extension AnnexState {
  /// Features name their places without the app's prefix. What does not begin with a slash is an address elsewhere.
  func place(_ effect: Effect) -> Effect {
    guard case .pushPath(let path) = effect, path.utf8.first == UInt8(ascii: "/") else { return effect }
    return .pushPath("/" + app.rawValue + path)
  }

  mutating func begin(_ path: String, _ languages: [String], _ preferences: [Record]) {
    let prefix = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    app = App(rawValue: String(Substring(prefix))) ?? app
    func kept(_ name: String) -> String? {
      let name = app.rawValue + "/" + name
      return preferences.first { $0.key == name }?.value
    }
    language = kept("language").flatMap { Language(rawValue: $0) } ?? Language(among: languages)
    theme = kept("theme").flatMap { Theme(rawValue: $0) } ?? .system
    member = kept("member").flatMap { Member(hint: $0) }
  }

  mutating func show(_ path: String, _ moment: Moment) -> [Effect] {
    route = AnnexRoute(path: path)
    ending = path.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(path[path.utf8.index(after: $0)...]) }
    switch route {
    case .signIn:
      let effects = tellAccount(.formShown(.signIn, app), moment)
      // Why a provider's page led back without a session.
      return effects + (asked(path)["error"].map { tellAccount(.returned($0), moment) } ?? [])
    case .signUp: return tellAccount(.formShown(.signUp, app), moment)
    case .phone: return PhoneSignIn.reduce(&phone, .shown, at: moment)
    case .reset: return Reset.reduce(&reset, .shown(email: account.email), at: moment)
    case .me(let place):
      let effects = Me.reduce(&me, .shown(place, member?.role ?? .patient), at: moment)
      let query = asked(path)
      guard let way = query["provider"].flatMap({ IdentityKind(rawValue: $0) }) else { return effects }
      return effects + Me.reduce(&me, .returned(way, fault: query["error"]), at: moment)
    case .settings, .unknown: return []
    }
  }

  private func asked(_ path: String) -> Query {
    let target = path.utf8.prefix { $0 != UInt8(ascii: "#") }
    return HTTPRequest(.get, target: String(Substring(target))).query
  }

  mutating func fire(_ tag: Tag, _ moment: Moment) -> [Effect] {
    switch tag {
    case PhoneSignIn.timer: return PhoneSignIn.reduce(&phone, .timerFired, at: moment)
    case Reset.timer: return Reset.reduce(&reset, .timerFired, at: moment)
    default:
      return tag.isUnder(Account.prefix)
        ? tellAccount(.timerFired(tag), moment) : Me.reduce(&me, .timerFired(tag), at: moment)
    }
  }

  mutating func tellAccount(_ action: Account.Action, _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    for wish in Account.reduce(&account, action, at: moment) {
      if case .call(let endpoint, let tag) = wish {
        effects.append(ask(endpoint, tag))
      } else {
        effects.append(wish)
      }
    }
    return effects
  }

  private mutating func ask(_ endpoint: Endpoint, _ tag: Tag) -> Effect {
    asks.removeAll { $0.tag == tag }
    asks.append(Ask(tag: tag, endpoint: endpoint))
    let asking: Asking =
      switch endpoint {
      case .join, .login: .session
      default: endpoint.needsAccessToken ? .person : .nobody
      }
    return .ask(endpoint.request(key: app.rawValue, accessToken: nil, web: true), asking, tag)
  }

  mutating func takeAnswer(_ tag: Tag, _ outcome: HTTPOutcome, _ moment: Moment) -> [Effect] {
    if tag.isUnder(Me.prefix) { return Me.reduce(&me, .answered(tag, outcome), at: moment) }
    if tag.isUnder(PhoneSignIn.prefix) { return PhoneSignIn.reduce(&phone, .answered(tag, outcome), at: moment) }
    if tag.isUnder(Reset.prefix) { return Reset.reduce(&reset, .answered(tag, outcome), at: moment) }
    guard let index = asks.firstIndex(where: { $0.tag == tag }) else {
      return tellAccount(.heard(tag, outcome), moment)
    }
    return tellAccount(.answered(tag, Self.read(outcome, asks.remove(at: index).endpoint)), moment)
  }

  private static func read(_ outcome: HTTPOutcome, _ endpoint: Endpoint) -> CallOutcome {
    guard case .response(let response) = outcome else { return .failure(.unreachable) }
    do throws(APIError) {
      return .success(try Answer(parsing: response, for: endpoint))
    } catch {
      return .failure(error.status >= 500 ? .unreachable : .refused(error))
    }
  }

  mutating func titleChange() -> [Effect] {
    let title = Annex.title(self)
    guard title != documentTitle else { return [] }
    documentTitle = title
    return [.setDocument(title: title, language: language.rawValue)]
  }
}
