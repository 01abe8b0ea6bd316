import Booking
import BookingContract
import Domain
import JSON
import Storage
import Wire

/// What is over by itself.
extension Bookings {
  /// Ends what a job says: a hold, a doctor's time to answer, a consult room, an offer. Late or twice does the same.
  public func endDue(_ payload: JSONValue) async throws {
    try await change { [self] tables, now in
      if let number = payload["offer"]?.int64 {
        guard let offer = try tables.waiting.offer(RowID(number)), offer.until <= now else { return }
        try WaitingTurn(tables: tables, settings: settings, zones: zones, now: now).end(offer, leaving: .waiting)
      } else if let number = payload["reservation"]?.int64,
        let row = try tables.reservations.find(RowID(number)), row.version == payload["version"]?.int64
      {
        try end(row, tables, at: now)
      }
    }
  }

  /// What somebody is to be told; nil where it is no news any more: a reminder of a version that is dead, an offer that
  /// is over.
  public func told(_ payload: JSONValue) async throws -> BookingMessage? {
    guard let news = payload["news"]?.string.flatMap({ BookingNews(rawValue: $0) }) else { return nil }
    let now = clock()
    return try await store.read { [self] tables in
      if let number = payload["offer"]?.int64 {
        guard let offer = try tables.waiting.offer(RowID(number)), offer.state == .open, offer.until > now,
          let entry = try tables.waiting.find(offer.entry)
        else { return nil }
        return BookingMessage(
          name: "offer.\(number)", news: news, person: entry.patient, other: offer.doctor,
          otherName: try tables.people.known(offer.doctor)?.nick ?? "", local: try wall(offer, tables),
          target: "/waiting", room: nil)
      }
      guard let number = payload["reservation"]?.int64, let row = try tables.reservations.find(RowID(number)) else {
        return nil
      }
      let isAlive = row.version == payload["version"]?.int64 && row.state == ReservationState.confirmed.rawValue
      if news.before != nil && !isAlive { return nil }
      let isForDoctor = payload["is_for_doctor"]?.bool == true
      let other = isForDoctor ? row.patient : row.doctor
      return BookingMessage(
        name: "\(number).\(payload["version"]?.int64 ?? 0).\(news.rawValue).\(isForDoctor ? "d" : "p")", news: news,
        person: isForDoctor ? row.doctor : row.patient, other: other,
        otherName: isForDoctor ? row.personName : try tables.people.known(other)?.nick ?? "", local: wall(row),
        target: "/reservations/" + identifiers.id(row.id).text, room: news == .confirmed ? row.room : nil)
    }
  }

  /// What both sides' open apps are to hear of a reservation: how it is by now. nil where it is gone.
  public func changed(_ payload: JSONValue) async throws -> ReservationChange? {
    guard let number = payload["reservation"]?.int64 else { return nil }
    return try await store.read { [identifiers] tables in
      try tables.reservations.find(RowID(number)).map { row in
        ReservationChange(
          id: identifiers.id(row.id, of: BookingContract.Reservation.self), version: row.version,
          people: [row.patient, row.doctor])
      }
    }
  }

  private func wall(_ row: ReservationRow) -> String {
    guard let start = row.startsAt, let zone = zones.rules(of: row.zone) else { return "" }
    return zone.wall(at: start).text
  }

  private func wall(_ offer: WaitingOfferRow, _ tables: Tables) throws -> String {
    guard let zone = try tables.schedules.find(offer.doctor).flatMap({ zones.rules(of: $0.zone) }) else { return "" }
    return zone.wall(at: offer.startsAt).text
  }
}
