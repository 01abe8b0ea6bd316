import Contract
import Domain
import JSON
import Wire

extension AccountAPI {
  public static var ownProfile: APICall<Nothing, Profile> {
    APICall(
      .get, "/v1/users/me/profile", "ownProfile", "The caller's own profile.", input: .nothing, output: Profile.form)
  }

  /// Older generations send `multipart/form-data`, with the picture as a part `profile`.
  public static var changeProfile: APICall<ProfileEdit, Profile> {
    APICall(
      .put, "/v1/users/me/profile", "changeProfile",
      "Changes what is named. JSON, urlencoded, or multipart with a picture.", input: ProfileEdit.form,
      output: Profile.form, refusals: [402, 408])
  }

  /// - Throws: 404 where there is nobody whom the caller may know of.
  public static var profile: APICall<ID<Person>, Profile> {
    APICall(
      .get, "/v1/users/{user_id}/profile", "profile", "Another person's profile.", input: personForm,
      output: Profile.form, refusals: [404])
  }

  /// By a part of the nick; at most 50.
  public static var searchPeople: APICall<String, [Person]> {
    APICall(
      .get, "/v1/users/search", "searchPeople", "People whose nick holds a text, as far as the caller may know them.",
      input: .text(OpenAPI.Schema.text("nick").inQuery), output: personListForm)
  }

  /// Its body is `PictureUpload`'s.
  public static var pictureUpload: APICall<Nothing, String> {
    APICall(
      .post, PictureUpload.path, "uploadPicture",
      "Keeps a picture of up to 1 MB (jpg, jpeg, png) for the profile: multipart, one file in a part of any name.",
      input: .nothing, output: .text(OpenAPI.Schema.text("profileImage")), refusals: [400, 408, 413])
  }

  static var personForm: APIForm<ID<Person>> {
    let field = OpenAPI.Schema.text("user_id").inPath
    return APIForm([field]) {
      ["user_id": .string($0.text)]
    } read: { fields throws(APIError) in
      ID(try fields.required("user_id"))
    }
  }

  static var personListForm: APIForm<[Person]> {
    let field = OpenAPI.Schema.list("data", of: OpenAPI.Schema.reference("Person"))
    return APIForm([field]) {
      ["data": .array($0.map { $0.json })]
    } read: { fields throws(APIError) in
      try fields.required("data", Person.init(json:))
    }
  }
}

/// `POST /v1/users/profile/image`: one picture as a part of `multipart/form-data`, whatever the part is called. The
/// answer names its path; it is in the profile once `changeProfile` says so.
public enum PictureUpload {
  public static let path = "/v1/users/profile/image"
  /// Bytes of the picture; jpg, jpeg or png, by content.
  public static let maximumBytes = 1 << 20

  /// The request without its body.
  public static func request(key: String, accessToken: String) -> HTTPRequest {
    var request = HTTPRequest(.post, path)
    request.headers.add("SeSACKey", key)
    request.headers.add("Authorization", accessToken)
    return request
  }

  public static func response(_ path: String) -> HTTPResponse {
    HTTPResponse(200, json: ["profileImage": .string(path)])
  }

  /// The path of the picture.
  public static func read(_ response: HTTPResponse) throws(APIError) -> String {
    guard (200..<300).contains(response.status) else { throw APIError(parsing: response) }
    guard let path = (try? JSONValue(parsing: response.body))?["profileImage"]?.string, !path.isEmpty else {
      throw APIError(status: 500, code: .internalError, message: "")
    }
    return path
  }
}
