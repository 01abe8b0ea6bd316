import Contract
import Domain
import JSON
import Wire

/// The routes around reservations and payments, as values: clinics and doctors, free times, reservations, the waiting
/// list, a doctor's schedule and day, orders and payments, and what an older EyeMon knows as estates. Each group has a
/// file of its own.
///
/// Amounts are whole minor units of the currency beside them (won, yen, cents). Only the answers that older clients
/// know have them in major units (`MajorAmount`), which is the same number for the won.
public enum BookingAPI {
  /// One id as a parameter of the path.
  static func path<Of>(_ name: String) -> APIForm<ID<Of>> {
    APIForm([OpenAPI.Schema.text(name).inPath]) {
      [name: .string($0.text)]
    } read: { fields throws(APIError) in
      ID(try fields.required(name))
    }
  }
}

/// A value with an id in the path: what is done, and to which.
public struct Addressed<Of, Value: Sendable>: Sendable {
  public var id: ID<Of>
  public var value: Value

  public init(_ id: ID<Of>, _ value: Value) {
    self.id = id
    self.value = value
  }
}

extension Addressed: Equatable where Value: Equatable {}

extension APIForm {
  /// This form below an id in the path.
  func addressed<Of>(_ name: String) -> APIForm<Addressed<Of, Value>> {
    let inner = self
    return APIForm<Addressed<Of, Value>>([OpenAPI.Schema.text(name).inPath] + fields) { addressed in
      var object: JSONObject = [name: .string(addressed.id.text)]
      for member in inner.print(addressed.value).members { object[member.name] = member.value }
      return object
    } read: { fields throws(APIError) in
      Addressed(ID(try fields.required(name)), try inner.read(fields))
    }
  }

  /// This form with the header `Idempotency-Key`.
  var keyed: APIForm<Keyed<Value>> {
    let inner = self
    return APIForm<Keyed<Value>>(fields + [OpenAPI.Schema.text(Idempotency.header).optional.inHeader]) { keyed in
      var object = inner.print(keyed.value)
      if !keyed.key.isEmpty { object[Idempotency.header] = .string(keyed.key) }
      return object
    } read: { fields throws(APIError) in
      let key = fields.text(Idempotency.header) ?? ""
      guard Idempotency.isKey(key) else { throw .badRequest }
      return Keyed(key: key, try inner.read(fields))
    }
  }
}

extension APIForm {
  /// This form, where the header `Idempotency-Key` may stand as well: the server reads it, our clients send none.
  var acceptingKey: APIForm<Value> {
    let inner = self
    return APIForm(fields + [OpenAPI.Schema.text(Idempotency.header).optional.inHeader], print: print) {
      (fields) throws(APIError) in
      guard Idempotency.isKey(fields.text(Idempotency.header) ?? "") else { throw .badRequest }
      return try inner.read(fields)
    }
  }
}

/// What moves money or makes a reservation, with the name of this try: a repeat under the same key is answered with the
/// first answer, and with 409 `reservation_changed` where it asks for something else.
public struct Keyed<Value: Sendable>: Sendable {
  /// At most 64 of `A–Z a–z 0–9 - _`; empty where an older client sends none.
  public var key: String
  public var value: Value

  public init(key: String, _ value: Value) {
    self.key = key
    self.value = value
  }
}

extension Keyed: Equatable where Value: Equatable {}

/// The header that names one try (draft-ietf-httpapi-idempotency-key-header).
public enum Idempotency {
  public static let header = "Idempotency-Key"

  /// Whether it may stand there; empty is no key.
  static func isKey(_ text: String) -> Bool {
    text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
