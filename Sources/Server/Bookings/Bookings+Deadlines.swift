import Booking
import BookingContract
import Domain
import JSON
import Storage
import Wire

/// What is over by itself.
extension Bookings {
  /// Ends what a job says: a hold, a doctor's time to answer, a consult room, an offer. Late or twice does the same.
  /// - Returns: how many milliseconds too early it was, where the clock has stepped back since the job was taken: it is
  ///   to be tried again then.
  public func endDue(_ payload: JSONValue) async throws -> Int64? {
    try await change { [self] tables, now in
      var until: Timestamp?
      if let number = payload["offer"]?.int64 {
        guard let offer = try tables.waiting.offer(RowID(number)), offer.state == .open else { return nil }
        until = offer.until
        if offer.until <= now {
          try WaitingTurn(tables: tables, settings: settings, zones: zones, now: now).end(offer, leaving: .waiting)
        }
      } else if let number = payload["reservation"]?.int64,
        let row = try tables.reservations.find(RowID(number)), row.version == payload["version"]?.int64
      {
        until = row.overAt
        try end(row, tables, at: now)
      }
      return until.flatMap { $0 > now ? $0.milliseconds - now.milliseconds : nil }
    }
  }

  /// What somebody is to be told; nil where it is no news any more: a reminder of a version that is dead, or that comes
  /// too late, an offer that is over.
  public func told(_ payload: JSONValue) async throws -> BookingMessage? {
    guard let news = payload["news"]?.string.flatMap({ BookingNews(rawValue: $0) }) else { return nil }
    let now = clock()
    return try await store.read { [self] tables in
      if let number = payload["offer"]?.int64 {
        guard let offer = try tables.waiting.offer(RowID(number)), offer.state == .open, offer.until > now,
          let entry = try tables.waiting.find(offer.entry)
        else { return nil }
        let zone = try tables.schedules.find(offer.doctor)?.zone ?? ""
        return BookingMessage(
          name: "offer.\(number)", news: news, person: entry.patient, other: offer.doctor,
          otherName: try tables.people.known(offer.doctor)?.nick ?? "", local: wall(offer.startsAt, zone), zone: zone,
          target: "/waiting")
      }
      guard let number = payload["reservation"]?.int64, let row = try tables.reservations.find(RowID(number)) else {
        return nil
      }
      let isAlive = row.version == payload["version"]?.int64 && row.state == ReservationState.confirmed.rawValue
      guard let words = news.before == nil ? news : isAlive ? reminder(news, of: row, at: now) : nil else { return nil }
      let isForDoctor = payload["is_for_doctor"]?.bool == true
      let other = isForDoctor ? row.patient : row.doctor
      return BookingMessage(
        name: "\(number).\(payload["version"]?.int64 ?? 0).\(news.rawValue).\(isForDoctor ? "d" : "p")", news: words,
        person: isForDoctor ? row.doctor : row.patient, other: other,
        otherName: isForDoctor ? row.personName : try tables.people.known(other)?.nick ?? "",
        local: row.startsAt.map { wall($0, row.zone) } ?? "", zone: isForDoctor ? "" : row.zone,
        target: "/reservations/" + identifiers.id(row.id).text)
    }
  }

  /// What both sides' open apps are to hear of a reservation: how it is by now. nil where it is gone.
  public func changed(_ payload: JSONValue) async throws -> ReservationChange? {
    guard let number = payload["reservation"]?.int64 else { return nil }
    return try await store.read { [identifiers] tables in
      try tables.reservations.find(RowID(number)).map { row in
        ReservationChange(
          id: identifiers.id(row.id, of: BookingContract.Reservation.self), version: row.version,
          people: [row.patient, row.doctor], room: row.room)
      }
    }
  }

  /// What a reminder says by now: one that comes late says nothing that is not true any more.
  private func reminder(_ news: BookingNews, of row: ReservationRow, at now: Timestamp) -> BookingNews? {
    guard let start = row.startsAt, now < start else { return nil }
    guard news == .tomorrow else { return news }
    // The next one is due by then.
    if let last = BookingNews.soon.before, start <= now.adding(milliseconds: last) { return nil }
    let zone = zones.rules(of: row.zone) ?? .utc
    return zone.date(at: start) == zone.date(at: now) ? .today : .tomorrow
  }

  private func wall(_ start: Timestamp, _ zone: String) -> String {
    zones.rules(of: zone)?.wall(at: start).text ?? ""
  }
}
