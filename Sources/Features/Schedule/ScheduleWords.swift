import BookingContract
import Domain
import FeatureCore

/// What a doctor's board says.
enum ScheduleWords {
  static func title(_ l: Language) -> String { l.say("진료 일정", "Schedule", "診療スケジュール") }
  static func extent(_ extent: Board.Extent, _ l: Language) -> String {
    extent == .day ? l.say("하루", "Day", "日") : l.say("일주일", "Week", "週")
  }
  static func extent(_ l: Language) -> String { l.say("보기", "View", "表示") }
  static func today(_ l: Language) -> String { l.say("오늘", "Today", "今日") }
  static func missing(_ l: Language) -> String {
    l.say("그 예약은 사라졌거나 다른 의사의 예약이에요", "That booking is gone, or another doctor’s", "その予約は削除されたか、別の医師の予約です")
  }
  static func now(_ l: Language) -> String { l.say("지금", "Now", "現在") }
  static func back(_ l: Language) -> String { l.say("돌아가기", "Go back", "戻る") }
  static func close(_ l: Language) -> String { l.say("닫기", "Close", "閉じる") }
  static func save(_ l: Language) -> String { l.say("저장", "Save", "保存") }
  static func retry(_ l: Language) -> String { l.say("다시 시도", "Try again", "もう一度試す") }
  static func failed(_ l: Language) -> String { l.say("불러오지 못했어요", "We couldn’t load this", "読み込めませんでした") }
  static func hours(_ l: Language) -> String { l.say("진료 시간", "Working hours", "診療時間") }
  static func terms(_ l: Language) -> String { l.say("예약 설정", "Booking settings", "予約設定") }
  static func empty(_ l: Language) -> String { l.say("예약이 없어요", "No appointments", "予約はありません") }
  static func noTime(_ l: Language) -> String { l.say("시간 미정", "No time yet", "時間未定") }
  static func noFree(_ l: Language) -> String { l.say("빈 시간이 없어요", "No free times", "空き時間がありません") }
  static func freeTimes(_ l: Language) -> String { l.say("빈 시간", "Free times", "空き時間") }
  static func note(_ l: Language) -> String { l.say("진료 메모", "Visit note", "診療メモ") }
  static func writeNote(_ l: Language) -> String { l.say("메모 쓰기", "Write a note", "メモを書く") }
  static func changeNote(_ l: Language) -> String { l.say("메모 고치기", "Change the note", "メモを編集") }
  static func birthDate(_ l: Language) -> String { l.say("생년월일", "Date of birth", "生年月日") }
  static func account(_ l: Language) -> String { l.say("예약한 계정", "Booked by", "予約したアカウント") }
  static func symptoms(_ l: Language) -> String { l.say("증상", "Symptoms", "症状") }
  static func fee(_ l: Language) -> String { l.say("진료비", "Fee", "診療費") }
  static func reason(_ l: Language) -> String { l.say("사유", "Reason", "理由") }
  static func answerUntil(_ l: Language) -> String { l.say("답변 기한", "Answer by", "回答期限") }
  static func room(_ l: Language) -> String { l.say("상담방", "Consult room", "相談ルーム") }
  static func giveTime(_ l: Language) -> String { l.say("시간 정하기", "Set a time", "時間を決める") }
  static func move(_ l: Language) -> String { l.say("시간 바꾸기", "Change the time", "時間を変更") }

  static func choose(_ l: Language) -> String {
    l.say("예약을 고르면 여기에 보여요", "Choose an appointment to see it here", "予約を選ぶと、ここに表示されます")
  }

  static func open(_ l: Language, _ count: Int) -> String {
    l.say("답을 기다리는 예약 \(count)건", "Waiting for you: \(count)", "回答待ちの予約 \(count)件")
  }

  static func noteHint(_ l: Language) -> String {
    l.say("환자도 이 메모를 볼 수 있어요", "The patient can read this note", "このメモは患者さんも読めます")
  }

  static func previous(_ l: Language, _ extent: Board.Extent) -> String {
    extent == .day ? l.say("전날", "Previous day", "前日") : l.say("지난주", "Previous week", "前の週")
  }

  static func next(_ l: Language, _ extent: Board.Extent) -> String {
    extent == .day ? l.say("다음 날", "Next day", "翌日") : l.say("다음 주", "Next week", "次の週")
  }

  static func state(_ state: Reservation.State, _ l: Language) -> String {
    switch state {
    case .held: l.say("결제 중", "Paying", "支払い中")
    case .requested: l.say("승인 대기", "To approve", "承認待ち")
    case .confirmed: l.say("확정", "Booked", "確定")
    case .done: l.say("진료 완료", "Done", "診療完了")
    case .noShow: l.say("오지 않음", "Did not come", "来院なし")
    case .cancelled: l.say("취소됨", "Cancelled", "キャンセル済み")
    case .expired: l.say("시간 지남", "Expired", "期限切れ")
    case .declined: l.say("거절함", "Declined", "お断り済み")
    }
  }

  static func deed(_ deed: Board.Deed, _ l: Language) -> String {
    switch deed {
    case .approve: l.say("승인", "Approve", "承認")
    case .decline: l.say("거절", "Decline", "お断り")
    case .cancel: l.say("예약 취소", "Cancel booking", "予約を取り消す")
    case .noShow: l.say("오지 않음", "Did not come", "来院なし")
    case .done: l.say("진료 완료", "Mark as done", "診療完了")
    }
  }

  static func ask(_ deed: Board.Deed, _ person: String, _ l: Language) -> String {
    switch deed {
    case .decline: l.say("\(person) 님 예약을 거절할까요?", "Decline \(person)?", "\(person)さんの予約をお断りしますか？")
    case .cancel: l.say("\(person) 님 예약을 취소할까요?", "Cancel \(person)’s booking?", "\(person)さんの予約を取り消しますか？")
    default: l.say("\(person) 님이 오지 않았나요?", "Did \(person) not come?", "\(person)さんは来院しませんでしたか？")
    }
  }

  static func refundHint(_ l: Language) -> String {
    l.say("환자에게 전액 환불돼요", "The patient gets a full refund", "患者さんに全額返金されます")
  }

  static func missedHint(_ l: Language) -> String {
    l.say(
      "환불되지 않아요. 늦게 오면 진료 완료로 바꿀 수 있어요", "Nothing is refunded. If they come late, mark it as done",
      "返金されません。遅れて来院した場合は診療完了に変更できます")
  }

  static func reasonLabel(_ l: Language) -> String {
    l.say("환자에게 알릴 사유 (선택)", "Reason for the patient (optional)", "患者さんに伝える理由（任意）")
  }
}
