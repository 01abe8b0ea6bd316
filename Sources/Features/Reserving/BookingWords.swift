import BookingContract
import Contract
import Domain
import FeatureCore
import Payment

/// What the places around reservations say in common.
public enum BookingWords {
  public static func back(_ l: Language) -> String { l.say("뒤로", "Back", "戻る") }
  /// With a point between them where there are two.
  static func joined(_ a: String, _ b: String) -> String { a.isEmpty || b.isEmpty ? a + b : a + " · " + b }
  static func cancel(_ l: Language) -> String { l.say("취소", "Cancel", "キャンセル") }
  static func more(_ l: Language) -> String { l.say("더 보기", "Show more", "もっと見る") }

  /// `30,000원`, `₩30,000`, `30,000ウォン`; other currencies by their code.
  public static func money(_ amount: Int64, _ code: String, _ l: Language) -> String {
    let text = Currency(code).map { Money(amount, $0).decimal } ?? "\(amount)"
    let grouped = grouped(text)
    switch code {
    case "KRW": return l.say(grouped + "원", "₩" + grouped, grouped + "ウォン")
    case "JPY": return l.say(grouped + "엔", "¥" + grouped, grouped + "円")
    case "USD": return "$" + grouped
    default: return code + " " + grouped
    }
  }

  static func amount(_ amount: MajorAmount, _ code: String, _ l: Language) -> String {
    money(amount.minor(decimals: Currency(code)?.decimals ?? 0) ?? 0, code, l)
  }

  private static func grouped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    var out: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if index > 0, index < end, (end - index) % 3 == 0, bytes[index - 1] != UInt8(ascii: "-") {
        out.append(UInt8(ascii: ","))
      }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Why something of reservations was refused.
  public static func refusal(_ failure: CallFailure, _ l: Language) -> String {
    guard case .refused(let error) = failure else { return FormNotice.unreachable(l) }
    switch error.code {
    case .slotTaken:
      return l.say(
        "방금 다른 분이 예약한 시간이에요. 다른 시간을 골라 주세요", "Someone just took that time. Please choose another",
        "その時間は先ほど予約されました。別の時間を選んでください")
    case .refundChanged:
      return l.say(
        "그 사이 환불 금액이 바뀌었어요. 다시 확인해 주세요", "The refund has changed. Please check it again",
        "返金額が変わりました。もう一度ご確認ください")
    case .reservationChanged:
      return l.say(
        "그 사이 예약이 바뀌었어요. 다시 확인해 주세요", "This booking has changed meanwhile. Please check it again",
        "その間に予約が変わりました。もう一度ご確認ください")
    case .notFound:
      return l.say("사라졌거나 볼 수 없는 내용이에요", "It is gone, or not yours to see", "見つからないか、表示できない内容です")
    case .notParticipant:
      return l.say("이 계정으로는 할 수 없어요", "This account can’t do that", "このアカウントではできません")
    case .tooManyCalls:
      guard let seconds = error.retryAfterSeconds else {
        return l.say(
          "결제를 기다리는 예약이 많아요. 먼저 결제하거나 취소해 주세요", "Too many bookings wait for payment. Pay or cancel one first",
          "お支払い待ちの予約が多すぎます。先に支払うかキャンセルしてください")
      }
      return FormNotice.wait(seconds, l)
    case .providerUnavailable:
      return l.say(
        "지금은 결제할 수 없어요. 잠시 후 다시 시도해 주세요", "Payments aren’t available now. Try again in a moment",
        "現在お支払いできません。しばらくしてからもう一度お試しください")
    case .notApproved:
      return l.say(
        "의사 계정 승인을 기다리고 있어요", "Your doctor account is waiting for approval", "医師アカウントの承認をお待ちください")
    case .consultClosed:
      return l.say("예약하면 상담방이 열려요", "The consult room opens once you book", "予約すると相談ルームが開きます")
    case .unknownBank:
      return l.say(
        "은행을 찾을 수 없어요. 은행 이름을 확인해 주세요", "We don’t know that bank. Please check its name",
        "銀行が見つかりません。銀行名をご確認ください")
    case .missingValue, .badRequest, .badDate:
      return l.say("입력한 내용을 확인해 주세요", "Please check what you entered", "入力内容を確認してください")
    default: return FormNotice.later(l)
    }
  }

