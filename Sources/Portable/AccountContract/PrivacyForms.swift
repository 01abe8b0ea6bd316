import Contract
import Domain
import JSON
import Wire

/// A person's data in one archive (ZIP).
public struct ExportState: Equatable, Sendable {
  public enum Stage: String, CaseIterable, Sendable { case none, preparing, ready, failed }

  public var stage: Stage
  public var createdAt: Timestamp?
  /// When the archive goes.
  public var expiresAt: Timestamp?
  public var size: Int64
  /// Opens the archive without headers for a short while; under the API's root. Ask again for a new one.
  public var url: String?

  public init(
    stage: Stage, createdAt: Timestamp? = nil, expiresAt: Timestamp? = nil, size: Int64 = 0, url: String? = nil
  ) {
    self.stage = stage
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.size = size
    self.url = url
  }

  static var form: APIForm<ExportState> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.word("state", Stage.allCases.map { $0.rawValue }), Schema.date("created_at").optional,
      Schema.date("expires_at").optional, Schema.whole("size"), Schema.text("url").optional,
    ]) { state in
      var object: JSONObject = ["state": .string(state.stage.rawValue)]
      if let date = state.createdAt { object["created_at"] = .string(date.iso8601) }
      if let date = state.expiresAt { object["expires_at"] = .string(date.iso8601) }
      object["size"] = .integer(state.size)
      if let url = state.url { object["url"] = .string(url) }
      return object
    } read: { fields throws(APIError) in
      guard let stage = Stage(rawValue: fields.text("state") ?? "") else { throw .badRequest }
      return ExportState(
        stage: stage, createdAt: try fields.date("created_at"), expiresAt: try fields.date("expires_at"),
        size: try fields.number("size") ?? 0, url: fields.text("url"))
    }
  }
}

/// What must be settled before an account can be erased.
public struct OpenMatter: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case reservation, order }

  public var kind: Kind
  public var id: String
  public var title: String
  public var at: Timestamp

  public init(kind: Kind, id: String, title: String, at: Timestamp) {
    self.kind = kind
    self.id = id
    self.title = title
    self.at = at
  }

  public static var form: APIForm<OpenMatter> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.word("kind", Kind.allCases.map { $0.rawValue }), Schema.text("id"), Schema.text("title"),
      Schema.date("at"),
    ]) { matter in
      [
        "kind": .string(matter.kind.rawValue), "id": .string(matter.id), "title": .string(matter.title),
        "at": .string(matter.at.iso8601),
      ]
    } read: { fields throws(APIError) in
      guard let kind = Kind(rawValue: fields.text("kind") ?? ""), let at = try fields.date("at") else {
        throw .badRequest
      }
      return OpenMatter(kind: kind, id: fields.text("id") ?? "", title: fields.text("title") ?? "", at: at)
    }
  }
}

/// What erasing the account would ask for.
public struct ErasePreview: Equatable, Sendable {
  /// Empty where nothing stands in the way.
  public var open: [OpenMatter]
  /// Whether the account has a password, by which somebody can show who they are.
  public var hasPassword: Bool
  /// Whether the sign-in is fresh enough to count as proof.
  public var isFresh: Bool

  public init(open: [OpenMatter], hasPassword: Bool, isFresh: Bool) {
    self.open = open
    self.hasPassword = hasPassword
    self.isFresh = isFresh
  }

  static var form: APIForm<ErasePreview> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.list("open", of: Schema.object(OpenMatter.form.fields)), Schema.flag("has_password"),
      Schema.flag("is_fresh"),
    ]) { preview in
      [
        "open": .array(preview.open.map { .object(OpenMatter.form.print($0)) }),
        "has_password": .bool(preview.hasPassword), "is_fresh": .bool(preview.isFresh),
      ]
    } read: { fields throws(APIError) in
      ErasePreview(
        open: try OpenMatter.form.list(in: fields, "open"), hasPassword: try fields.flag("has_password"),
        isFresh: try fields.flag("is_fresh"))
    }
  }
}

/// Who went: `{user_id, email, nick}`.
public struct Withdrawn: Equatable, Sendable {
  public var id: ID<Person>
  public var email: String
  public var nick: String

  public init(id: ID<Person>, email: String, nick: String) {
    self.id = id
    self.email = email
    self.nick = nick
  }

  static var form: APIForm<Withdrawn> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("user_id"), Schema.text("email"), Schema.text("nick")]) { gone in
      ["user_id": .string(gone.id.text), "email": .string(gone.email), "nick": .string(gone.nick)]
    } read: { fields throws(APIError) in
      Withdrawn(
        id: ID(try fields.required("user_id")), email: fields.text("email") ?? "", nick: fields.text("nick") ?? "")
    }
  }
}
