import BookingContract
import Contract
import Domain
import Wire

/// Values with everything in them, and what travels.
enum Samples {
  static let at = Timestamp(milliseconds: 1_796_000_400_000)
  static let later = Timestamp(milliseconds: 1_796_002_200_000)
  static let day = CalendarDate(wire: "2026-12-01")!
  static let nine = ClockTime(text: "09:00")!
  static let six = ClockTime(text: "18:00")!
  static let place = GeoPlace(longitude: 126_978_000, latitude: -37_566_500)!
  static let hours = ClinicHours(weekday: 1, from: nine, to: six)
  static let policy = Policy(freeHours: 24, partHours: 2, partPercent: 50)

  static let doctor = DoctorSummary(
    id: ID("d"), nick: "김서윤", profileImage: "/data/profiles/x.png", clinicID: ID("c"), clinicName: "밝은마루안과",
    specialty: "망막", fee: 30_000, currency: "KRW", languages: ["ko", "en"], nextFree: at)

  static let clinic = Clinic(
    id: ID("c"), name: "밝은마루안과", address: "서울 중구", phone: "02-123-4567", place: place, hours: [hours],
    pictures: ["/data/clinics/1.png"], specialties: ["망막"], doctors: [doctor])

  static let slot = Slot(
    start: at, end: later, local: LocalTime(date: day, clock: nine), offset: -210, isFree: true)

  static let page = DoctorPage(
    doctor: doctor, introduction: "안녕하세요", clinic: clinic, policy: policy, slotMinutes: 30, needsApproval: true,
    zone: "America/St_Johns", answerTime: "보통 2시간 안에", nextSlots: [slot])

  static let order = OrderState(
    orderCode: ID("M-1"), state: .waitingDeposit, totalPrice: 30_000, currency: "KRW", paidAmount: 1, refundedAmount: 2,
    returningAmount: 4, expiresAt: at,
    deposit: OrderState.Deposit(bank: "신한은행", account: "110-1", holder: "마루", until: later),
    isInReview: true, needsAccount: true,
    history: [OrderState.Event(at: at, code: "opened"), .init(at: later, code: "paid", amount: 5)])

  static var reservation: Reservation {
    var value = Reservation(
      id: ID("r"), state: .confirmed, start: at, end: later, localStart: LocalTime(date: day, clock: nine),
      zone: "Asia/Seoul", createdAt: at, doctor: doctor, personName: "강하늘", fee: 30_000, currency: "KRW",
      policy: policy, version: 3)
    value.holdUntil = at
    value.approveUntil = later
    value.personBirthDate = CalendarDate(wire: "1999-02-28")
    value.symptoms = "눈이 따가워요"
    value.order = order
    value.note = "안약을 하루 두 번"
    value.cancelledBy = .doctor
    value.cancelReason = "휴진"
    value.isTimeByDoctor = true
    value.needsApproval = true
    value.roomID = ID("room")
    value.consult = Reservation.Consult(opensAt: at, closesAt: later, isOpen: true)
    value.patient = Person(id: ID("p"), nick: "하늘")
    return value
  }

  /// Only what must be there.
  static let bareReservation = Reservation(
    id: ID("r"), state: .held, zone: "Asia/Seoul", createdAt: at, doctor: doctor, personName: "강하늘", fee: 0,
    currency: "KRW", policy: policy, version: 0)

  static let estate = Estate(
    id: ID("d"), category: "망막", title: "김서윤", introduction: "안녕하세요", thumbnails: ["/data/profiles/x.png"],
    place: place, distance: 120, likeCount: 3, isRecommended: true, createdAt: at, updatedAt: later)

  static let paid = PaidOrder(
    order: Order(
      id: ID("o"), code: ID("M-1"), totalPrice: MajorAmount(minor: 30_000, decimals: 0), createdAt: at,
      updatedAt: later), paidAt: later, estate: estate)
}
