import Contract
import Domain
import JSON
import Wire

/// An order as older clients make one. With only a doctor it buys a consultation without a time.
public struct OrderForm: Equatable, Sendable {
  /// On the wire `estate_id`.
  public var doctorID: ID<Person>
  /// Must be the server's own price.
  public var totalPrice: MajorAmount
  public var reservationID: ID<Reservation>?

  public init(doctorID: ID<Person>, totalPrice: MajorAmount, reservationID: ID<Reservation>? = nil) {
    self.doctorID = doctorID
    self.totalPrice = totalPrice
    self.reservationID = reservationID
  }

  static var form: APIForm<OrderForm> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("estate_id"), Schema.number("total_price"), Schema.text("reservation_id").optional,
    ]) { form in
      var object: JSONObject = ["estate_id": .string(form.doctorID.text), "total_price": form.totalPrice.json]
      object.put("reservation_id", form.reservationID?.text)
      return object
    } read: { fields throws(APIError) in
      let reservation = fields.text("reservation_id") ?? ""
      return OrderForm(
        doctorID: ID(try fields.required("estate_id")), totalPrice: try MajorAmount.read("total_price", fields),
        reservationID: reservation.isEmpty ? nil : ID(reservation))
    }
  }
}

/// An order as older clients know it.
public struct Order: Equatable, Sendable {
  public var id: ID<Order>
  public var code: ID<OrderState>
  public var totalPrice: MajorAmount
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(
    id: ID<Order>, code: ID<OrderState>, totalPrice: MajorAmount, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.code = code
    self.totalPrice = totalPrice
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  static var form: APIForm<Order> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("order_id"), Schema.text("order_code"), Schema.number("total_price"), Schema.date("createdAt"),
      Schema.date("updatedAt"), Schema.date("created_at"), Schema.date("updated_at"),
    ]) { order in
      var object: JSONObject = [
        "order_id": .string(order.id.text), "order_code": .string(order.code.text),
        "total_price": order.totalPrice.json,
      ]
      object.putDates(order.createdAt, order.updatedAt)
      return object
    } read: { fields throws(APIError) in
      Order(
        id: ID(try fields.required("order_id")), code: ID(try fields.required("order_code")),
        totalPrice: try MajorAmount.read("total_price", fields), createdAt: try fields.requiredDate("createdAt"),
        updatedAt: try fields.requiredDate("updatedAt"))
    }
  }
}

/// A paid order as older clients know it.
public struct PaidOrder: Equatable, Sendable {
  public var order: Order
  public var paidAt: Timestamp
  /// On the wire its id is `id` here.
  public var estate: Estate

  public init(order: Order, paidAt: Timestamp, estate: Estate) {
    self.order = order
    self.paidAt = paidAt
    self.estate = estate
  }

  static var form: APIForm<PaidOrder> {
    typealias Schema = OpenAPI.Schema
    let estate = Estate.form(id: "id")
    return APIForm(Order.form.fields + [Schema.date("paidAt"), Schema.member("estate", estate.schema)]) { paid in
      var object = Order.form.print(paid.order)
      object.put("paidAt", paid.paidAt)
      object["estate"] = estate.json(paid.estate)
      return object
    } read: { fields throws(APIError) in
      PaidOrder(
        order: try Order.form.read(fields), paidAt: try fields.requiredDate("paidAt"),
        estate: try estate.member("estate", in: fields))
    }
  }
}

/// A payment that was found to be right.
public struct Validation: Equatable, Sendable {
  public var paymentID: String
  public var order: PaidOrder
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(paymentID: String, order: PaidOrder, createdAt: Timestamp, updatedAt: Timestamp) {
    self.paymentID = paymentID
    self.order = order
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public static var form: APIForm<Validation> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("payment_id"), Schema.member("order_item", PaidOrder.form.schema), Schema.date("createdAt"),
      Schema.date("updatedAt"),
    ]) { validation in
      [
        "payment_id": .string(validation.paymentID), "order_item": PaidOrder.form.json(validation.order),
        "createdAt": .string(validation.createdAt.iso8601), "updatedAt": .string(validation.updatedAt.iso8601),
      ]
    } read: { fields throws(APIError) in
      Validation(
        paymentID: try fields.required("payment_id"), order: try PaidOrder.form.member("order_item", in: fields),
        createdAt: try fields.requiredDate("createdAt"), updatedAt: try fields.requiredDate("updatedAt"))
    }
  }
}

extension JSONObject {
  /// In both spellings: some older clients need the one, some the other.
  mutating func putDates(_ createdAt: Timestamp, _ updatedAt: Timestamp) {
    for name in ["createdAt", "created_at"] { put(name, createdAt) }
    for name in ["updatedAt", "updated_at"] { put(name, updatedAt) }
  }
}
