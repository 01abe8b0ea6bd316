import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct OwnProfileTests {
  private let store = TestStore<OwnProfile>(OwnProfile.State())
  private let profile = Profile(person: Person(id: ID("p1"), nick: "하늘", profileImage: "/data/profiles/a.jpg"))

  private func show() {
    store.arrange(.shown)
    store.arrange(.answered(OwnProfile.loadTag, reply(AccountAPI.ownProfile.response(profile))))
  }

  private func save(picture: String?, nick: String = "하늘") -> Effect {
    var edit = ProfileEdit()
    edit.nick = nick
    edit.introduction = ""
    edit.profileImage = picture
    return AccountAPI.changeProfile.ask(edit, OwnProfile.saveTag)
  }

  private var picture: PageModel<OwnProfile.Action>.Picture? {
    for part in OwnProfile.page(store.state, .ko).parts { if case .picture(let picture) = part { return picture } }
    return nil
  }

  @Test func aChosenPictureIsShownAndSentOnlyWhenSaved() {
    show()
    #expect(picture?.key == "/data/profiles/a.jpg")
    store.send(.pictureChosen("f1", isPicture: true)) { $0.picture = .chosen("f1") }
    #expect(picture?.key == "local/f1")
    #expect(picture?.hint == "저장을 눌러야 바뀌어요")
    store.send(.saved, effects: [.ask(PictureUpload.request(picture: "f1"), .person, OwnProfile.pictureTag)]) {
      $0.isSaving = true
    }
    store.send(
      .answered(OwnProfile.pictureTag, reply(PictureUpload.response("/data/profiles/b.jpg"))),
      effects: [save(picture: "/data/profiles/b.jpg")]
    ) { $0.picture = .uploaded("f1", path: "/data/profiles/b.jpg") }
    var changed = profile
    changed.person.profileImage = "/data/profiles/b.jpg"
    store.send(
      .answered(OwnProfile.saveTag, reply(AccountAPI.changeProfile.response(changed))),
      effects: [.dropFiles(["f1"]), .wish(.renewal)]
    ) {
      $0.isSaving = false
      $0.isSaved = true
      $0.picture = .kept
      $0.profile = .value(changed)
    }
  }

  @Test func theRequestNamesThePictureAndNobodysToken() {
    let request = PictureUpload.request(picture: "f1")
    #expect(request.headers["Content-Type"] == "multipart/form-data")
    #expect(request.headers["Authorization"] == nil)
    #expect(request.body == Array("f1".utf8))
  }

  @Test func whatIsNoPictureIsRefusedHere() {
    show()
    store.send(.pictureChosen("f1", isPicture: false), effects: [.dropFiles(["f1"])]) {
      $0.notice = .refused(.fileType, retryAfterSeconds: nil)
    }
    store.send(.nickTyped("하늘")) { $0.notice = nil }
  }

  @Test(arguments: [
    (APIError.fileType, "사진으로 쓸 수 없는 파일이에요"), (APIError.fileSize, "사진이 너무 커요. 다른 사진을 골라 주세요"),
  ])
  func aRefusedPictureIsSaidAndCanBeReplaced(error: APIError, words: String) {
    show()
    store.arrange(.pictureChosen("f1", isPicture: true))
    store.arrange(.saved)
    store.send(.answered(OwnProfile.pictureTag, reply(error.response))) {
      $0.isSaving = false
      $0.notice = .refused(error.code, retryAfterSeconds: nil)
    }
    #expect(store.state.notice?.text(.ko) == words)
    store.send(.pictureChosen("f2", isPicture: true), effects: [.dropFiles(["f1"])]) {
      $0.picture = .chosen("f2")
      $0.notice = nil
    }
  }

  @Test func anUploadWithoutAnAnswerCanBeTriedAgain() {
    show()
    store.arrange(.pictureChosen("f1", isPicture: true))
    store.arrange(.saved)
    store.send(.answered(OwnProfile.pictureTag, .unreachable)) {
      $0.isSaving = false
      $0.notice = .unreachable
    }
    store.send(.saved, effects: [.ask(PictureUpload.request(picture: "f1"), .person, OwnProfile.pictureTag)]) {
      $0.isSaving = true
      $0.notice = nil
    }
  }

  @Test func aPictureOnTheServerIsNotSentTwice() {
    show()
    store.arrange(.pictureChosen("f1", isPicture: true))
    store.arrange(.saved)
    store.arrange(.answered(OwnProfile.pictureTag, reply(PictureUpload.response("/data/profiles/b.jpg"))))
    store.arrange(.answered(OwnProfile.saveTag, .unreachable))
    store.send(.saved, effects: [save(picture: "/data/profiles/b.jpg")]) {
      $0.isSaving = true
      $0.notice = nil
    }
  }

  @Test func aPictureIsTakenAwayWhenSaved() {
    show()
    store.send(.pictureRemoved) { $0.picture = .removed }
    #expect(picture?.key == nil && picture?.letter == "하" && picture?.remove == nil)
    store.send(.saved, effects: [save(picture: "")]) { $0.isSaving = true }
    store.send(.pictureChosen("f1", isPicture: true), effects: [.dropFiles(["f1"])])
  }

  @Test func aNicknameThatCannotBeIsSaidBeforeAnythingIsSent() {
    show()
    store.arrange(.pictureChosen("f1", isPicture: true))
    store.arrange(.nickTyped("이 하늘"))
    store.send(.saved, effects: [.focus(elementID: "nick")]) {
      $0.notice = .refused(.badNickname, retryAfterSeconds: nil)
    }
  }
}
