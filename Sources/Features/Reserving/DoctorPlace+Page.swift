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
  public var parts: [PageModel<DoctorPlace.Action>.Part]
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
      subtitle: doctor.specialty.isEmpty ? doctor.clinicName : doctor.clinicName + " · " + doctor.specialty,
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
  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    if state.takesNone {
      let face = PageModel<Action>.Face(
        title: l.say("아직 예약을 받지 않아요", "Not taking bookings yet", "まだ予約を受け付けていません"),
        text: l.say("다른 의사를 골라 주세요", "Please choose another doctor", "別の医師を選んでください"))
      return PageModel(
        title(state, l), backLabel: BookingWords.back(l),
        [.face(face), .rows(.init([.init("room", roomLabel(l), .button(.roomTapped))]))],
        notice: state.failure.map { BookingWords.refusal($0, l) })
    }
    if case .failed = state.page {
      return PageModel(title(state, l), backLabel: BookingWords.back(l), [.failure(l, .retryTapped)])
    }
    return PageModel(title(state, l), backLabel: BookingWords.back(l), [.loading])
  }

  public static func title(_ state: State, _ l: Language) -> String {
    l.say("의사 소개", "Doctor", "医師紹介")
  }

  private static func roomLabel(_ l: Language) -> String {
    l.say("상담방 들어가기", "Open the consult room", "相談ルームに入る")
  }

  private static func parts(_ page: DoctorPage, _ l: Language, _ when: When) -> [PageModel<Action>.Part] {
    var about: [PageModel<Action>.Row] = []
    about.append(.init("readers", l.say("누가 볼 수 있나요", "Who can read this", "誰が読めますか"), detail: BookingWords.readers(l)))
    if !page.answerTime.isEmpty {
      about.append(.init("answer", l.say("보통 답변 시간", "Usual answer time", "通常の返信時間"), detail: page.answerTime))
    }
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
    var parts: [PageModel<Action>.Part] = []
    if !page.introduction.isEmpty { parts.append(.text(page.introduction)) }
    parts.append(.rows(.init(l.say("상담 안내", "About the consultation", "相談のご案内"), about)))
    parts.append(policyPart(page.policy, l))
    parts.append(clinicPart(page.clinic, l, when))
    return parts
  }

  static func policyPart<A>(_ policy: Policy, _ l: Language) -> PageModel<A>.Part {
    .rows(
      .init(
        l.say("취소와 환불", "Cancelling and refunds", "キャンセルと返金"),
        BookingWords.policy(policy, l).enumerated().map { .init("\($0.offset)", $0.element) }))
  }

  private static func clinicPart(_ clinic: Clinic, _ l: Language, _ when: When) -> PageModel<Action>.Part {
    var rows: [PageModel<Action>.Row] = [.init("name", clinic.name, detail: clinic.address)]
    if !clinic.phone.isEmpty { rows.append(.init("phone", l.say("전화", "Phone", "電話"), meta: clinic.phone)) }
    for weekday in 1...7 {
      let hours = clinic.hours.filter { $0.weekday == weekday }
      guard !clinic.hours.isEmpty else { break }
      let text = hours.map { when.time($0.from) + "–" + when.time($0.to) }.joined(separator: ", ")
      rows.append(
        .init("day \(weekday)", when.weekday(weekday - 1), meta: hours.isEmpty ? l.say("휴진", "Closed", "休診") : text))
    }
    return .rows(.init(l.say("병원", "Clinic", "医院"), rows))
  }
}
