import Booking
import JSON
import Storage
import Wire

extension JobKind {
  /// The end of a hold, of a doctor's time to answer, of a consult room or of an offer: `{reservation, version}` or
  /// `{offer}`.
  public static let bookingDue = JobKind(rawValue: "booking_due")
  /// Something that a person is told: `{news, person, reservation, version}` or `{news, person, offer}`.
  public static let bookingNews = JobKind(rawValue: "booking_news")
  /// Both sides' open apps hear of a change: `{reservation}`.
  public static let reservationChanged = JobKind(rawValue: "reservation_changed")
  /// `{reservation, version, news}`, keyed by all three: never twice, and never for a version that is dead.
  public static let reminder = JobKind(rawValue: "reminder")
}

/// What people are told of a reservation.
public enum BookingNews: String, CaseIterable, Sendable {
  case requested, confirmed, declined, cancelled, moved, expired
  /// A time became free for somebody who waits.
  case offered
  /// A day, and an hour, before it begins.
  case tomorrow, soon
  /// Instead of `tomorrow`, where that is late.
  case today

  init(_ notice: ReservationMachine.Notice) {
    self =
      switch notice {
      case .requested: .requested
      case .confirmed: .confirmed
      case .declined: .declined
      case .cancelled: .cancelled
      case .moved: .moved
      case .expired: .expired
      }
  }

  /// Of a reminder: how long before the start.
  var before: Int64? {
    switch self {
    case .tomorrow: 24 * 3_600_000
    case .soon: 3_600_000
    default: nil
    }
  }
}

extension ReservationRow {
  /// When its hold, its doctor's time to answer or its consult room ends by itself.
  var overAt: Timestamp? {
    switch ReservationState(rawValue: state) {
    case .held, .requested: dueAt
    case .confirmed: closesAt
    default: nil
    }
  }
}

extension JobStore {
  /// When something about a reservation is over.
  func addDue(_ row: ReservationRow) throws {
    guard let end = row.overAt else { return }
    try add(
      kind: .bookingDue, key: "\(row.id.value).\(row.version)",
      payload: ["reservation": .integer(row.id.value), "version": .integer(row.version)], runAt: end)
  }

  func addDue(_ offer: RowID<WaitingOfferRow>, until: Timestamp) throws {
    try add(
      kind: .bookingDue, key: "offer.\(offer.value)", payload: ["offer": .integer(offer.value)], runAt: until)
  }

  func addChange(of row: ReservationRow, at now: Timestamp) throws {
    try add(kind: .reservationChanged, payload: ["reservation": .integer(row.id.value)], runAt: now)
  }

  func addNews(_ news: BookingNews, of row: ReservationRow, isForDoctor: Bool, at now: Timestamp) throws {
    try add(
      kind: .bookingNews, key: "\(row.id.value).\(row.version).\(news.rawValue).\(isForDoctor ? "d" : "p")",
      payload: [
        "news": .string(news.rawValue), "reservation": .integer(row.id.value), "version": .integer(row.version),
        "is_for_doctor": .bool(isForDoctor),
      ], runAt: now)
  }

  func addNews(of offer: RowID<WaitingOfferRow>, at now: Timestamp) throws {
    try add(
      kind: .bookingNews, key: "offer.\(offer.value)",
      payload: ["news": .string(BookingNews.offered.rawValue), "offer": .integer(offer.value)], runAt: now)
  }

  /// Those whose time has not passed.
  func addReminders(of row: ReservationRow, at now: Timestamp) throws {
    guard let start = row.startsAt else { return }
    for news in BookingNews.allCases {
      guard let before = news.before else { continue }
      let at = start.adding(milliseconds: -before)
      guard at > now else { continue }
      try add(
        kind: .reminder, key: "\(row.id.value).\(row.version).\(news.rawValue)",
        payload: [
          "news": .string(news.rawValue), "reservation": .integer(row.id.value), "version": .integer(row.version),
        ], runAt: at)
    }
  }
}
