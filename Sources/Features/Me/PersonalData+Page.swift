import AccountContract
import Domain
import FeatureCore
import Wire

extension PersonalData {
  public static func page(_ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp) -> PageModel<Action> {
    let isFailed = state.export == .failed || state.preview == .failed
    guard let export = state.export.value, let preview = state.preview.value else {
      return PageModel(title(l), backLabel: MeWords.back(l), [isFailed ? .failure(l, .retryTapped) : .loading])
    }
    return PageModel(
      title(l), backLabel: MeWords.back(l),
      [.rows(copy(export, l, dates, now)), erasing(state, preview, l, dates, now)],
      question: state.isAsking ? question(l) : nil)
  }

  static func title(_ l: Language) -> String { l.say("내 데이터와 탈퇴", "My data and leaving", "データと退会") }

  private static func copy(
    _ export: ExportState, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Group {
    let ask = PageModel<Action>.Row(
      "start", l.say("내 데이터 모으기", "Gather my data", "データをまとめる"), .button(.exportTapped))
    let rows: [PageModel<Action>.Row]
    switch export.stage {
    case .none: rows = [ask]
    case .failed:
      rows = [
        .init("failed", l.say("모으지 못했어요", "It didn’t work", "まとめられませんでした")), ask,
      ]
    case .preparing:
      rows = [
        .init(
          "preparing", l.say("모으고 있어요", "Being gathered", "まとめています"),
          detail: l.say("이 화면을 닫아도 계속돼요", "It goes on if you leave", "この画面を閉じても続きます"))
      ]
    case .ready:
      let until = export.expiresAt.map { dates.short($0, now: now) } ?? ""
      rows =
        (export.url.map { url in
          [
            PageModel<Action>.Row(
              "open", l.say("받기", "Download", "ダウンロード"),
              detail: size(export.size) + l.say(" · \(until)까지", " · until \(until)", " · \(until)まで"), .page(url))
          ]
        } ?? []) + [ask]
    }
    return .init(
      l.say("내 데이터 받기", "A copy of my data", "データのコピー"),
      footer: l.say(
        "프로필, 대화, 파일, 기록을 압축 파일 하나로 받아요", "Profile, chats, files and records in one archive",
        "プロフィール、会話、ファイル、記録を1つの圧縮ファイルで受け取れます"), rows)
  }

  private static func size(_ bytes: Int64) -> String {
    if bytes < 1_000_000 { return "\((bytes + 999) / 1_000) KB" }
    return "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
  }

  private static func erasing(
    _ state: State, _ preview: ErasePreview, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Part {
    if !preview.open.isEmpty {
      return .rows(
        .init(
          l.say("탈퇴", "Leave", "退会"),
          footer: l.say(
            "남은 예약이나 주문을 먼저 정리하면 탈퇴할 수 있어요", "Settle these first, then you can leave",
            "残っている予約や注文を先に整理すると退会できます"),
          preview.open.map { .init($0.id, $0.title, meta: dates.short($0.at, now: now)) }))
    }
    let password = PageModel<Action>.Field(
      "erase-password", l.say("비밀번호", "Password", "パスワード"), state.password, type: "password",
      autocomplete: "current-password", typed: { .passwordTyped($0) })
    return .form(
      .init(
        l.say("탈퇴", "Leave", "退会"),
        text: l.say(
          "계정과 이 기기의 대화가 지워져요. 진료 기록은 법이 정한 날까지 보관돼요",
          "Your account and the chats here are erased. Medical records are kept as long as the law requires",
          "アカウントとこの端末の会話は消去されます。診療記録は法律の定める日まで保管されます"),
        fields: preview.hasPassword ? [password] : [], submitLabel: l.say("탈퇴하기", "Erase my account", "退会する"),
        isBusy: state.isErasing, isDanger: true, submit: .eraseTapped, notice: state.notice?.text(l)))
  }

  private static func question(_ l: Language) -> PageModel<Action>.Question {
    .init(
      title: l.say("정말 탈퇴할까요?", "Erase your account?", "本当に退会しますか？"),
      text: l.say("되돌릴 수 없어요", "This can’t be undone", "取り消すことはできません"),
      confirmLabel: l.say("탈퇴하기", "Erase", "退会する"), confirm: .confirmed, cancelLabel: MeWords.cancel(l),
      dismiss: .dismissed)
  }
}
