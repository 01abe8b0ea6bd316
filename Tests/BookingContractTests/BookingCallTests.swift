import BookingContract
import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct BookingCallTests {
  /// What a client prints, a server reads; and the other way round.
  private func travels<Input: Equatable, Output: Equatable>(
    _ call: APICall<Input, Output>, _ input: Input, _ output: Output, _ target: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let request = call.request(input, key: "eyemon", accessToken: "token")
    #expect(request.target == target, sourceLocation: location)
    let parameters = try #require(
      call.outline.parameters(request.method, RequestPath(request.path)), sourceLocation: location)
    #expect(try call.read(request, parameters: parameters) == input, sourceLocation: location)
    #expect(try call.read(call.response(output)) == output, sourceLocation: location)
  }

  @Test func clinicsAndDoctorsTravel() throws {
    try travels(BookingAPI.clinics, Nothing(), [Samples.clinic], "/v1/clinics")
    try travels(BookingAPI.clinic, ID("c"), Samples.clinic, "/v1/clinics/c")
    let edits = [
      ClinicEdit(), ClinicEdit(hours: [Samples.hours], pictures: ["/a.png"]), ClinicEdit(hours: [], pictures: []),
    ]
    for edit in edits {
      try travels(BookingAPI.changeClinic, Addressed(ID("c"), edit), Samples.clinic, "/v1/clinics/c")
    }
    try travels(BookingAPI.addClinicPictures, ID("c"), Samples.clinic, "/v1/clinics/c/pictures")
    try travels(BookingAPI.doctorPage, ID("d"), Samples.page, "/v1/doctors/d/page")
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [SlotDay(date: Samples.day, slots: [Samples.slot]), SlotDay(date: Samples.day, slots: [])])
    let query = SlotQuery(from: Samples.day, days: 60)
    try travels(BookingAPI.slots, Addressed(ID("d"), query), table, "/v1/doctors/d/slots?from=2026-12-01&days=60")
  }

  @Test func pageOfADoctorWithoutClinicTravels() throws {
    var page = Samples.page
    page.doctor.clinicID = ID("")
    page.clinic = Clinic(id: ID(""), name: "", address: "", phone: "", place: Samples.place)
    try travels(BookingAPI.doctorPage, ID("d"), page, "/v1/doctors/d/page")
  }

  @Test func reservationsTravel() throws {
    let full = ReservationForm(
      doctorID: ID("d"), start: Samples.at, personName: "강하늘", personBirthDate: CalendarDate(wire: "1999-02-28"),
      symptoms: "따가움", offerID: "f")
    let bare = ReservationForm(doctorID: ID("d"), start: Samples.at, personName: "강하늘")
    for form in [full, bare] {
      try travels(BookingAPI.reserve, Keyed(key: "a-1_Z", form), Samples.reservation, "/v1/reservations")
    }
    for value in [Samples.reservation, Samples.bareReservation] {
      try travels(BookingAPI.reservation, ID("r"), value, "/v1/reservations/r")
    }
    let past = ReservationQuery(scope: .past, cursor: "c", limit: 5)
    let list = RecordPage(entries: [Samples.reservation], next: "n")
    try travels(BookingAPI.reservations, past, list, "/v1/reservations?scope=past&cursor=c&limit=5")
    let preview = CancelPreview(refund: 15_000, feeKept: 15_000, currency: "KRW", needsAccount: true, isPossible: true)
    try travels(BookingAPI.cancellation, ID("r"), preview, "/v1/reservations/r/cancellation")
    let account = BankAccount(holder: "강하늘", bank: "088", number: "110123456789")
    for form in [CancelForm(expectedRefund: 0), CancelForm(expectedRefund: 5, reason: "일정", account: account)] {
      try travels(
        BookingAPI.cancel, Keyed(key: "k", Addressed(ID("r"), form)), Samples.reservation, "/v1/reservations/r/cancel")
    }
    try travels(
      BookingAPI.reschedule, Keyed(key: "", Addressed(ID("r"), Samples.later)), Samples.reservation,
      "/v1/reservations/r/reschedule")
    try travels(BookingAPI.calendarFeed, Nothing(), "/c/x.ics", "/v1/me/calendar")
    try travels(BookingAPI.renewCalendar, Nothing(), "/c/y.ics", "/v1/me/calendar")
    try travels(BookingAPI.calendarFile, ID("r"), "/c/y.ics", "/v1/reservations/r/calendar")
  }

  @Test func waitingTravels() throws {
    let range = DayRange(from: Samples.day, to: Samples.day)
    let offer = Waiting.Offer(id: "f", slot: Samples.slot, until: Samples.later)
    let places = [
      Waiting(id: ID("w"), doctor: Samples.doctor, from: Samples.day, to: Samples.day),
      Waiting(id: ID("w"), doctor: Samples.doctor, from: Samples.day, to: Samples.day, state: .offered, offer: offer),
    ]
    try travels(BookingAPI.joinWaiting, Addressed(ID("d"), range), places[0], "/v1/doctors/d/waiting")
    try travels(BookingAPI.waiting, Nothing(), places, "/v1/waiting")
    try travels(BookingAPI.leaveWaiting, ID("w"), Nothing(), "/v1/waiting/w")
  }

  @Test func whatDoctorsDoTravels() throws {
    var schedule = ScheduleForm(
      zone: "Asia/Seoul", slotMinutes: 30, leadMinutes: 60, horizonDays: 60, needsApproval: true, approvalHours: 24,
      fee: 30_000, currency: "KRW", policy: Samples.policy, rules: [Samples.hours],
      exceptions: [
        ScheduleException(date: Samples.day, kind: .closed, note: "휴진"),
        ScheduleException(date: Samples.day, kind: .pause, from: Samples.nine, to: Samples.six),
      ], version: 7)
    schedule.languages = ["ko", "ja"]
    schedule.introduction = "소개"
    schedule.specialty = "망막"
    schedule.answerTime = "2시간"
    schedule.clinicID = ID("c")
    try travels(BookingAPI.schedule, Nothing(), schedule, "/v1/doctor/schedule")
    try travels(BookingAPI.changeSchedule, schedule, schedule, "/v1/doctor/schedule")
    let range = DayRange(from: Samples.day, to: Samples.day)
    let target = "/v1/doctor/reservations?from=2026-12-01&to=2026-12-01"
    try travels(BookingAPI.doctorReservations, range, DoctorDays([Samples.reservation], offset: -210), target)
    let root = "/v1/doctor/reservations/r/"
    for (call, verb) in [
      (BookingAPI.approve, "approve"), (BookingAPI.markNoShow, "no-show"), (BookingAPI.markDone, "done"),
    ] {
      try travels(call, ID("r"), Samples.reservation, root + verb)
    }
    for reason in ["", "휴진입니다"] {
      try travels(BookingAPI.decline, Addressed(ID("r"), reason), Samples.reservation, root + "decline")
      try travels(BookingAPI.cancelAsDoctor, Addressed(ID("r"), reason), Samples.reservation, root + "cancel")
      try travels(BookingAPI.writeNote, Addressed(ID("r"), reason), Samples.reservation, root + "note")
    }
    try travels(BookingAPI.giveTime, Addressed(ID("r"), Samples.at), Samples.reservation, root + "time")
  }

  @Test func paymentsTravel() throws {
    let price = MajorAmount(minor: 30_000, decimals: 0)
    for form in [
      OrderForm(doctorID: ID("d"), totalPrice: price),
      OrderForm(doctorID: ID("d"), totalPrice: MajorAmount(minor: 1250, decimals: 2), reservationID: ID("r")),
    ] {
      try travels(BookingAPI.order, Keyed(key: "k", form), Samples.paid.order, "/v1/orders")
    }
    try travels(BookingAPI.orders, Nothing(), [Samples.paid], "/v1/orders")
    let validation = Validation(
      paymentID: "p", order: Samples.paid, createdAt: Samples.at, updatedAt: Samples.later)
    try travels(BookingAPI.validate, Keyed(key: "", "imp_1"), validation, "/v1/payments/validation")
    var receipt = Receipt(
      impUID: "imp_1", orderCode: ID("M-1"), payMethod: "vbank", provider: "html5_inicis", name: "상담",
      amount: price, currency: "KRW", status: "paid", createdAt: Samples.at, updatedAt: Samples.later)
    try travels(BookingAPI.receipt, ID("M-1"), receipt, "/v1/payments/M-1")
    receipt.deposit = Samples.order.deposit
    receipt.paidAt = Samples.later
    receipt.cardName = "신한카드"
    try travels(BookingAPI.receipt, ID("M-1"), receipt, "/v1/payments/M-1")
    var reservation = Samples.reservation
    reservation.order = nil
    for outcome in [OrderOutcome(order: Samples.order), OrderOutcome(order: Samples.order, reservation: reservation)] {
      try travels(BookingAPI.orderState, ID("M-1"), outcome, "/v1/orders/M-1/state")
    }
    let checkout = CheckoutForm(app: "eyemon", returnTo: "/eyemon/orders/M-1")
    try travels(
      BookingAPI.checkout, Addressed(ID("M-1"), checkout), "https://example.com/checkout/x", "/v1/orders/M-1/checkout")
    let account = BankAccount(holder: "이하늘", bank: "088", number: "110-123")
    try travels(
      BookingAPI.refundAccount, Addressed(ID("M-1"), account), Nothing(), "/v1/orders/M-1/refund-account")
    let entry = PaymentEntry(
      orderCode: ID("M-1"), title: "상담", doctor: Samples.doctor, paidAt: Samples.at, amount: 30_000,
      refundedAmount: 15_000, currency: "KRW", state: .paid, receiptURL: "https://example.com/r")
    try travels(
      BookingAPI.payments, PageQuery(cursor: "c"), RecordPage(entries: [entry]), "/v1/me/payments?cursor=c")
  }

  @Test func estatesTravel() throws {
    let all = EstateQuery(category: "망막", place: Samples.place, maxDistance: 3000)
    let target = "/v1/estates/geolocation?category=%EB%A7%9D%EB%A7%89&longitude=126.978000&latitude=-37.566500"
    try travels(BookingAPI.estates, all, [Samples.estate], target + "&maxDistance=3000")
    try travels(BookingAPI.estates, EstateQuery(), [], "/v1/estates/geolocation")
    for call in [BookingAPI.todayEstates, BookingAPI.hotEstates, BookingAPI.similarEstates] {
      try travels(call, Nothing(), [Samples.estate], call.outline.template)
    }
    let topic = Topic(title: "눈 건강", content: "20-20-20", date: "26.12.1", link: "https://example.com")
    try travels(BookingAPI.todayTopic, Nothing(), [topic], "/v1/estates/today-topic")
    let detail = EstateDetail(
      estate: Samples.estate, reservationPrice: MajorAmount(minor: 30_000, decimals: 0), description: "소개",
      creator: Person(id: ID("d"), nick: "김서윤"), isLiked: true, isReserved: false)
    try travels(BookingAPI.estate, ID("d"), detail, "/v1/estates/d")
    try travels(BookingAPI.likeEstate, Addressed(ID("d"), true), false, "/v1/estates/d/like")
    let liked = LikedQuery(category: "망막", cursor: "x", limit: 2)
    try travels(
      BookingAPI.likedEstates, liked, RecordPage(entries: [Samples.estate]),
      "/v1/estates/likes/me?category=%EB%A7%9D%EB%A7%89&next=x&limit=2")
  }
}
