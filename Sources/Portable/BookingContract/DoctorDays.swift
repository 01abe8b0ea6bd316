import Contract
import Domain
import JSON

/// A doctor's reservations of some days, and what the clinic's clock shows.
public struct DoctorDays: Equatable, Sendable {
  public var reservations: [Reservation]
  /// Minutes east of UTC, now.
  public var offset: Int

  public init(_ reservations: [Reservation], offset: Int) {
    self.reservations = reservations
    self.offset = offset
  }

  static var form: APIForm<DoctorDays> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.list("data", of: Reservation.form.schema), Schema.between("offset", -1440...1440),
    ]) { days in
      ["data": Reservation.form.array(days.reservations), "offset": .integer(Int64(days.offset))]
    } read: { fields throws(APIError) in
      DoctorDays(
        try Reservation.form.list(in: fields, "data"), offset: try fields.whole("offset", -1440...1440))
    }
  }
}
