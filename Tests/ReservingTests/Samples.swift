import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Wire

@testable import Reserving

/// Testing has a `Tag` of its own.
typealias Tag = FeatureCore.Tag

let start = Timestamp(milliseconds: 1_767_661_200_000)
let today = CalendarDate(wire: "2026-01-05")!
let seoul = ZoneOffsets([.init(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 540)])
let when = When(.ko, seoul)

func slot(_ local: String, isFree: Bool = true) -> Slot {
  let local = LocalTime(text: local)!
  let minutes = local.date.daysSinceEpoch * 1440 + Int64(local.clock.minutes) - 540
  let start = Timestamp(milliseconds: minutes * 60_000)
  return Slot(start: start, end: start.adding(milliseconds: 1_800_000), local: local, offset: 540, isFree: isFree)
}

func day(_ date: String, _ slots: [Slot] = []) -> SlotDay { SlotDay(date: CalendarDate(wire: date)!, slots: slots) }

let doctor = DoctorSummary(
  id: ID("d"), nick: "한지우", clinicID: ID("c"), clinicName: "맑은눈안과", specialty: "망막", fee: 30_000, currency: "KRW",
  languages: ["ko", "en"])

let page = DoctorPage(
  doctor: doctor, introduction: "망막을 봅니다.",
  clinic: Clinic(
    id: ID("c"), name: "맑은눈안과", address: "서울 중구", phone: "02-123-4567",
    place: GeoPlace(longitude: 126_978_000, latitude: 37_566_500)!),
  policy: Policy(freeHours: 24, partHours: 2, partPercent: 50), slotMinutes: 30, needsApproval: false,
  zone: "Asia/Seoul", answerTime: "보통 2시간 안에", nextSlots: [slot("2026-01-06T10:00")])

func reservation(_ state: Reservation.State = .held, order: OrderState? = nil) -> Reservation {
  var value = Reservation(
    id: ID("r"), state: state, start: start, end: start.adding(milliseconds: 1_800_000),
    localStart: LocalTime(text: "2026-01-06T10:00"), zone: "Asia/Seoul", createdAt: start, doctor: doctor,
    personName: "강하늘", fee: 30_000, currency: "KRW", policy: page.policy, version: 1)
  value.order = order
  return value
}

func order(
  _ state: OrderState.State = .open, refunded: Int64 = 0, returning: Int64 = 0, isInReview: Bool = false,
  needsAccount: Bool = false
) -> OrderState {
  OrderState(
    orderCode: ID("M-1"), state: state, totalPrice: 30_000, currency: "KRW",
    paidAmount: state == .paid || state == .refunded ? 30_000 : refunded + returning, refundedAmount: refunded,
    returningAmount: returning, isInReview: isInReview, needsAccount: needsAccount)
}

func reply(_ response: HTTPResponse) -> HTTPOutcome { .response(response) }

/// The buttons of its forms.
func submits<Action>(_ page: PageModel<Action>) -> [String] { submits(page.parts) }

func submits<Action>(_ parts: [PageModel<Action>.Part]) -> [String] {
  var labels: [String] = []
  for part in parts {
    if case .form(let form) = part { labels.append(form.submitLabel) }
  }
  return labels
}

/// What it says where it has nothing to show.
func face<Action>(_ page: PageModel<Action>) -> PageModel<Action>.Face? {
  for part in page.parts {
    if case .face(let face) = part { return face }
  }
  return nil
}

/// What the rows of a place say, one after another.
func titles<Action>(_ page: PageModel<Action>) -> [String] {
  var titles: [String] = []
  for part in page.parts {
    if case .rows(let group) = part { titles += group.rows.map(\.title) }
  }
  return titles
}

/// What its rows say at the end of the line.
func metas<Action>(_ parts: [PageModel<Action>.Part]) -> [String] {
  var metas: [String] = []
  for part in parts {
    if case .rows(let group) = part { metas += group.rows.map(\.meta) }
  }
  return metas
}
