import BookingContract
import Contract
import Domain
import FeatureCore
import Reserving

extension ClinicGroup {
  /// At the end of the settings; nothing until the clinic is known.
  public static func parts(_ state: State, _ l: Language, _ when: When) -> [PageModel<Action>.Part] {
    guard let clinic = state.clinic.value else { return state.clinic == .missing ? [.text(nowhere(l))] : [] }
    let label = l.say(clinic.name + " 사진", "Picture of " + clinic.name, clinic.name + "の写真")
    var parts = [hours(clinic, state, l, when)]
    if !clinic.pictures.isEmpty {
      let remove = l.say("지우기", "Remove", "削除")
      let rows = clinic.pictures.enumerated().map { index, path in
        PageModel<Action>.Row(path, label + " \(index + 1) " + remove, .danger(.pictureRemoved(path)))
      }
      parts += [.pictures(.init(label, clinic.pictures)), .rows(.init(rows))]
    }
    parts.append(
      .picture(
        .init(
          key: nil, letter: "+", label: l.say("사진 추가", "Add a picture", "写真を追加"),
          hint: l.say("jpg나 png 사진을 20장까지", "Up to 20 jpg or png pictures", "jpgまたはpngを20枚まで"),
          chosen: { .pictureChosen($0, isPicture: $1) })))
    return parts
  }

  private static func hours(
    _ clinic: Clinic, _ state: State, _ l: Language, _ when: When
  ) -> PageModel<Action>.Part {
    let fields = state.hours.enumerated().map { index, text in
      PageModel<Action>.Field(
        "clinic-day-\(index + 1)", when.weekday(index), text,
        error: state.showsFaults && State.spans(text).isNone ? bad(l) : nil, isRequired: false,
        typed: { .hoursTyped(index + 1, $0) })
    }
    return .form(
      .init(
        clinic.name,
        text: l.say(
          "병원 진료 시간이에요. 09:00-12:30 13:30-18:00처럼 적고, 쉬는 날은 비워 두세요. 같은 병원 의사 모두에게 적용돼요",
          "When the clinic is open, such as 09:00-12:30 13:30-18:00; empty on days off. It counts for all its doctors",
          "医院の診療時間です。09:00-12:30 13:30-18:00のように入力し、休診日は空にしてください。医院の全医師に共通です"),
        fields: fields, submitLabel: l.say("병원 정보 저장", "Save the clinic", "医院の情報を保存"), isBusy: state.isBusy,
        submit: .saveTapped, notice: notice(state, l)))
  }

  private static func notice(_ state: State, _ l: Language) -> String? {
    guard let failure = state.failure else { return state.isSaved ? HoursWords.saved(l) : nil }
    guard case .refused(let error) = failure else { return BookingWords.refusal(failure, l) }
    switch error.code {
    case .fileType, .fileUnreadable, .imageTooLarge, .fileSize:
      return l.say("이 파일은 사진으로 쓸 수 없어요", "This file can’t be used as a picture", "このファイルは写真として使えません")
    case .fileCount: return l.say("사진은 20장까지예요", "20 pictures at most", "写真は20枚までです")
    default: return BookingWords.refusal(failure, l)
    }
  }

  private static func bad(_ l: Language) -> String {
    l.say("09:00-18:00처럼 적어 주세요", "Write it as 09:00-18:00", "09:00-18:00のように入力してください")
  }

  private static func nowhere(_ l: Language) -> String {
    l.say(
      "아직 병원에 속해 있지 않아요. 운영자가 병원을 정하면 진료 시간과 사진을 여기서 바꿔요",
      "You belong to no clinic yet. Once the operator has put you into one, its hours and pictures are changed here",
      "まだ医院に所属していません。運営者が医院を設定すると、診療時間と写真をここで変更できます")
  }
}
