import AccountContract
import Domain
import FeatureCore

extension OwnProfile {
  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    let back = MeWords.back(l)
    switch state.profile {
    case .loading: return PageModel(title(l), backLabel: back, [.loading])
    case .failed, .missing: return PageModel(title(l), backLabel: back, [.failure(l, .retryTapped)])
    case .value(let profile):
      return PageModel(
        title(l), backLabel: back, [.picture(picture(profile, state, l)), .form(form(state, l))])
    }
  }

  static func title(_ l: Language) -> String { l.say("프로필", "Profile", "プロフィール") }

  private static func picture(_ profile: Profile, _ state: State, _ l: Language) -> PageModel<Action>.Picture {
    let shown: String? =
      switch state.picture {
      case .kept: profile.person.profileImage
      case .chosen(let id), .uploaded(let id, _): "local/" + id
      case .removed: nil
      }
    return .init(
      key: shown, letter: profile.person.nick.first.map { String($0) } ?? "",
      label: shown.isNone ? l.say("사진 고르기", "Choose a photo", "写真を選ぶ") : l.say("사진 바꾸기", "Change the photo", "写真を変更"),
      hint: state.picture == .kept
        ? nil : l.say("저장을 눌러야 바뀌어요", "It changes when you save", "保存すると変わります"),
      chosen: { .pictureChosen($0, isPicture: $1) },
      remove: shown.isNone ? nil : .init(l.say("사진 지우기", "Remove the photo", "写真を削除"), .pictureRemoved))
  }

  private static func form(_ state: State, _ l: Language) -> PageModel<Action>.Form {
    let fields = [
      PageModel<Action>.Field(
        "nick", l.say("닉네임", "Nickname", "ニックネーム"), state.nick, autocomplete: "nickname",
        typed: { .nickTyped($0) }),
      PageModel<Action>.Field(
        "introduction", l.say("소개", "Introduction", "自己紹介"), state.introduction,
        hint: state.isSaved ? l.say("저장했어요", "Saved", "保存しました") : nil, isRequired: false,
        typed: { .introductionTyped($0) }),
    ]
    return .init(
      fields: fields, submitLabel: MeWords.save(l), isBusy: state.isSaving, submit: .saved,
      notice: state.notice?.text(l))
  }
}
