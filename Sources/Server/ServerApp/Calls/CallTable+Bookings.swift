import Accounts
import BookingContract
import Bookings
import Contract
import Domain
import Files
import JSON
import Storage
import Wire

/// What the routes around reservations need.
struct BookingDesk: Sendable {
  let bookings: Bookings
  let calendars: CalendarPages
  let files: Files
  /// By person: reservations, waiting lists and what moves them.
  let changes: TryLimiter
  let clock: @Sendable () -> Timestamp

  /// People never come near it; programs that do are told when to go on.
  func limit(_ caller: Principal) throws(APIError) { try changes.take("booking \(caller.person.value)", at: clock()) }

  /// Whoever came second is told what is free now.
  func answering<Output: Sendable>(
    _ output: APIForm<Output>, _ body: () async throws -> Output
  ) async throws -> HTTPResponse {
    do {
      return HTTPResponse(200, json: .object(output.print(try await body())))
    } catch let gone as SlotGone {
      return SlotTaken.response(try await bookings.freeSlots(of: gone.doctor))
    }
  }
}

extension CallTable {
  /// Clinics, doctors and their times; a patient's reservations, waiting lists and calendars.
  mutating func addBookings(_ desk: BookingDesk) {
    let bookings = desk.bookings
    serve(BookingAPI.clinics) { _, call, _ in try await bookings.clinics(realm: call.app.realm) }
    serve(BookingAPI.clinic) { id, call, _ in try await bookings.clinic(id, realm: call.app.realm) }
    serve(BookingAPI.doctorPage) { id, call, _ in try await bookings.page(of: id, realm: call.app.realm) }
    serve(BookingAPI.slots) { query, call, _ in
      try await bookings.slots(of: query.id, query.value, realm: call.app.realm)
    }
    addReservations(desk)
    addWaiting(desk)
    addDoctorBookings(desk)
    addEstates(desk)
  }

  private mutating func addReservations(_ desk: BookingDesk) {
    let bookings = desk.bookings
    respond(BookingAPI.reserve) { form, _, caller in
      try desk.limit(caller)
      return try await desk.answering(Reservation.form) {
        try await bookings.reserve(form.value, key: form.key, by: caller.person)
      }
    }
    serve(BookingAPI.reservations) { query, _, caller in
      try await bookings.reservations(query, of: caller.person)
    }
    serve(BookingAPI.reservation) { id, _, caller in try await bookings.reservation(id, for: caller.person) }
    serve(BookingAPI.cancellation) { id, _, caller in try await bookings.cancellation(of: id, for: caller.person) }
    serve(BookingAPI.cancel) { form, _, caller in
      try desk.limit(caller)
      return try await bookings.cancel(form.value.id, form.value.value, key: form.key, by: caller.person)
    }
    respond(BookingAPI.reschedule) { form, _, caller in
      try desk.limit(caller)
      return try await desk.answering(Reservation.form) {
        try await bookings.reschedule(form.value.id, to: form.value.value, key: form.key, by: caller.person)
      }
    }
    serve(BookingAPI.calendarFeed) { _, call, caller in
      desk.calendars.url(try await bookings.calendarToken(of: caller.person), call)
    }
    serve(BookingAPI.renewCalendar) { _, call, caller in
      try desk.limit(caller)
      return desk.calendars.url(try await bookings.renewCalendarToken(of: caller.person), call)
    }
    serve(BookingAPI.calendarFile) { id, call, caller in
      desk.calendars.url(try await bookings.calendarToken(of: id, for: caller.person), call)
    }
  }

  private mutating func addWaiting(_ desk: BookingDesk) {
    let bookings = desk.bookings
    serve(BookingAPI.joinWaiting) { form, _, caller in
      try desk.limit(caller)
      return try await bookings.wait(for: form.id, form.value, by: caller.person)
    }
    serve(BookingAPI.waiting) { _, _, caller in try await bookings.waiting(of: caller.person) }
    serve(BookingAPI.leaveWaiting) { id, _, caller in
      try desk.limit(caller)
      try await bookings.leaveWaiting(id, by: caller.person)
      return Nothing()
    }
  }

