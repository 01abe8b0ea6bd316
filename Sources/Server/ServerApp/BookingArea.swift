import Accounts
import BookingContract
import Bookings
import Chats
import Domain
import Files
import JSON
import Jobs
import Providers
import Push
import RealtimeServer
import Storage
import Synchronization
import Wire

/// Reservations, joined with those who open their rooms and tell people of them.
struct BookingArea: Sendable {
  let bookings: Bookings
  private let chats: Chats
  private let pushes: Pushes
  /// Apps that are open.
  private let realtime: @Sendable () -> RealtimeServer?
  private let desk: BookingDesk

  init(
    _ settings: ServerSettings, _ store: DataStore, _ secrets: ServerSecrets, _ zones: TimeZones, _ orders: OrderEnd,
    _ chats: Chats, _ files: Files, _ pushes: Pushes, _ limits: Limits, _ jobs: JobRunner,
    realtime: @escaping @Sendable () -> RealtimeServer?, clock: @escaping @Sendable () -> Timestamp
  ) {
    bookings = Bookings(
      store: store, identifiers: secrets.identifiers, settings: settings.bookings, zones: zones,
      linkKey: secrets.linkKey, orders: orders.port, orderState: { try orders.state($0, $1) }, clock: clock,
      wake: { jobs.wake() })
    self.chats = chats
    self.pushes = pushes
    self.realtime = realtime
    desk = BookingDesk(
      bookings: bookings,
      calendars: CalendarPages(bookings: bookings, publicOrigin: settings.providers.publicOrigin), files: files,
      changes: limits.changes,
      clock: clock)
  }

  var calendars: CalendarPages { desk.calendars }

  func add(to calls: inout CallTable) { calls.addBookings(desk) }

  var handlers: [JobHandler] {
    [
      JobHandler(kind: .bookingDue, parallel: 4, retries: RetryPolicy(attempts: 20)) { [bookings] job in
        guard let early = try await bookings.endDue(job.payload) else { return .nothing }
        throw JobFailure.again("the clock has stepped back", afterMilliseconds: early)
      },
      // Who does not hear of it asks when the app is opened.
      JobHandler(kind: .reservationChanged, parallel: 4, retries: RetryPolicy(attempts: 2)) { job in
        guard let change = try await bookings.changed(job.payload) else { return .nothing }
        realtime()?.tell(change)
        if let room = change.room { try await chats.show(room, to: change.people) }
        return .nothing
      },
      JobHandler(kind: .bookingNews, parallel: 4) { job in try await tell(job) },
      JobHandler(kind: .reminder, parallel: 4) { job in try await tell(job) },
    ]
  }

  private func tell(_ job: JobRow) async throws -> JobResult {
    guard let message = try await bookings.told(job.payload) else { return .nothing }
    try await pushes.tell(
      BookingTold(
        name: message.name, person: message.person, other: message.other, otherName: message.otherName,
        news: message.news.rawValue, local: message.local, zone: message.zone, target: message.target))
    return .nothing
  }
}

extension RealtimeServer {
  fileprivate func tell(_ change: ReservationChange) {
    let event = RealtimeEvent(
      "reservation", [["reservation_id": .string(change.id.text), "version": .integer(change.version)]])
    for person in change.people { tell(person, event) }
  }
}

/// Bookings are made before payments, which need them; this joins the ends. Until then nothing is ever paid.
final class OrderEnd: Sendable {
  typealias State = @Sendable (Tables, RowID<ReservationRow>) throws -> OrderState?

  private let joined = Mutex<(port: OrderPort, state: State)?>(nil)

  func connect(_ port: OrderPort, state: @escaping State) { joined.withLock { $0 = (port, state) } }

  var port: OrderPort {
    OrderPort(
      money: { [self] tables, id in try joined.withLock { $0?.port.money }?(tables, id) },
      ended: { [self] tables, id, end, refund, account, now in
        try joined.withLock { $0?.port.ended }?(tables, id, end, refund, account, now)
      })
  }

  func state(_ tables: Tables, _ id: RowID<ReservationRow>) throws -> OrderState? {
    try joined.withLock { $0?.state }?(tables, id)
  }
}
