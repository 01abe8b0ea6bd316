import Chat
import Domain
import FeatureCore

extension AppState {
  /// The first turn of a visit.
  mutating func start(
    _ path: String, _ languages: [String], _ preferences: [Record], _ moment: Moment
  ) -> [Effect] {
    func kept(_ name: String) -> String? {
      let name = preferenceName(name)
      return preferences.first { $0.key == name }?.value
    }
    language = kept("language").flatMap { Language(rawValue: $0) } ?? Language(among: languages)
    theme = kept("theme").flatMap { Theme(rawValue: $0) } ?? .system
    let target = Route(path: path, under: configuration.basePath)
    if target.isEntrance && target != .home {
      wanted = kept("wanted").map { Route(path: $0, under: configuration.basePath) }
    }
    let member = kept("member").flatMap { Member(hint: $0) }
    // A provider's page that brought nobody leads back to the sign-in.
    let hasEntered = kept("entering") != nil && !target.isBelow("sign-in")
    if kept("leaving") != nil && !hasEntered {
      let isOver = kept("entering") != nil
      let effects = goOnLeaving(member, to: target, moment)
      return isOver ? [.savePreference(name: preferenceName("entering"), value: nil)] + effects : effects
    }
    guard let member else {
      let effects = go(to: target, .arrived, moment)
      return kept("entering") == nil ? effects : effects + enter(moment)
    }
    // What this device kept is shown at once; the session is renewed meanwhile.
    self.member = member
    owesConsent = kept("owing") != nil
    if owesConsent { wanted = kept("wanted").map { Route(path: $0, under: configuration.basePath) } }
    return enterStore(moment) + resumeSession(isLeaving: false, moment) + go(to: target, .arrived, moment)
  }

  /// A sign-out that the server has not heard yet. A renewal of another tab that was on its way then has told this
  /// browser of somebody once more: who has signed out is out.
  private mutating func goOnLeaving(_ member: Member?, to target: Route, _ moment: Moment) -> [Effect] {
    var effects = go(to: target, .arrived, moment)
    if let member {
      effects += [
        .savePreference(name: preferenceName("member"), value: nil),
        .savePreference(name: preferenceName("owing"), value: nil), .eraseStore(account: member.person.id.text),
      ]
    }
    return effects + resumeSession(isLeaving: true, moment)
  }

  mutating func enterStore(_ moment: Moment) -> [Effect] {
    guard let member else { return [] }
    return [.openStore(account: member.person.id.text)]
      + tellChat(.started(member.person, member.role, setting), moment)
  }

  mutating func choose(_ language: Language, _ moment: Moment) -> [Effect] {
    guard language != self.language else { return [] }
    self.language = language
    return [.savePreference(name: preferenceName("language"), value: language.rawValue)]
      + tellChat(.settingChanged(setting), moment)
  }

  mutating func choose(_ theme: Theme) -> [Effect] {
    guard theme != self.theme else { return [] }
    self.theme = theme
    return [.savePreference(name: preferenceName("theme"), value: theme == .system ? nil : theme.rawValue)]
  }

  /// The page's own title, where it changed.
  mutating func titleChange() -> [Effect] {
    let title = ConsultApp.documentTitle(self)
    guard title != documentTitle || language != documentLanguage else { return [] }
    documentTitle = title
    documentLanguage = language
    return [.setDocument(title: title, language: language.rawValue)]
  }
}
