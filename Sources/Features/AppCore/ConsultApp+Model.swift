import Chat
import Domain
import FeatureCore
import Realtime

public struct TabModel: Equatable, Sendable {
  public var tab: AppTab
  public var label: String
  public var path: String
  public var isSelected: Bool
  /// nil where nothing is unread; `99+` above 99.
  public var badge: String?
  /// What a screen reader says for the tab, with the unread number.
  public var spoken: String
}

public struct ConnectionModel: Equatable, Sendable {
  public enum Kind: Equatable, Sendable { case connecting, connected, reconnecting, offline }

  public var kind: Kind
  public var text: String
}

public struct WelcomeModel: Equatable, Sendable {
  public var name: String
  public var slogan: String
  public var signInLabel: String
  public var signInPath: String
  public var signUpLabel: String
  public var signUpPath: String
  /// The languages by their own names, on the way to where one is chosen.
  public var languagesLabel: String
  public var settingsPath: String
}

public struct NotFoundModel: Equatable, Sendable {
  public var title: String
  public var text: String
  public var homeLabel: String
  public var homePath: String
}

extension ConsultApp {
  /// Empty where nobody is signed in.
  public static func tabs(_ state: State) -> [TabModel] {
    guard !state.member.isNone else { return [] }
    return state.configuration.tabs.map { tab in
      let label = AppWords.tab(tab, state.language)
      let unread =
        switch tab {
        case .rooms: state.chat.unreadTotal
        case .me: state.unreadNotices
        case .doctors, .schedule: 0
        }
      return TabModel(
        tab: tab, label: label, path: path(tab.route, state), isSelected: isSelected(tab, state.route),
        badge: Chat.badge(unread),
        spoken: unread == 0 ? label : label + ", " + AppWords.unread(unread, state.language))
    }
  }

  private static func isSelected(_ tab: AppTab, _ route: Route) -> Bool {
    switch route {
    case .room, .search: tab == .rooms
    case .annex:
      tab == (route.isBelow("doctors") ? .doctors : route.isBelow("schedule") ? .schedule : .me)
    default: tab.route == route
    }
  }

  public static func path(_ route: Route, _ state: State) -> String {
    route.path(under: state.configuration.basePath)
  }

  /// nil where nobody is signed in.
  public static func connection(_ state: State) -> ConnectionModel? {
    let language = state.language
    switch state.realtime.status {
    case .off where state.member.isNone: return nil
    case .connected: return ConnectionModel(kind: .connected, text: AppWords.connected(language))
    case _ where !state.isOnline: return ConnectionModel(kind: .offline, text: AppWords.offline(language))
    case .off, .connecting: return ConnectionModel(kind: .connecting, text: AppWords.connecting(language))
    case .reconnecting: return ConnectionModel(kind: .reconnecting, text: AppWords.reconnecting(language))
    }
  }

  /// The connection where it is worth a banner; nil while all is well or the first attempt is on its way.
  public static func banner(_ state: State) -> ConnectionModel? {
    connection(state).flatMap { $0.kind == .reconnecting || $0.kind == .offline ? $0 : nil }
  }

  /// The dialog of the frame itself; nil while none is open.
  public static func sheet(_ state: State) -> SheetModel<Action>? {
    guard state.asksToSignOut else { return nil }
    let language = state.language
    return SheetModel(
      title: AppWords.signOut(language), text: AppWords.unsent(state.chat.unsentCount, language),
      items: [.init(AppWords.signOut(language), isDanger: true, .signOutConfirmed)],
      cancelLabel: AppWords.cancel(language), dismiss: .signOutDropped)
  }

  public static func welcome(_ state: State) -> WelcomeModel {
    WelcomeModel(
      name: state.configuration.name.text(state.language), slogan: state.configuration.slogan.text(state.language),
      signInLabel: AppWords.signIn(state.language), signInPath: path(.signIn, state),
      signUpLabel: AppWords.signUp(state.language), signUpPath: path(.signUp, state),
      languagesLabel: AppWords.languages, settingsPath: path(.settings, state))
  }

  public static func notFound(_ state: State) -> NotFoundModel {
    NotFoundModel(
      title: AppWords.notFoundTitle(state.language), text: AppWords.notFoundText(state.language),
      homeLabel: AppWords.goHome(state.language), homePath: path(.home, state))
  }

  /// The way on from an empty list of rooms; nil where rooms come by themselves.
  public static func findDoctorLabel(_ state: State) -> String? {
    state.configuration.listsDoctors ? AppWords.findDoctor(state.language) : nil
  }

  /// Beside the list of rooms while none is open.
  public static func chooseRoom(_ state: State) -> (title: String, text: String) {
    (AppWords.chooseTitle(state.language), AppWords.chooseText(state.language))
  }

  public static func closeLabel(_ state: State) -> String { AppWords.close(state.language) }

  /// What the annex is to show: its place, and a mark where the session of somebody has ended.
  public static func annexPlace(_ path: String, _ state: State) -> String {
    state.endMark.map { path + "#" + $0 } ?? path
  }

  /// The place, the app, and how many messages wait: `(3) 채팅 – 아이몬`.
  static func documentTitle(_ state: State) -> String {
    let language = state.language
    let name = state.configuration.name.text(language)
    let place: String? =
      switch state.route {
      // The annex says itself where it is.
      case .home, .annex: nil
      case .doctors: AppWords.tab(.doctors, language)
      case .rooms, .room, .search: AppWords.tab(.rooms, language)
      case .unknown: AppWords.notFoundTitle(language)
      }
    let unread = state.member.isNone ? 0 : state.chat.unreadTotal
    return (Chat.badge(unread).map { "(" + $0 + ") " } ?? "") + (place.map { $0 + " – " } ?? "") + name
  }
}
