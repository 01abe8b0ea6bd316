import AccountContract
import Accounts
import Contract
import Domain
import Files
import JSON
import Profiles
import Storage
import Wire

extension CallTable {
  /// Profiles, their pictures, and the search for people.
  mutating func addProfiles(_ profiles: Profiles, _ files: Files, searches: TryLimiter, clock: @escaping Clock) {
    serve(AccountAPI.ownProfile) { _, _, caller in try await profiles.own(caller.person) }
    respondRaw(AccountAPI.changeProfile.outline) { request, call, caller in
      let (edit, picture) = try ProfileBody.read(request)
      let profile = try await Self.change(edit, picture, profiles, files, call, caller)
      return AccountAPI.changeProfile.response(profile)
    }
    serve(AccountAPI.profile) { id, _, caller in try await profiles.profile(of: id, for: caller.person) }
    serve(AccountAPI.searchPeople) { nick, _, caller in
      try searches.take("\(caller.person.value)", at: clock())
      return try await profiles.search(nick, for: caller.person)
    }
    respondRaw(AccountAPI.pictureUpload.outline) { request, _, caller in
      guard let picture = try ProfileBody.form(request).files.first(where: { !$0.body.isEmpty }) else {
        throw APIError.missingValue
      }
      return PictureUpload.response(try await files.takePicture(ProfileBody.bytes(picture), of: caller.person).path)
    }
  }

  typealias Clock = @Sendable () -> Timestamp

  private static func change(
    _ edit: ProfileEdit, _ picture: [UInt8]?, _ profiles: Profiles, _ files: Files, _ call: API.Call,
    _ caller: Principal
  ) async throws -> Profile {
    var edit = edit
    try await profiles.check(edit, by: caller.person)
    if let picture { edit.profileImage = try await files.takePicture(picture, of: caller.person).path }
    let (profile, lost) = try await profiles.change(edit, by: caller.person, address: call.host)
    // The rows are gone: bytes that stay now go with the next sweep.
    if !lost.isEmpty { try? await files.removeBytes(lost) }
    return profile
  }
}

/// The body of a changed profile: JSON or urlencoded, or, as the first and third generations send it,
/// `multipart/form-data` with the picture as a part.
enum ProfileBody {
  static func read(_ request: HTTPRequest) throws(APIError) -> (ProfileEdit, picture: [UInt8]?) {
    guard HeaderValue(parsing: request.headers["Content-Type"] ?? "").value == "multipart/form-data" else {
      return (try AccountAPI.changeProfile.read(request, parameters: []), nil)
    }
    let form = try form(request)
    var object = JSONObject()
    for part in form.parts where part.fileName == nil {
      let isList = part.name.hasSuffix("[]")
      let name = isList ? String(part.name.dropLast(2)) : part.name
      if let old = object[name] {
        object[name] = .array((old.array ?? [old]) + [.string(part.text)])
      } else {
        object[name] = isList ? .array([.string(part.text)]) : .string(part.text)
      }
    }
    var plain = HTTPRequest(request.method, request.path)
    plain.headers.add("Content-Type", "application/json")
    plain.body = JSONValue.object(object).bytes
    let picture = try form.files.first { !$0.body.isEmpty }.map { part throws(APIError) in try bytes(part) }
    return (try AccountAPI.changeProfile.read(plain, parameters: []), picture)
  }

  static func form(_ request: HTTPRequest) throws(APIError) -> MultipartForm {
    do {
      return try MultipartForm(parsing: request.body, contentType: request.headers["Content-Type"] ?? "")
    } catch { throw .badRequest }
  }

  /// - Throws: 400 `file_size`.
  static func bytes(_ part: MultipartForm.Part) throws(APIError) -> [UInt8] {
    guard part.body.count <= PictureUpload.maximumBytes else { throw .fileSize }
    return Array(part.body)
  }
}
