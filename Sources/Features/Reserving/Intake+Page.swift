import BookingContract
import Domain
import FeatureCore
import Wire

extension Intake {
  public static func page(_ state: State, _ l: Language, _ when: When) -> BookingPageModel {
    let title = l.say("예약하기", "Book", "予約する")
    guard let page = state.page.value else {
      return BookingWords.page(
        title, l, state.page.lack ?? .loading, retry: .intake(.retryTapped), missing: BookingWords.noDoctor(l))
    }
    if state.isGone { return gone(state, page, title, l, when) }
    return BookingWords.page(
      title, l,
      [
        summary(state, page, l, when), DoctorPlace.policyPart(page.policy, l), .warning(BookingWords.emergency(l)),
        form(state, page, l),
      ])
  }

  private static func summary(
    _ state: State, _ page: DoctorPage, _ l: Language, _ when: When
  ) -> BookingPageModel.Part {
    let doctor = page.doctor
    var time = when.own(state.start)
    var own: String?
    if let slot = state.slot {
      time = when.local(slot.local)
      own = when.beside(slot.start, slot.local)
    }
    let minutes = l.say("\(page.slotMinutes)분", "\(page.slotMinutes) min", "\(page.slotMinutes)分")
    return .rows(
      .init(
        l.say("예약 내용", "Your booking", "予約内容"),
        footer: page.needsApproval
          ? approval(isFree: doctor.fee == 0, l) : nil,
        [
          .init("doctor", doctor.nick, detail: BookingWords.joined(doctor.clinicName, doctor.specialty)),
          .init(
            "time", time, detail: own.map { when.zoneName(page.zone) + " · " + $0 } ?? "", meta: minutes, isMarked: true
          ),
          .init(
            "fee", l.say("결제 금액", "To pay", "お支払い金額"),
            meta: BookingWords.money(doctor.fee, doctor.currency, l), isMarked: true),
        ] + [DoctorPlace.answerTime(page, l)]))
  }

  private static func approval(isFree: Bool, _ l: Language) -> String {
    isFree
      ? l.say("의사가 확인하면 확정돼요", "It is confirmed once the doctor accepts", "医師の確認で確定します")
      : l.say(
        "결제한 뒤 의사가 확인하면 확정돼요. 받지 못하면 전액 환불돼요",
        "It is confirmed once the doctor accepts; declined is refunded in full",
        "お支払い後、医師の確認で確定します。お受けできない場合は全額返金されます")
  }

  private static func form(_ state: State, _ page: DoctorPage, _ l: Language) -> BookingPageModel.Part {
    let failure = state.failure ?? state.paying.failure
    let money = BookingWords.money(page.doctor.fee, page.doctor.currency, l)
    let isMissing = state.showsFaults && !(state.agreesToPolicy && state.agreesToShare)
    return .form(
      .init(
        l.say("진료받는 분", "Who is treated", "診療を受ける方"),
        text: l.say(
          "가족이라면 그분의 정보를 적어 주세요", "For somebody in your family, enter their details", "ご家族の場合はその方の情報を入力してください"),
        fields: fields(state, l),
        checks: [
          .init(
            "policy",
            l.say("취소·환불 규정을 확인했어요 (필수)", "I have read the refund policy (required)", "キャンセル・返金規定を確認しました（必須）"),
            .choice(state.agreesToPolicy, .intake(.policyTapped))),
          .init(
            "share",
            l.say(
              "증상 등 건강 정보를 담당 의사에게 전하는 데 동의해요 (필수)", "My health details may go to this doctor (required)",
              "症状などの健康情報を担当医に伝えることに同意します（必須）"),
            detail: BookingWords.readers(l), .choice(state.agreesToShare, .intake(.shareTapped))),
        ],
        submitLabel: page.doctor.fee == 0
          ? l.say("예약하기", "Book", "予約する") : l.say("\(money) 결제하기", "Pay \(money)", "\(money)を支払う"),
        isBusy: state.isBusy, submit: .intake(.submitted),
        notice: failure.map { BookingWords.refusal($0, l) }
          ?? (state.hasChanged ? changed(l) : nil)
          ?? (isMissing ? l.say("필수 항목에 동의해 주세요", "Please agree to what is required", "必須項目に同意してください") : nil)))
  }

