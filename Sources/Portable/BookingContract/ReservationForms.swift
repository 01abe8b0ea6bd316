import Contract
import Domain
import JSON
import Wire

/// A wish for one time of one doctor.
public struct ReservationForm: Equatable, Sendable {
  public var doctorID: ID<Person>
  public var start: Timestamp
  /// Who is treated; 1…60 characters.
  public var personName: String
  public var personBirthDate: CalendarDate?
  /// At most 2,000 characters.
  public var symptoms: String
  /// Of the waiting list: the time is kept for whoever was offered it.
  public var offerID: String?

  public init(
    doctorID: ID<Person>, start: Timestamp, personName: String, personBirthDate: CalendarDate? = nil,
    symptoms: String = "", offerID: String? = nil
  ) {
    self.doctorID = doctorID
    self.start = start
    self.personName = personName
    self.personBirthDate = personBirthDate
    self.symptoms = symptoms
    self.offerID = offerID
  }

  static var form: APIForm<ReservationForm> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("doctor_id"), Schema.date("start"), Schema.text("person_name"),
      Schema.day("person_birth_date").optional, Schema.text("symptoms").optional, Schema.text("offer_id").optional,
    ]) { form in
      var object: JSONObject = [
        "doctor_id": .string(form.doctorID.text), "start": .string(form.start.iso8601),
        "person_name": .string(form.personName),
      ]
      object.put("person_birth_date", form.personBirthDate?.wireText)
      if !form.symptoms.isEmpty { object["symptoms"] = .string(form.symptoms) }
      object.put("offer_id", form.offerID)
      return object
    } read: { fields throws(APIError) in
      var form = ReservationForm(
        doctorID: ID(try fields.required("doctor_id")), start: try fields.requiredDate("start"),
        personName: try fields.required("person_name"), symptoms: fields.text("symptoms") ?? "")
      if !(fields.text("person_birth_date") ?? "").isEmpty {
        form.personBirthDate = try fields.day("person_birth_date")
      }
      if let offer = fields.text("offer_id"), !offer.isEmpty { form.offerID = offer }
      return form
    }
  }
}

/// Which of one's reservations.
public struct ReservationQuery: Equatable, Sendable {
  public enum Scope: String, CaseIterable, Sendable {
    /// The next one first.
    case upcoming
    /// The last one first.
    case past
  }

  public var scope: Scope
  public var cursor: String?
  /// 1…100; nil: 30.
  public var limit: Int?

  public init(scope: Scope, cursor: String? = nil, limit: Int? = nil) {
    self.scope = scope
    self.cursor = cursor
    self.limit = limit
  }

  static var form: APIForm<ReservationQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm(
      [
        Schema.word("scope", Scope.allCases.map { $0.rawValue }).optional.inQuery
      ] + PageQuery.form.fields
    ) { query in
      var object = PageQuery.form.print(PageQuery(cursor: query.cursor, limit: query.limit))
      object["scope"] = .string(query.scope.rawValue)
      return object
    } read: { fields throws(APIError) in
      let page = try PageQuery.form.read(fields)
      guard let scope = Scope(rawValue: fields.text("scope") ?? "upcoming") else { throw .badRequest }
      return ReservationQuery(scope: scope, cursor: page.cursor, limit: page.limit)
    }
  }
}

/// Which part of a list.
public struct PageQuery: Equatable, Sendable {
  public static let defaultLimit = 30
  public static let maximumLimit = 100

  /// The `next` of the page before; nil: the first.
  public var cursor: String?
  /// 1…100; nil: 30.
  public var limit: Int?

  public init(cursor: String? = nil, limit: Int? = nil) {
    self.cursor = cursor
    self.limit = limit
  }

  static var form: APIForm<PageQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("cursor").optional.inQuery, Schema.whole("limit").optional.inQuery]) { query in
      var object = JSONObject()
      object.put("cursor", query.cursor)
      object.put("limit", query.limit.map { Int64($0) })
      return object
    } read: { fields throws(APIError) in
      let cursor = fields.text("cursor") ?? ""
      let limit = try fields.number("limit")
      return PageQuery(
        cursor: cursor.isEmpty ? nil : cursor, limit: limit.map { Int(min(max($0, 1), Int64(maximumLimit))) })
    }
  }
}

/// What cancelling now would give back.
public struct CancelPreview: Equatable, Sendable {
  public var refund: Int64
  public var feeKept: Int64
  public var currency: String
  /// Whether the refund needs a bank account: what was paid by deposit cannot go back otherwise.
  public var needsAccount: Bool
  /// False once it is over, or already cancelled.
  public var isPossible: Bool

  public init(refund: Int64, feeKept: Int64, currency: String, needsAccount: Bool, isPossible: Bool) {
    self.refund = refund
    self.feeKept = feeKept
    self.currency = currency
    self.needsAccount = needsAccount
    self.isPossible = isPossible
  }

  static var form: APIForm<CancelPreview> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.whole("refund"), Schema.whole("fee_kept"), Schema.text("currency"), Schema.flag("needs_account"),
      Schema.flag("is_possible"),
    ]) { preview in
      [
        "refund": .integer(preview.refund), "fee_kept": .integer(preview.feeKept),
        "currency": .string(preview.currency), "needs_account": .bool(preview.needsAccount),
        "is_possible": .bool(preview.isPossible),
      ]
    } read: { fields throws(APIError) in
      CancelPreview(
        refund: try fields.amount("refund"), feeKept: try fields.amount("fee_kept"),
        currency: try fields.required("currency"), needsAccount: try fields.flag("needs_account"),
        isPossible: try fields.flag("is_possible"))
    }
  }
}

/// Where a refund of a deposit goes.
public struct BankAccount: Equatable, Sendable {
  public var holder: String
  /// The bank's name, or its code, such as `088`; one that nobody knows is refused (`unknown_bank`).
  public var bank: String
  /// Digits.
  public var number: String

  public init(holder: String, bank: String, number: String) {
    self.holder = holder
    self.bank = bank
    self.number = number
  }

  static var form: APIForm<BankAccount> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("holder"), Schema.text("bank"), Schema.text("number")]) { account in
      ["holder": .string(account.holder), "bank": .string(account.bank), "number": .string(account.number)]
    } read: { fields throws(APIError) in
      BankAccount(
        holder: try fields.required("holder"), bank: try fields.required("bank"),
        number: try fields.required("number"))
    }
  }
}

/// A cancellation by the patient, who saw what comes back.
public struct CancelForm: Equatable, Sendable {
  public var expectedRefund: Int64
  public var reason: String
  public var account: BankAccount?

  public init(expectedRefund: Int64, reason: String = "", account: BankAccount? = nil) {
    self.expectedRefund = expectedRefund
    self.reason = reason
    self.account = account
  }

  static var form: APIForm<CancelForm> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.whole("expected_refund"), Schema.text("reason").optional,
      Schema.member("account", BankAccount.form.schema).optional,
    ]) { form in
      var object: JSONObject = ["expected_refund": .integer(form.expectedRefund)]
      if !form.reason.isEmpty { object["reason"] = .string(form.reason) }
      if let account = form.account { object["account"] = BankAccount.form.json(account) }
      return object
    } read: { fields throws(APIError) in
      CancelForm(
        expectedRefund: try fields.amount("expected_refund"), reason: fields.text("reason") ?? "",
        account: try BankAccount.form.optional("account", in: fields))
    }
  }
}
