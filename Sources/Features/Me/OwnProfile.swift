import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// The person's own name, picture and introduction, as others see them.
public enum OwnProfile: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var profile = Loaded<Profile>.loading
    public internal(set) var nick = ""
    public internal(set) var introduction = ""
    public internal(set) var picture = Picture.kept
    public internal(set) var isSaving = false
    public internal(set) var isSaved = false
    public internal(set) var notice: FormNotice?

    public init() {}
  }

  /// What becomes of the picture when the profile is saved.
  public enum Picture: Equatable, Sendable {
    case kept
    /// A brought file, by its id.
    case chosen(String)
    /// The server has the chosen one, at a path; the profile does not name it yet.
    case uploaded(String, path: String)
    case removed
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case nickTyped(String)
    case introductionTyped(String)
    /// A brought file; whether the browser can show it as a picture.
    case pictureChosen(String, isPicture: Bool)
    case pictureRemoved
    case saved
    case answered(Tag, HTTPOutcome)
  }

  static let loadTag = Tag("me/profile/load")
  static let pictureTag = Tag("me/profile/picture")
  static let saveTag = Tag("me/profile/save")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.profile { state.profile = .loading }
      state.isSaved = false
      return [AccountAPI.ownProfile.ask(Nothing(), loadTag)]
    case .nickTyped(let text):
      state.nick = text
      state.change()
    case .introductionTyped(let text):
      state.introduction = text
      state.change()
    case .pictureChosen(let id, let isPicture): return choose(id, isPicture, &state)
    case .pictureRemoved:
      guard !state.isSaving else { return [] }
      let effects = state.drop()
      state.picture = .removed
      state.change()
      return effects
    case .saved: return save(&state)
    case .answered(loadTag, let outcome):
      switch AccountAPI.ownProfile.outcome(outcome) {
      case .success(let profile): take(profile, &state)
      case .failure: if state.profile.value.isNone { state.profile = .failed }
      }
    case .answered(pictureTag, let outcome): return takeUpload(outcome, &state)
    case .answered(saveTag, let outcome): return takeSaved(outcome, &state)
    case .answered: break
    }
    return []
  }

  private static func choose(_ id: String, _ isPicture: Bool, _ state: inout State) -> [Effect] {
    guard isPicture, !state.isSaving else {
      if !state.isSaving { state.notice = .refused(.fileType, retryAfterSeconds: nil) }
      return [.dropFiles([id])]
    }
    let effects = state.drop()
    state.picture = .chosen(id)
    state.change()
    return effects
  }

  private static func take(_ profile: Profile, _ state: inout State) {
    state.profile = .value(profile)
    state.nick = profile.person.nick
    state.introduction = profile.person.introduction
  }

  private static func save(_ state: inout State) -> [Effect] {
    guard !state.isSaving, !state.profile.value.isNone else { return [] }
    state.change()
    if AccountRules.fault(nickname: trimmed(state.nick)) != nil {
      state.notice = .refused(.badNickname, retryAfterSeconds: nil)
      return [.focus(elementID: "nick")]
    }
    state.isSaving = true
    guard case .chosen(let id) = state.picture else { return [send(state)] }
    return [.ask(PictureUpload.request(picture: id), .person, pictureTag)]
  }

  private static func send(_ state: State) -> Effect {
    var edit = ProfileEdit()
    edit.nick = trimmed(state.nick)
    edit.introduction = trimmed(state.introduction)
    switch state.picture {
    case .kept, .chosen: break
    case .uploaded(_, let path): edit.profileImage = path
    case .removed: edit.profileImage = ""
    }
    return AccountAPI.changeProfile.ask(edit, saveTag)
  }

  private static func takeUpload(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    guard state.isSaving, case .chosen(let id) = state.picture else { return [] }
    guard case .response(let response) = outcome else { return fail(.unreachable, &state) }
    do throws(APIError) {
      state.picture = .uploaded(id, path: try PictureUpload.read(response))
    } catch {
      return fail(error.status >= 500 ? .unreachable : .refused(error), &state)
    }
    return [send(state)]
  }

  private static func takeSaved(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    switch AccountAPI.changeProfile.outcome(outcome) {
    case .success(let profile):
      state.isSaving = false
      take(profile, &state)
      state.isSaved = true
      let effects = state.drop()
      state.picture = .kept
      // The app's own frame shows the name as well.
      return effects + [.wish(.renewal)]
    case .failure(let failure): return fail(failure, &state)
    }
  }

  private static func fail(_ failure: CallFailure, _ state: inout State) -> [Effect] {
    state.isSaving = false
    state.notice = FormNotice(failure)
    return []
  }
}

extension OwnProfile.State {
  /// What was said of the last try is over.
  fileprivate mutating func change() {
    notice = nil
    isSaved = false
  }

  /// The bytes of a chosen picture are not needed any more.
  fileprivate func drop() -> [Effect] {
    switch picture {
    case .chosen(let id), .uploaded(let id, _): [.dropFiles([id])]
    case .kept, .removed: []
    }
  }
}

extension PictureUpload {
  /// To the shell, which puts the bytes of a brought picture in place of its id.
  static func request(picture id: String) -> HTTPRequest {
    var request = HTTPRequest(.post, path)
    request.headers.add("Content-Type", "multipart/form-data")
    request.body = Array(id.utf8)
    return request
  }
}
