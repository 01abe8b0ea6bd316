import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// The person's own name and introduction, as others see them.
public enum OwnProfile: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var profile = Loaded<Profile>.loading
    public internal(set) var nick = ""
    public internal(set) var introduction = ""
    public internal(set) var isSaving = false
    public internal(set) var isSaved = false
    public internal(set) var notice: FormNotice?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case nickTyped(String)
    case introductionTyped(String)
    case saved
    case answered(Tag, HTTPOutcome)
  }

  static let loadTag = Tag("me/profile/load")
  static let saveTag = Tag("me/profile/save")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.profile { state.profile = .loading }
      state.isSaved = false
      return [AccountAPI.ownProfile.ask(Nothing(), loadTag)]
    case .nickTyped(let text):
      state.nick = text
      state.notice = nil
      state.isSaved = false
    case .introductionTyped(let text):
      state.introduction = text
      state.isSaved = false
    case .saved: return save(&state)
    case .answered(loadTag, let outcome):
      switch AccountAPI.ownProfile.outcome(outcome) {
      case .success(let profile): take(profile, &state)
      case .failure: if state.profile.value.isNone { state.profile = .failed }
      }
    case .answered(saveTag, let outcome):
      state.isSaving = false
      switch AccountAPI.changeProfile.outcome(outcome) {
      case .success(let profile):
        take(profile, &state)
        state.isSaved = true
        // The app's own frame shows the name as well.
        return [.wish(.renewal)]
      case .failure(let failure): state.notice = FormNotice(failure)
      }
    case .answered: break
    }
    return []
  }

  private static func take(_ profile: Profile, _ state: inout State) {
    state.profile = .value(profile)
    state.nick = profile.person.nick
    state.introduction = profile.person.introduction
  }

  private static func save(_ state: inout State) -> [Effect] {
    guard !state.isSaving, !state.profile.value.isNone else { return [] }
    state.isSaved = false
    let nick = trimmed(state.nick)
    if AccountRules.fault(nickname: nick) != nil {
      state.notice = .refused(.badNickname, retryAfterSeconds: nil)
      return [.focus(elementID: "nick")]
    }
    state.notice = nil
    state.isSaving = true
    var edit = ProfileEdit()
    edit.nick = nick
    edit.introduction = trimmed(state.introduction)
    return [AccountAPI.changeProfile.ask(edit, saveTag)]
  }

  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    let back = MeWords.back(l)
    switch state.profile {
    case .loading: return PageModel(title(l), backLabel: back, [.loading])
    case .failed: return PageModel(title(l), backLabel: back, [.failure(l, .retryTapped)])
    case .value:
      let fields = [
        PageModel<Action>.Field(
          "nick", l.say("닉네임", "Nickname", "ニックネーム"), state.nick, autocomplete: "nickname",
          typed: { .nickTyped($0) }),
        PageModel<Action>.Field(
          "introduction", l.say("소개", "Introduction", "自己紹介"), state.introduction,
          hint: state.isSaved ? l.say("저장했어요", "Saved", "保存しました") : nil, typed: { .introductionTyped($0) }),
      ]
      return PageModel(
        title(l), backLabel: back,
        [
          .form(
            .init(
              fields: fields, submitLabel: MeWords.save(l), isBusy: state.isSaving, submit: .saved,
              notice: state.notice?.text(l)))
        ])
    }
  }

  static func title(_ l: Language) -> String { l.say("프로필", "Profile", "プロフィール") }
}
