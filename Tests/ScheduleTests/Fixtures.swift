import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Reserving
import Wire

@testable import Schedule

let today = CalendarDate(daysSinceEpoch: 20_788)
let tuesday = CalendarDate(wire: "2026-12-01") ?? today
/// 2026-12-01 09:00 in Seoul.
let nine = Timestamp(milliseconds: 1_796_083_200_000)
let seoul = ZoneOffsets([.init(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 540)])
let when = When(.ko, seoul)

let doctor = DoctorSummary(
  id: ID("d1"), nick: "김서윤", profileImage: nil, clinicID: ID("c1"), clinicName: "밝은마루안과", specialty: "망막",
  fee: 30_000, currency: "KRW", languages: ["ko"], nextFree: nil)

func clock(_ text: String) -> ClockTime { ClockTime(text: text) ?? ClockTime(minutes: 0)! }

func reservation(
  _ id: String, _ state: Reservation.State, minutes: Int64 = 0, person: String = "이하늘"
) -> Reservation {
  let start = nine.adding(milliseconds: minutes * 60_000)
  let shown = Int64(540) + minutes
  let local = LocalTime(
    date: tuesday.plus(Int(shown / 1440)), clock: ClockTime(minutes: Int(shown % 1440)) ?? clock("09:00"))
  var reservation = Reservation(
    id: ID(id), state: state, start: start, end: start.adding(milliseconds: 1_800_000), localStart: local,
    zone: "Asia/Seoul", createdAt: nine, doctor: doctor, personName: person, fee: 30_000, currency: "KRW",
    policy: Policy(freeHours: 24, partHours: 3, partPercent: 50), version: 2)
  reservation.symptoms = "눈이 침침해요"
  reservation.roomID = ID("r1")
  return reservation
}

func unscheduled(_ id: String) -> Reservation {
  var it = reservation(id, .confirmed)
  (it.start, it.end, it.localStart) = (nil, nil, nil)
  return it
}

let schedule = ScheduleForm(
  zone: "Asia/Seoul", slotMinutes: 30, leadMinutes: 90, horizonDays: 60, needsApproval: false, approvalHours: 24,
  fee: 30_000, currency: "KRW", policy: Policy(freeHours: 24, partHours: 3, partPercent: 50),
  rules: [
    ClinicHours(weekday: 2, from: clock("09:00"), to: clock("18:00")),
    ClinicHours(weekday: 1, from: clock("13:00"), to: clock("24:00")),
    ClinicHours(weekday: 1, from: clock("09:00"), to: clock("12:00")),
  ],
  exceptions: [ScheduleException(date: CalendarDate(wire: "2026-12-25") ?? today, kind: .closed, note: "성탄절")],
  version: 3)

func reply(_ response: HTTPResponse) -> HTTPOutcome { .response(response) }

func days(_ reservations: [Reservation], offset: Int = 540) -> HTTPOutcome {
  reply(BookingAPI.doctorReservations.response(DoctorDays(reservations, offset: offset)))
}