  /// A place with its way back.
  static func page(
    _ title: String, _ l: Language, _ parts: [BookingPageModel.Part], notice: CallFailure? = nil
  ) -> BookingPageModel {
    PageModel(title, backLabel: back(l), parts, notice: notice.map { refusal($0, l) })
  }

  /// A place that has nothing to show, or not yet.
  static func page(
    _ title: String, _ l: Language, _ lack: Lack, retry: BookingAction, missing: BookingPageModel.Part
  ) -> BookingPageModel {
    let part: BookingPageModel.Part =
      switch lack {
      case .loading: .loading
      case .failed: .failure(l, retry)
      case .missing: missing
      }
    return page(title, l, [part])
  }

  /// Where an address names no reservation of this person.
  static func noReservation(_ l: Language) -> BookingPageModel.Part {
    .missing(
      l.say("예약을 찾을 수 없어요", "We can’t find this booking", "予約が見つかりません"), notYours(l), ReservationList.title(l),
      BookingPath.reservations)
  }

  static func notYours(_ l: Language) -> String {
    l.say("사라졌거나 이 계정의 것이 아니에요", "It is gone, or belongs to another account", "削除されたか、別のアカウントのものです")
  }

  static func noDoctor(_ l: Language) -> BookingPageModel.Part {
    .missing(
      l.say("아직 예약을 받지 않아요", "Not taking bookings yet", "まだ予約を受け付けていません"),
      l.say("다른 의사를 골라 주세요", "Please choose another doctor", "別の医師を選んでください"),
      l.say("의사 고르기", "Choose a doctor", "医師を選ぶ"), BookingPath.doctors)
  }

  /// On every place before and in a consult.
  public static func emergency(_ l: Language) -> String {
    l.say(
      "응급 상황이라면 기다리지 말고 바로 119에 전화하세요", "In an emergency don’t wait here: call 119 at once",
      "緊急の場合はここで待たず、すぐに119に電話してください")
  }

  static func readers(_ l: Language) -> String {
    l.say(
      "증상과 상담 내용은 본인과 담당 의사만 볼 수 있어요", "Only you and your doctor can read your symptoms and chats",
      "症状と相談の内容は、ご本人と担当医だけが読めます")
  }

  static func policy(_ policy: Policy, _ l: Language) -> [String] {
    var lines: [String] = []
    let free = hours(policy.freeHours, l)
    lines.append(
      policy.freeHours == 0
        ? l.say("시작 전까지 취소하면 전액 환불", "Full refund until it starts", "開始前のキャンセルは全額返金")
        : l.say("\(free) 전까지 취소하면 전액 환불", "Full refund until \(free) before", "\(free)前までのキャンセルは全額返金"))
    if policy.partPercent > 0, policy.partHours < policy.freeHours {
      let part = hours(policy.partHours, l)
      let percent = policy.partPercent
      lines.append(
        policy.partHours == 0
          ? l.say("그 뒤에는 \(percent)% 환불", "\(percent)% back after that", "それ以降は\(percent)%返金")
          : l.say(
            "그 뒤 \(part) 전까지는 \(percent)% 환불", "\(percent)% back until \(part) before",
            "その後\(part)前までは\(percent)%返金"))
    }
    if policy.partHours > 0 || (policy.partPercent == 0 && policy.freeHours > 0) {
      lines.append(l.say("그 뒤에는 환불되지 않아요", "Nothing back after that", "それ以降は返金されません"))
    }
    lines.append(
      l.say("병원이 취소하면 언제나 전액 환불", "Always a full refund if the clinic cancels", "医院都合のキャンセルは常に全額返金"))
    return lines
  }

  private static func hours(_ hours: Int, _ l: Language) -> String {
    if hours > 0 && hours % 24 == 0 {
      let days = hours / 24
      return l.say("\(days)일", days == 1 ? "1 day" : "\(days) days", "\(days)日")
    }
    return l.say("\(hours)시간", hours == 1 ? "1 hour" : "\(hours) hours", "\(hours)時間")
  }

  static func languages(_ codes: [String], _ l: Language) -> String {
    codes.map { code in
      switch code {
      case "ko": l.say("한국어", "Korean", "韓国語")
      case "en": l.say("영어", "English", "英語")
      case "ja": l.say("일본어", "Japanese", "日本語")
      case "zh": l.say("중국어", "Chinese", "中国語")
      default: code
      }
    }.joined(separator: ", ")
  }
}
