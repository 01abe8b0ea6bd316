import BookingContract
import Domain
import FeatureCore

/// What the editor of working hours and the settings say.
enum HoursWords {
  static func add(_ l: Language) -> String { l.say("시간 추가", "Add hours", "時間を追加") }
  static func remove(_ l: Language) -> String { l.say("지우기", "Remove", "削除") }
  static func from(_ l: Language) -> String { l.say("시작", "From", "開始") }
  static func to(_ l: Language) -> String { l.say("끝", "To", "終了") }
  static func date(_ l: Language) -> String { l.say("날짜", "Date", "日付") }
  static func kind(_ l: Language) -> String { l.say("종류", "Kind", "種類") }
  static func memo(_ l: Language) -> String { l.say("메모 (나만 봐요)", "Note (only for you)", "メモ（自分だけ）") }
  static func off(_ l: Language) -> String { l.say("쉬는 날", "Day off", "休み") }
  static func exceptions(_ l: Language) -> String { l.say("다른 날", "Days that differ", "例外の日") }
  static func addException(_ l: Language) -> String { l.say("다른 날 추가", "Add a day", "例外の日を追加") }
  static func reload(_ l: Language) -> String { l.say("새로 불러오기", "Load the newest", "最新を読み込む") }
  static func saved(_ l: Language) -> String { l.say("저장했어요", "Saved", "保存しました") }
  static func unsaved(_ l: Language) -> String { l.say("저장하지 않은 변경이 있어요", "Not saved yet", "保存していない変更があります") }

  static func copy(_ l: Language) -> String {
    l.say("월–금에 똑같이", "Same for Mon–Fri", "月〜金を同じに")
  }

  static func exceptionsHint(_ l: Language) -> String {
    l.say(
      "휴진, 추가 진료, 자리를 비우는 시간을 날짜별로 정해요",
      "Days off, extra hours and pauses, by date", "休診、追加診療、席を外す時間を日付ごとに決めます")
  }

  static func bad(_ l: Language) -> String {
    l.say("시간을 확인해 주세요", "Check these times", "時間を確認してください")
  }

  static func otherZone(_ l: Language) -> String { l.say("다른 시간대…", "Another time zone…", "別のタイムゾーン…") }
  static func zoneName(_ l: Language) -> String {
    l.say("시간대 이름 (예: Asia/Seoul)", "Name of the zone (such as Asia/Seoul)", "タイムゾーン名（例: Asia/Seoul）")
  }

  static func fault(_ term: ScheduleDraft.Term, _ l: Language) -> String {
    term == .zone
      ? l.say(
        "없는 시간대예요. 지역/도시로 적어 주세요", "There is no such zone. Write it as Area/City",
        "存在しないタイムゾーンです。地域/都市で入力してください")
      : l.say("값을 확인해 주세요", "Check this value", "値を確認してください")
  }

  static func faults(_ l: Language) -> String {
    l.say("표시된 곳을 고쳐 주세요", "Please fix what is marked", "表示された箇所を直してください")
  }

  static func outdated(_ l: Language) -> String {
    l.say(
      "다른 기기에서 먼저 바꿨어요. 새로 불러오면 여기서 고친 내용은 사라져요",
      "It was changed elsewhere. Loading the newest drops your changes",
      "別の端末で先に変更されました。最新を読み込むと、ここでの変更は消えます")
  }

  static func kind(_ kind: ScheduleException.Kind, _ l: Language) -> String {
    switch kind {
    case .closed: l.say("휴진", "Closed", "休診")
    case .extra: l.say("추가 진료", "Extra", "追加診療")
    case .pause: l.say("비움", "Pause", "不在")
    }
  }

  static func term(_ term: ScheduleDraft.Term, _ l: Language) -> String {
    switch term {
    case .zone: l.say("시간대", "Time zone", "タイムゾーン")
    case .slotMinutes: l.say("진료 한 번 (분)", "Appointment length (minutes)", "1回の診療（分）")
    case .leadMinutes: l.say("예약 마감 (시작 몇 분 전)", "Bookable until (minutes before)", "予約締切（開始の何分前）")
    case .horizonDays: l.say("며칠 뒤까지 예약", "Bookable ahead (days)", "何日先まで予約")
    case .approvalHours: l.say("승인 기한 (시간)", "Time to approve (hours)", "承認の期限（時間）")
    case .fee: l.say("진료비", "Fee", "診療費")
    case .freeHours: l.say("전액 환불 (시작 몇 시간 전까지)", "Full refund until (hours before)", "全額返金（開始の何時間前まで）")
    case .partHours: l.say("일부 환불 (시작 몇 시간 전까지)", "Part refund until (hours before)", "一部返金（開始の何時間前まで）")
    case .partPercent: l.say("일부 환불 비율 (%)", "Part refunded (%)", "一部返金の割合（%）")
    case .specialty: l.say("전문 분야", "Specialty", "専門分野")
    case .introduction: l.say("소개", "Introduction", "紹介")
    case .answerTime: l.say("보통 답하는 시간", "Usual answer time", "通常の返信時間")
    }
  }

  static func needsApproval(_ l: Language) -> String {
    l.say("예약을 직접 승인", "Approve bookings yourself", "予約を自分で承認する")
  }

  static func approvalHint(_ l: Language) -> String {
    l.say(
      "결제된 예약을 보고 승인하거나 거절해요. 거절하면 전액 환불돼요",
      "Paid bookings wait for your yes; a no refunds all", "支払い済みの予約を確認して承認またはお断りします。お断りは全額返金です")
  }

  static func groups(_ l: Language) -> [String] {
    [
      l.say("예약 규칙", "Booking rules", "予約ルール"), l.say("진료비와 취소", "Fee and cancelling", "診療費とキャンセル"),
      l.say("환자가 보는 소개", "What patients read", "患者さんに見える紹介"),
    ]
  }

  static func languages(_ l: Language) -> String { l.say("진료 언어", "Languages", "対応言語") }

  static func language(_ code: String, _ l: Language) -> String {
    switch code {
    case "ko": l.say("한국어", "Korean", "韓国語")
    case "en": l.say("영어", "English", "英語")
    case "ja": l.say("일본어", "Japanese", "日本語")
    default: l.say("중국어", "Chinese", "中国語")
    }
  }
}
