import AccountContract
import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct ProfileFormTests {
  /// Every key that some strict decoder of an older client needs; only the picture is left out where there is none.
  @Test func anEmptyProfileHasAllKeys() throws {
    let profile = Profile(person: Person(id: ID("0123456789abcdef01234567"), nick: "하늘"))
    let object = try #require(JSONValue(parsing: AccountAPI.ownProfile.response(profile).body).object)
    for name in ["email", "phoneNum", "introduction", "name", "gender", "birthDay", "info1", "info5"] {
      #expect(object[name] == "")
    }
    for name in ["hashTags", "followers", "following", "posts"] { #expect(object[name] == []) }
    #expect(object["profileImage"] == nil)
    #expect(try AccountAPI.ownProfile.read(AccountAPI.ownProfile.response(profile)) == profile)
  }

  @Test func aFullProfileComesBack() throws {
    let person = Person(id: ID("a"), nick: "하늘", profileImage: "/data/profiles/x.png", introduction: "안녕")
    let profile = Profile(
      person: person, email: "a@example.com", phoneNumber: "01012345678", role: .doctor, name: "김하늘",
      hashTags: ["#눈"], gender: "f", birthDay: "19990101", info: ["1", "2", "3", "4", "5"])
    #expect(try AccountAPI.profile.read(AccountAPI.profile.response(profile)) == profile)
  }

  @Test func anEditNamesWhatItChanges() throws {
    var edit = ProfileEdit()
    edit.nick = "바다"
    edit.profileImage = ""
    edit.info[2] = "세 번째"
    let request = AccountAPI.changeProfile.request(edit, key: "eyemon", accessToken: "t")
    #expect(try JSONValue(parsing: request.body) == ["nick": "바다", "profileImage": "", "info3": "세 번째"])
    #expect(request.method == .put && request.path == "/v1/users/me/profile")
    #expect(try AccountAPI.changeProfile.read(request, parameters: []) == edit)
    #expect(
      try AccountAPI.changeProfile.read(HTTPRequest(.put, "/v1/users/me/profile"), parameters: []) == ProfileEdit())
  }

  @Test func addressesOfPeopleAreInThePathAndNicksInTheQuery() throws {
    let request = AccountAPI.profile.request(ID("a/b"), key: "eyemon", accessToken: "t")
    #expect(request.path == "/v1/users/a%2Fb/profile")
    let parameters = try #require(AccountAPI.profile.outline.parameters(request.method, RequestPath(request.path)))
    #expect(try AccountAPI.profile.read(request, parameters: parameters) == ID("a/b"))
    let search = AccountAPI.searchPeople.request("하 늘", key: "eyemon", accessToken: "t")
    #expect(try AccountAPI.searchPeople.read(search, parameters: []) == "하 늘")
    let people = [Person(id: ID("a"), nick: "하늘")]
    #expect(try AccountAPI.searchPeople.read(AccountAPI.searchPeople.response(people)) == people)
    #expect(throws: APIError.missingValue) {
      try AccountAPI.searchPeople.read(HTTPRequest(.get, "/v1/users/search"), parameters: [])
    }
  }

  @Test func thePictureIsAnsweredWithItsPath() throws {
    #expect(try PictureUpload.read(PictureUpload.response("/data/profiles/x.png")) == "/data/profiles/x.png")
    #expect(throws: APIError.fileSize) { try PictureUpload.read(APIError.fileSize.response) }
  }
}
