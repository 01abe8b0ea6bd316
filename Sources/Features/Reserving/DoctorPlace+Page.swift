import BookingContract
import Domain
import FeatureCore
import Wire

/// The head of a doctor's page, above its groups.
public struct DoctorModel {
  public var title: String
  public var backLabel: String
  public var initial: String
  public var picture: String?
  public var name: String
  public var subtitle: String
  public var fee: String
  public var timesTitle: String
  /// Under the title: which clock the times are of.
  public var timesNote: String?
  public var times: [SlotModel]
  /// Where nothing is free soon.
  public var noTimes: String?
  public var allTimesLabel: String
  public var emergency: String
  public var parts: [BookingPageModel.Part]
  public var roomLabel: String
  public var isOpeningRoom: Bool
  public var notice: String?
}

/// A time that can be chosen.
public struct SlotModel: Equatable {
  public var slot: Slot
  public var text: String
  /// The reader's own time, where it differs.
  public var own: String?
}

extension DoctorPlace {
  /// nil while it is not loaded.
  public static func model(_ state: State, _ l: Language, _ when: When) -> DoctorModel? {
    guard let page = state.page.value else { return nil }
    let doctor = page.doctor
    let times = page.nextSlots.map { slot in
      SlotModel(slot: slot, text: when.local(slot.local), own: when.beside(slot.start, slot.local))
    }
    return DoctorModel(
      title: title(state, l), backLabel: BookingWords.back(l), initial: doctor.nick.first.map { String($0) } ?? "",
      picture: doctor.profileImage,
      name: doctor.nick,
      subtitle: BookingWords.joined(doctor.clinicName, doctor.specialty),
      fee: l.say("상담료 ", "Fee ", "相談料 ") + BookingWords.money(doctor.fee, doctor.currency, l),
      timesTitle: l.say("가장 빠른 시간", "Next free times", "直近の空き時間"),
      timesNote: times.contains { $0.own != nil } ? when.zoneName(page.zone) : nil, times: times,
      noTimes: times.isEmpty
        ? l.say("가까운 날에는 빈 시간이 없어요", "There is no free time soon", "近日中の空き時間はありません") : nil,
      allTimesLabel: l.say("날짜와 시간 고르기", "Choose a date and time", "日時を選ぶ"),
      emergency: BookingWords.emergency(l), parts: parts(page, l, when),
      roomLabel: roomLabel(l),
      isOpeningRoom: state.isOpeningRoom, notice: state.failure.map { BookingWords.refusal($0, l) })
  }

  /// The faces before it is loaded.
  public static func page(_ state: State, _ l: Language) -> BookingPageModel {
    guard state.page.lack == .missing else {
      return BookingWords.page(
        title(state, l), l, state.page.lack ?? .loading, retry: .doctor(.retryTapped), missing: BookingWords.noDoctor(l)
      )
    }
    // Whoever consults such a doctor already can go on.
    let room = BookingPageModel.Row("room", roomLabel(l), .button(.doctor(.roomTapped)))
    return BookingWords.page(
      title(state, l), l, [BookingWords.noDoctor(l), .rows(.init([room]))], notice: state.failure)
  }

  public static func title(_ state: State, _ l: Language) -> String {
    l.say("의사 소개", "Doctor", "医師紹介")
  }

  private static func roomLabel(_ l: Language) -> String {
    l.say("상담방 들어가기", "Open the consult room", "相談ルームに入る")
  }

  private static func parts(_ page: DoctorPage, _ l: Language, _ when: When) -> [BookingPageModel.Part] {
    var about = readers(page, l)
    if !page.doctor.languages.isEmpty {
      about.append(
        .init(
          "languages", l.say("상담 언어", "Languages", "相談できる言語"),
          detail: BookingWords.languages(page.doctor.languages, l)))
    }
    about.append(
      .init(
        "length", l.say("상담 시간", "Length", "相談時間"),
        detail: l.say("\(page.slotMinutes)분", "\(page.slotMinutes) minutes", "\(page.slotMinutes)分")))
    if page.needsApproval {
      about.append(
        .init(
          "approval", l.say("의사 확인 후 확정", "Confirmed by the doctor", "医師の確認後に確定"),
          detail: l.say(
            "결제한 뒤 의사가 확인해요. 받지 못하면 전액 환불돼요", "The doctor confirms after you pay; declined is refunded in full",
            "お支払い後に医師が確認します。お受けできない場合は全額返金されます")))
    }
    var parts: [BookingPageModel.Part] = []
    if !page.introduction.isEmpty { parts.append(.prose(l.say("소개", "About", "紹介"), page.introduction)) }
    parts.append(.rows(.init(guide(l), about)))
    parts.append(policyPart(page.policy, l))
    return parts + clinic(page.clinic, l, when)
  }

