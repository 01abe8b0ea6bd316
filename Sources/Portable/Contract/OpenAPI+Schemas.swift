import Domain
import JSON

extension OpenAPI {
  /// A member of a body, or a parameter.
  public struct Field: Sendable {
    public enum Place: Equatable, Sendable { case body, query, path, header }

    public let name: String
    public let schema: JSONValue
    public var isRequired = true
    public var place = Place.body

    public var optional: Field { Field(name: name, schema: schema, isRequired: false, place: place) }
    public var inPath: Field { Field(name: name, schema: schema, isRequired: true, place: .path) }
    public var inQuery: Field { Field(name: name, schema: schema, isRequired: isRequired, place: .query) }
    public var inHeader: Field { Field(name: name, schema: schema, isRequired: isRequired, place: .header) }
  }

  /// The forms of the bodies (JSON Schema 2020-12), next to the codecs that they describe.
  public enum Schema {
    static let named: JSONObject = [
      "Error": object([
        text("message"), Field(name: "code", schema: oneOf(ErrorCode.allCases.map { $0.rawValue })),
        Field(name: "display", schema: oneOf(["toast", "dialog", "none"])), whole("retry_after").optional,
      ]),
      "Note": object([text("message")]),
      "Person": object(person + [text("name"), list("hashTags", of: string)]),
      "Session": object(
        [text("user_id"), text("email")] + person.dropFirst() + [
          Field(name: "role", schema: oneOf(["patient", "doctor", "member"])), text("accessToken"),
          text("refreshToken"),
        ]),
      "Doctor": object(person + [text("clinic"), text("specialty")]),
      "Message": object([
        text("chat_id"), text("room_id"), whole("seq"), whole("version"), text("client_id").optional,
        text("content"), date("createdAt"), date("updatedAt"), date("editedAt").optional,
        Field(name: "sender", schema: reference("Person")), list("files", of: string),
        list("attachments", of: reference("Attachment")).optional,
        Field(name: "reply_to", schema: reference("Quote")).optional, list("mentions", of: string).optional,
        list("reactions", of: reference("Reaction")).optional, flag("deleted").optional, flag("hidden").optional,
      ]),
      "Attachment": object([
        text("path"), kind("kind"), text("name"), whole("size"), whole("width").optional, whole("height").optional,
        whole("pages").optional,
      ]),
      "Quote": object([
        text("chat_id"), whole("seq"), text("user_id"), text("excerpt"), kind("kind").optional,
        flag("deleted").optional,
      ]),
      "Reaction": object([text("emoji"), list("user_ids", of: string)]),
      "ReadPosition": object([text("user_id"), whole("seq"), whole("joined_seq")]),
      "Room": object([
        text("room_id"), date("createdAt"), date("updatedAt"), list("participants", of: reference("Person")),
        Field(name: "lastChat", schema: reference("Message")).optional, whole("last_seq"), whole("unread_count"),
        list("reads", of: reference("ReadPosition")), whole("version"), flag("muted"),
        Field(name: "pinned", schema: reference("Message")).optional,
        Field(name: "consult", schema: reference("Consult")).optional,
      ]),
      "Consult": object([
        text("reservation_id"), date("starts_at").optional, date("opens_at"), date("closes_at").optional,
        text("answer_time"),
      ]),
      "Doctors": object([list("data", of: reference("Doctor"))]),
      "Rooms": object([list("data", of: reference("Room"))]),
      "Messages": object([list("data", of: reference("Message"))]),
      "MessagePage": object([list("data", of: reference("Message")), whole("version"), whole("last_seq")]),
      "ChangePage": object([
        list("data", of: reference("Message")), whole("version"), whole("last_seq"), flag("more"),
      ]),
      "SearchPage": object([list("data", of: reference("Message")), text("next_cursor")]),
      "People": object([list("data", of: reference("Person"))]),
      "Upload": object([list("files", of: string), list("attachments", of: reference("Attachment"))]),
      "FileLink": object([text("url"), whole("expires_in")]),
    ]

    private static let person = [text("user_id"), text("nick"), text("profileImage").optional, text("introduction")]

    public static let string: JSONValue = ["type": "string"]

    public static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }

    public static func oneOf(_ values: [String]) -> JSONValue {
      ["type": "string", "enum": .array(values.map { .string($0) })]
    }

    public static func text(_ name: String) -> Field { Field(name: name, schema: string) }

    /// A member of another form.
    public static func member(_ name: String, _ schema: JSONValue) -> Field { Field(name: name, schema: schema) }

    /// One of a few words.
    public static func word(_ name: String, _ values: [String]) -> Field { Field(name: name, schema: oneOf(values)) }

    public static func whole(_ name: String) -> Field {
      Field(name: name, schema: ["type": "integer", "format": "int64", "minimum": 0])
    }

    public static func flag(_ name: String) -> Field { Field(name: name, schema: ["type": "boolean"]) }

    private static func kind(_ name: String) -> Field {
      Field(name: name, schema: oneOf(FileKind.allCases.map { $0.rawValue }))
    }

    public static func date(_ name: String) -> Field {
      Field(name: name, schema: ["type": "string", "format": "date-time"])
    }

    public static func list(_ name: String, of element: JSONValue) -> Field {
      Field(name: name, schema: ["type": "array", "items": element])
    }

    public static func object(_ fields: [Field]) -> JSONValue {
      var properties = JSONObject()
      for field in fields { properties[field.name] = field.schema }
      let required = fields.filter { $0.isRequired }.map { JSONValue.string($0.name) }
      return ["type": "object", "required": .array(required), "properties": .object(properties)]
    }
  }
}
