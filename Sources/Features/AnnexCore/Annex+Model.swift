import Account
import Domain
import FeatureCore
import Me
import Wire

public struct ChoiceModel<Value: Equatable & Sendable>: Equatable, Sendable {
  public var value: Value
  public var label: String
  public var isChosen: Bool
}

/// Language and look, and the way out.
public struct SettingsModel {
  public var title: String
  /// Between who it is and the settings; empty where nobody is signed in.
  public var parts: [PageModel<Annex.Action>.Part]
  /// nil where nobody is signed in.
  public var nick: String?
  public var email: String?
  /// A path under the API root.
  public var picture: String?
  public var languageTitle: String
  public var languages: [ChoiceModel<Language>]
  public var themeTitle: String
  public var themes: [ChoiceModel<Theme>]
  public var signInLabel: String
  public var signOutLabel: String
  public var signOutHint: String
  /// nil on a place of its own tab.
  public var backLabel: String?
}

extension Annex {
  public static func settings(_ state: State) -> SettingsModel {
    let language = state.language
    let isOverview = state.route == .me(.overview)
    return SettingsModel(
      title: isOverview ? AnnexWords.me(language) : AnnexWords.settings(language),
      parts: isOverview ? overview(state) : [],
      nick: state.member?.person.nick, email: state.member?.email,
      picture: state.member?.person.profileImage,
      languageTitle: AnnexWords.languageTitle(language),
      languages: Language.allCases.map {
        ChoiceModel(value: $0, label: AnnexWords.name($0), isChosen: $0 == language)
      },
      themeTitle: AnnexWords.themeTitle(language),
      themes: Theme.allCases.map {
        ChoiceModel(value: $0, label: AnnexWords.theme($0, language), isChosen: $0 == state.theme)
      },
      signInLabel: AnnexWords.signIn(language), signOutLabel: AnnexWords.signOut(language),
      signOutHint: AnnexWords.signOutHint(language),
      backLabel: isOverview ? nil : AnnexWords.back(language))
  }

  private static func overview(_ state: State) -> [PageModel<Action>.Part] {
    Me.overview(state.me, state.member?.role ?? .patient, state.language).map { part in part.map { Action.me($0) } }
  }

  /// The place, where it is one made of groups.
  public static func page(_ state: State, now: Timestamp) -> PageModel<Action>? {
    let language = state.language
    switch state.route {
    case .phone: return PhoneSignIn.page(state.phone, language).map { Action.phone($0) }
    case .reset: return Reset.page(state.reset, language).map { Action.reset($0) }
    case .me:
      return Me.page(state.me, language, LocalDates(language, state.zone), now: now)?.map { Action.me($0) }
    case .signIn, .signUp, .settings, .unknown: return nil
    }
  }

  public static func slogan(_ state: State) -> String { AnnexWords.slogan(state.app, state.language) }

  /// Above the sign-in form of somebody whose session has ended.
  public static func expiryNotice(_ state: State) -> String? {
    state.ending.map { AnnexWords.ended($0, state.language) }
  }

  public static func notFound(_ state: State) -> (title: String, text: String) {
    (AnnexWords.notFoundTitle(state.language), AnnexWords.notFoundText(state.language))
  }

  /// Of the place; the shell puts it before the app's own title.
  static func title(_ state: State) -> String {
    let language = state.language
    return switch state.route {
    case .signIn, .signUp: Account.model(state.account, language).title
    case .phone: PhoneSignIn.title(language)
    case .reset: Reset.title(language)
    case .settings: AnnexWords.settings(language)
    case .me: page(state, now: Timestamp(milliseconds: 0))?.title ?? AnnexWords.me(language)
    case .unknown: AnnexWords.notFoundTitle(language)
    }
  }
}
