import JSON
import Wire

/// How a value travels: the members that describe it, how it is printed and how it is read back.
public struct APIForm<Value: Sendable>: Sendable {
  public let fields: [OpenAPI.Field]
  public let print: @Sendable (Value) -> JSONObject
  public let read: @Sendable (BodyFields) throws(APIError) -> Value

  public init(
    _ fields: [OpenAPI.Field], print: @escaping @Sendable (Value) -> JSONObject,
    read: @escaping @Sendable (BodyFields) throws(APIError) -> Value
  ) {
    self.fields = fields
    self.print = print
    self.read = read
  }

  /// `{"data": […]}`. A list with one element that cannot be read is unreadable: it would be taken for the whole.
  public var list: APIForm<[Value]> {
    let element = self
    return APIForm<[Value]>([OpenAPI.Schema.list("data", of: OpenAPI.Schema.object(fields))]) { values in
      ["data": .array(values.map { .object(element.print($0)) })]
    } read: { fields throws(APIError) in
      try element.list(in: fields, "data")
    }
  }

  /// The elements of a member that is a list.
  public func list(in fields: BodyFields, _ name: String) throws(APIError) -> [Value] {
    var values: [Value] = []
    for json in try fields.required(name, { $0 }) {
      guard let object = json.object else { throw .badRequest }
      values.append(try read(BodyFields(object)))
    }
    return values
  }
}

/// Where there is nothing to say.
public struct Nothing: Equatable, Sendable {
  public init() {}
}

extension APIForm<Nothing> {
  /// No members; as an answer, no body.
  public static var nothing: APIForm<Nothing> {
    APIForm<Nothing>([]) { _ in
      [:]
    } read: { (_) throws(APIError) in
      Nothing()
    }
  }
}

extension APIForm<String> {
  /// One text, as a parameter or a member of that name.
  public static func text(_ field: OpenAPI.Field) -> APIForm<String> {
    APIForm<String>([field]) {
      [field.name: .string($0)]
    } read: { fields throws(APIError) in
      try fields.required(field.name)
    }
  }
}