  private static func changed(_ l: Language) -> String {
    l.say(
      "그 사이 진료비나 예약 규정이 바뀌었어요. 확인하고 다시 동의해 주세요",
      "The fee or the policy has changed meanwhile. Please look again and agree anew",
      "その間に診療費または規定が変わりました。ご確認のうえ、もう一度同意してください")
  }

  private static func fields(_ state: State, _ l: Language) -> [BookingPageModel.Field] {
    [
      .init(
        "person", l.say("이름", "Name", "お名前"), state.name, autocomplete: "name",
        error: state.showsFaults && state.nameFault
          ? l.say("진료받는 분의 이름을 적어 주세요", "Enter the name of who is treated", "診療を受ける方のお名前を入力してください") : nil,
        typed: { .intake(.nameTyped($0)) }),
      .init(
        "birth", l.say("생년월일 (선택)", "Birth date (optional)", "生年月日（任意）"), state.birth, inputMode: "numeric",
        autocomplete: "bday",
        error: state.showsFaults && state.birthFault
          ? l.say("생년월일 8자리를 확인해 주세요", "Check the eight digits of the birth date", "生年月日8桁を確認してください") : nil,
        hint: l.say("예: 19900131", "For example 19900131", "例: 19900131"), isRequired: false,
        typed: { .intake(.birthTyped($0)) }),
      .init(
        "symptoms", l.say("증상 (선택)", "Symptoms (optional)", "症状（任意）"), state.symptoms,
        hint: l.say(
          "언제부터, 어느 쪽 눈이 어떤지 적어 주세요", "Since when, which eye, and how it feels",
          "いつから、どちらの目がどうなのか書いてください"), isLong: true, isRequired: false,
        typed: { .intake(.symptomsTyped($0)) }),
    ]
  }

  /// Somebody was quicker: what is free on that day, then what is free soonest.
  private static func gone(
    _ state: State, _ page: DoctorPage, _ title: String, _ l: Language, _ when: When
  ) -> BookingPageModel {
    let sameDay = state.sameDay
    let nearest = (state.fresh.isEmpty ? page.nextSlots : state.fresh).filter { slot in
      slot.start != state.start && !sameDay.contains { $0.start == slot.start }
    }
    var parts: [BookingPageModel.Part] = []
    if let first = sameDay.first {
      let heading = when.day(first.local.date) + l.say("의 빈 시간", ": free times", "の空き時間")
      parts.append(.rows(.init(heading, sameDay.map { row($0, when) })))
    }
    if !nearest.isEmpty {
      let heading = l.say("가장 빠른 시간", "Next free times", "直近の空き時間")
      parts.append(.rows(.init(heading, nearest.prefix(sameDay.isEmpty ? 6 : 3).map { row($0, when) })))
    }
    let times = l.say("다른 날짜와 시간 고르기", "Choose another date and time", "別の日時を選ぶ")
    parts.append(.rows(.init([.init("times", times, .button(.intake(.timesTapped)))])))
    let text = l.say("방금 다른 분이 예약한 시간이에요", "Someone just took that time", "その時間は先ほど予約されました")
    return PageModel(title, backLabel: BookingWords.back(l), parts, notice: text)
  }

  private static func row(_ slot: Slot, _ when: When) -> BookingPageModel.Row {
    BookingPageModel.Row(
      "\(slot.start.milliseconds)", when.local(slot.local), detail: when.beside(slot.start, slot.local) ?? "",
      .button(.intake(.slotTapped(slot))))
  }
}