  private mutating func addDoctorBookings(_ desk: BookingDesk) {
    let bookings = desk.bookings
    serve(BookingAPI.schedule) { _, _, caller in try await bookings.schedule(of: caller.person) }
    serve(BookingAPI.changeSchedule) { form, _, caller in
      try desk.limit(caller)
      return try await bookings.setSchedule(form, of: caller.person)
    }
    serve(BookingAPI.changeClinic) { form, _, caller in
      try desk.limit(caller)
      return try await bookings.changeClinic(form.id, form.value, by: caller.person)
    }
    addClinicPictures(desk)
    serve(BookingAPI.doctorReservations) { days, _, caller in
      try await bookings.reservations(on: days, of: caller.person)
    }
    serve(BookingAPI.approve) { id, call, caller in
      try await bookings.approve(id, key: call.idempotencyKey, by: caller.person)
    }
    serve(BookingAPI.decline) { form, call, caller in
      try await bookings.decline(form.id, reason: form.value, key: call.idempotencyKey, by: caller.person)
    }
    serve(BookingAPI.cancelAsDoctor) { form, call, caller in
      try await bookings.cancelAsDoctor(form.id, reason: form.value, key: call.idempotencyKey, by: caller.person)
    }
    serve(BookingAPI.markNoShow) { id, call, caller in
      try await bookings.markNoShow(id, key: call.idempotencyKey, by: caller.person)
    }
    serve(BookingAPI.markDone) { id, call, caller in
      try await bookings.markDone(id, key: call.idempotencyKey, by: caller.person)
    }
    serve(BookingAPI.writeNote) { form, _, caller in
      try await bookings.writeNote(form.value, on: form.id, by: caller.person)
    }
    respond(BookingAPI.giveTime) { form, _, caller in
      try await desk.answering(Reservation.form) {
        try await bookings.giveTime(form.value, to: form.id, by: caller.person)
      }
    }
  }

  private mutating func addClinicPictures(_ desk: BookingDesk) {
    let call = BookingAPI.addClinicPictures
    respondRaw(call.outline) { request, _, caller in
      try desk.limit(caller)
      guard let parameters = call.outline.parameters(request.method, RequestPath(request.path)) else {
        throw APIError.unknownRoute
      }
      let id: ID<Clinic> = try call.read(request, parameters: parameters)
      let pictures = try ProfileBody.form(request).files.filter { !$0.body.isEmpty }
      guard !pictures.isEmpty else { throw APIError.missingValue }
      guard pictures.count <= 5 else { throw APIError.fileCount }
      let clinic = try await desk.bookings.clinic(id, forPictures: pictures.count, by: caller.person)
      var paths: [String] = []
      for picture in pictures {
        paths.append(try await desk.files.takePicture(try ProfileBody.bytes(picture), of: clinic).path)
      }
      return call.response(try await desk.bookings.addPictures(paths, to: id, by: caller.person))
    }
  }

  /// What an older client knows as estates.
  private mutating func addEstates(_ desk: BookingDesk) {
    let bookings = desk.bookings
    serve(BookingAPI.estates) { query, call, _ in try await bookings.estates(query, realm: call.app.realm) }
    serve(BookingAPI.todayEstates) { _, call, _ in try await bookings.estatesToday(realm: call.app.realm) }
    serve(BookingAPI.hotEstates) { _, call, _ in try await bookings.hotEstates(realm: call.app.realm) }
    serve(BookingAPI.similarEstates) { _, call, caller in
      try await bookings.similarEstates(to: caller.person, realm: call.app.realm)
    }
    serve(BookingAPI.todayTopic) { _, call, _ in try await bookings.topics(realm: call.app.realm) }
    serve(BookingAPI.estate) { id, call, caller in
      try await bookings.estate(id, realm: call.app.realm, for: caller.person)
    }
    serve(BookingAPI.likeEstate) { form, call, caller in
      try await bookings.like(form.id, form.value, realm: call.app.realm, by: caller.person)
    }
    serve(BookingAPI.likedEstates) { query, _, caller in
      try await bookings.likedEstates(query, by: caller.person)
    }
  }
}

extension API.Call {
  /// Empty where none was sent; its form was read with the call's.
  var idempotencyKey: String { request.headers[Idempotency.header] ?? "" }
}