  static func guide(_ l: Language) -> String { l.say("상담 안내", "About the consultation", "相談のご案内") }

  /// Before booking and in every consult: who reads it, and when an answer comes.
  static func readers(_ page: DoctorPage?, _ l: Language) -> [BookingPageModel.Row] {
    let readers = BookingPageModel.Row(
      "readers", l.say("누가 볼 수 있나요", "Who can read this", "誰が読めますか"), detail: BookingWords.readers(l))
    return [readers] + (page.map { [answerTime($0, l)] } ?? [])
  }

  /// Also where the doctor has not said any: nobody waits for an answer that nobody promised.
  static func answerTime(_ page: DoctorPage, _ l: Language) -> BookingPageModel.Row {
    .init(
      "answer", l.say("보통 답변 시간", "Usual answer time", "通常の返信時間"),
      detail: page.answerTime.isEmpty
        ? l.say("따로 정해져 있지 않아요", "The doctor has not set one", "特に決まっていません") : page.answerTime)
  }

  static func policyPart(_ policy: Policy, _ l: Language) -> BookingPageModel.Part {
    policyPart(BookingWords.policy(policy, l), l)
  }

  /// What was agreed on, and what is better than that by now.
  static func policyPart(of reservation: Reservation, _ l: Language) -> BookingPageModel.Part {
    let agreed = BookingWords.policy(reservation.policy, l)
    return policyPart(reservation.isFreeByDoctor ? [ReservationWords.timeByDoctor(l)] + agreed : agreed, l)
  }

  private static func policyPart(_ lines: [String], _ l: Language) -> BookingPageModel.Part {
    .rows(
      .init(
        l.say("취소와 환불", "Cancelling and refunds", "キャンセルと返金"),
        lines.enumerated().map { .init("\($0.offset)", $0.element) }))
  }

  /// Where the doctor works: how it looks, where it is, when it is open. Nothing for a doctor who works nowhere.
  static func clinic(_ clinic: Clinic, _ l: Language, _ when: When) -> [BookingPageModel.Part] {
    guard !clinic.name.isEmpty else { return [] }
    var rows: [BookingPageModel.Row] = [.init("name", clinic.name, detail: clinic.address)]
    if clinic.place.longitude != 0 || clinic.place.latitude != 0 {
      rows.append(.init("map", l.say("지도에서 보기", "Open in a map", "地図で見る"), .outer(map(clinic, l))))
    }
    if !clinic.phone.isEmpty {
      rows.append(.init("phone", l.say("전화", "Phone", "電話"), act: clinic.phone, .phone(clinic.phone)))
    }
    rows += hours(clinic, l, when)
    let group = BookingPageModel.Part.rows(.init(l.say("병원", "Clinic", "医院"), rows))
    let label = l.say(clinic.name + " 사진", "Picture of " + clinic.name, clinic.name + "の写真")
    return clinic.pictures.isEmpty ? [group] : [group, .pictures(.init(label, clinic.pictures))]
  }

  /// A page that the map app of a phone takes over.
  private static func map(_ clinic: Clinic, _ l: Language) -> String {
    let (latitude, longitude) = clinic.place.degrees
    return l == .ko
      ? "https://map.kakao.com/link/map/" + PercentEncoding.encode(segment: clinic.name) + "," + latitude + ","
        + longitude
      : "https://www.google.com/maps/search/?api=1&query=" + latitude + "%2C" + longitude
  }

  /// Days that are alike in one line.
  private static func hours(_ clinic: Clinic, _ l: Language, _ when: When) -> [BookingPageModel.Row] {
    guard !clinic.hours.isEmpty else { return [] }
    var rows: [BookingPageModel.Row] = []
    var first = 1
    for weekday in 1...7 {
      let hours = clinic.hours.filter { $0.weekday == weekday }
      let text =
        hours.isEmpty
        ? l.say("휴진", "Closed", "休診")
        : hours.map { when.time($0.from) + "–" + when.time($0.to) }.joined(separator: ", ")
      if rows.last?.meta == text {
        rows[rows.count - 1].title = when.weekday(first - 1) + "–" + when.weekday(weekday - 1)
      } else {
        first = weekday
        rows.append(.init("day \(weekday)", when.weekday(weekday - 1), meta: text))
      }
    }
    return rows
  }
}
