import Chat
import Contract
import Domain
import FeatureCore
import Realtime
import Session
import Wire

/// The root of a consult app: holds the session and the connection, routes calls and answers between the features and
/// the shell, and decides which place is shown.
///
/// The shell changes the page's address itself before it sends `pathChanged`; and after `closeSocket` or a second
/// `openSocket` it sends nothing more of the older socket.
public enum ConsultApp: Feature {
  public typealias State = AppState

  public indirect enum Action: Equatable, Sendable {
    case shell(ShellEvent)
    case chat(Chat.Action)
    /// A link or tab that leads to another place of the app.
    case placeTapped(Route)
    case backTapped
    case signOutConfirmed
    case signOutDropped
  }

  public static func initialState(_ configuration: AppConfiguration) -> State { State(configuration) }

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    var effects: [Effect]
    switch action {
    case .shell(let event): effects = receive(&state, event, moment)
    case .chat(let action): effects = state.tellChat(action, moment)
    case .placeTapped(let place): effects = state.go(to: place, .push, moment)
    case .backTapped: effects = state.goBack(moment)
    case .signOutConfirmed:
      state.asksToSignOut = false
      effects = state.signOut(moment)
    case .signOutDropped:
      state.asksToSignOut = false
      effects = []
    }
    effects += state.tellConnection(moment)
    return effects + state.titleChange()
  }

  private static func receive(_ state: inout State, _ event: ShellEvent, _ moment: Moment) -> [Effect] {
    switch event {
    case .started(let path, let languages, let preferences, let zone, let online, let isBeyond):
      state.isOnline = online
      state.zone = zone
      if isBeyond, let before = Route(path: path, under: state.configuration.basePath).parent { state.trail = [before] }
      return state.start(path, languages, preferences, moment)
    case .httpAnswered(let tag, let outcome): return state.takeAnswer(tag, outcome, moment)
    case .timerFired(let tag): return fire(&state, tag, moment)
    case .recordsRead(let tag, let records): return state.tellChat(.recordsRead(tag, records), moment)
    case .recordsFailed(let tag): return state.tellChat(.recordsFailed(tag), moment)
    case .storeChanged(let isWriter): return state.tellChat(.storeChanged(isWriter: isWriter), moment)
    case .socketOpened: return state.tellRealtime(.socketOpened, moment)
    case .socketReceived(let text): return state.tellRealtime(.socketReceived(text), moment)
    case .socketClosed: return state.tellRealtime(.socketClosed, moment)
    case .pathChanged(let path):
      let effects = state.tellChat(.files(.layerLeft), moment)
      return effects + state.go(to: Route(path: path, under: state.configuration.basePath), .arrived, moment)
    case .visibilityChanged(let visible, let handheld):
      return state.see(visible, isHandheld: handheld, moment)
    case .onlineChanged(let online):
      state.isOnline = online
      return online ? state.comeBack(moment) : []
    case .accessRefused(let token): return state.tellSession(.accessRefused(token), moment)
    case .uploadMoved(let file, let permille): return state.tellChat(.files(.uploadMoved(file, permille)), moment)
    case .uploadEnded(let file, let outcome): return state.tellChat(.files(.uploadEnded(file, outcome)), moment)
    case .fileNotKept: return state.tellChat(.files(.notKept), moment)
    case .fileRefused(let response): return state.tellChat(.files(.openingFailed(response)), moment)
    case .wished(let wish): return state.grant(wish, moment)
    case .told, .pushStanding: return []
    }
  }

  private static func fire(_ state: inout State, _ tag: Tag, _ moment: Moment) -> [Effect] {
    if tag.isUnder("chat/") { return state.tellChat(.timerFired(tag), moment) }
    if tag == State.backgroundTimer { return state.tellRealtime(.stopped, moment) }
    if tag == State.sessionTimer { return state.tellSession(.timerFired, moment) }
    guard let timer = RealtimeMachine.Timer.allCases.first(where: { State.tag($0) == tag }) else { return [] }
    return state.tellRealtime(.timerFired(timer), moment)
  }
}
