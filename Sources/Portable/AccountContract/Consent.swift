import Contract
import JSON
import Wire

/// One yes to a text in one version, or the taking back of one.
public struct Consent: Equatable, Sendable {
  /// `terms`, `privacy`, `medical`, `marketing`; `guardian` of a child, in place of `over14`.
  public var kind: String
  public var version: String
  public var isAgreed: Bool

  /// The kind that stands in place of an age.
  public static let guardian = "guardian"

  public init(kind: String, version: String, isAgreed: Bool = true) {
    self.kind = kind
    self.version = version
    self.isAgreed = isAgreed
  }

  public var json: JSONValue {
    var object: JSONObject = ["kind": .string(kind), "version": .string(version)]
    if !isAgreed { object["agreed"] = false }
    return .object(object)
  }

  /// A member of a body: `[{kind, version, agreed?}]`; nil and null are none.
  /// - Throws: 400 for another form, and for more than twenty.
  public static func list(_ json: JSONValue?) throws(APIError) -> [Consent] {
    guard let json, json != .null else { return [] }
    guard let values = json.array, values.count <= 20 else { throw .badRequest }
    var consents: [Consent] = []
    for value in values {
      guard let kind = value["kind"]?.string, let version = value["version"]?.string else { throw .badRequest }
      consents.append(Consent(kind: kind, version: version, isAgreed: value["agreed"]?.bool ?? true))
    }
    return consents
  }

  static var field: OpenAPI.Field {
    typealias Schema = OpenAPI.Schema
    return Schema.list(
      "consents", of: Schema.object([Schema.text("kind"), Schema.text("version"), Schema.flag("agreed").optional]))
  }
}

/// What somebody agrees to now. `isOver14` is nil where it is not asked for.
public struct ConsentForm: Equatable, Sendable {
  public var consents: [Consent]
  public var isOver14: Bool?

  public init(consents: [Consent], isOver14: Bool? = nil) {
    self.consents = consents
    self.isOver14 = isOver14
  }

  static var form: APIForm<ConsentForm> {
    APIForm([Consent.field.optional, OpenAPI.Schema.flag("over14").optional]) { form in
      var object: JSONObject = ["consents": .array(form.consents.map { $0.json })]
      if let isOver14 = form.isOver14 { object["over14"] = .bool(isOver14) }
      return object
    } read: { fields throws(APIError) in
      ConsentForm(
        consents: try Consent.list(fields.value("consents")),
        isOver14: fields.value("over14").map { $0 == .null } ?? true ? nil : try fields.requiredFlag("over14"))
    }
  }
}

/// A text that people are asked to agree to.
public struct TermsText: Equatable, Sendable {
  public var kind: String
  public var version: String
  public var title: String
  /// Path of the text on this server.
  public var bodyURL: String
  public var isRequired: Bool

  public init(kind: String, version: String, title: String, bodyURL: String, isRequired: Bool) {
    self.kind = kind
    self.version = version
    self.title = title
    self.bodyURL = bodyURL
    self.isRequired = isRequired
  }

  static var form: APIForm<TermsText> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("kind"), Schema.text("version"), Schema.text("title"), Schema.text("body_url"),
      Schema.flag("required"),
    ]) { text in
      [
        "kind": .string(text.kind), "version": .string(text.version), "title": .string(text.title),
        "body_url": .string(text.bodyURL), "required": .bool(text.isRequired),
      ]
    } read: { fields throws(APIError) in
      TermsText(
        kind: try fields.required("kind"), version: try fields.required("version"), title: fields.text("title") ?? "",
        bodyURL: fields.text("body_url") ?? "", isRequired: try fields.flag("required"))
    }
  }
}

/// The last word on each kind, and what our apps must still ask for.
public struct ConsentAnswer: Equatable, Sendable {
  public struct Given: Equatable, Sendable {
    public var consent: Consent
    public var at: Timestamp

    public init(consent: Consent, at: Timestamp) {
      self.consent = consent
      self.at = at
    }
  }

  public var given: [Given]
  /// Kinds that everybody must agree to, in today's version; also `over14`.
  public var missing: [String]

  public init(given: [Given], missing: [String]) {
    self.given = given
    self.missing = missing
  }

  static var form: APIForm<ConsentAnswer> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.list("data", of: Schema.object(Given.form.fields)), Schema.list("missing", of: Schema.string),
    ]) { answer in
      [
        "data": .array(answer.given.map { .object(Given.form.print($0)) }),
        "missing": .array(answer.missing.map { .string($0) }),
      ]
    } read: { fields throws(APIError) in
      ConsentAnswer(given: try Given.form.list(in: fields, "data"), missing: fields.texts("missing"))
    }
  }
}

extension ConsentAnswer.Given {
  static var form: APIForm<ConsentAnswer.Given> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("kind"), Schema.text("version"), Schema.flag("agreed"), Schema.date("agreed_at"),
    ]) { given in
      [
        "kind": .string(given.consent.kind), "version": .string(given.consent.version),
        "agreed": .bool(given.consent.isAgreed), "agreed_at": .string(given.at.iso8601),
      ]
    } read: { fields throws(APIError) in
      guard let at = try fields.date("agreed_at") else { throw .missingValue }
      return ConsentAnswer.Given(
        consent: Consent(
          kind: try fields.required("kind"), version: fields.text("version") ?? "",
          isAgreed: try fields.flag("agreed")),
        at: at)
    }
  }
}
