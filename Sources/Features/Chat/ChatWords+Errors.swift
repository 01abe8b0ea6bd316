import Contract
import FeatureCore

/// What went wrong, in words.
extension ChatWords {
  var retry: String { language.say("다시 시도", "Try again", "再試行") }
  var unreachableTitle: String { language.say("연결할 수 없어요", "Can't connect", "接続できません") }
  var unreachableText: String {
    language.say("인터넷 연결을 확인하고 다시 시도해 주세요.", "Check your connection and try again.", "接続を確認して、もう一度お試しください。")
  }
  var waitingText: String {
    language.say("연결되면 대화를 바로 보여 드릴게요.", "The chat will appear as soon as you're connected.", "接続したら、すぐにチャットを表示します。")
  }
  var failedTitle: String { language.say("불러오지 못했어요", "Couldn't load", "読み込めませんでした") }

  func notice(_ notice: Chat.Notice) -> String {
    switch notice {
    case .copied: copied
    case .reported: reported
    case .unreachable:
      language.say("연결할 수 없어요. 잠시 후 다시 시도해 주세요.", "Can't connect. Please try again soon.", "接続できません。しばらくしてからお試しください。")
    case .refused(let code): text(code)
    case .notKept: notKept
    }
  }

  func text(_ code: ErrorCode) -> String {
    switch code {
    case .consultClosed:
      language.say(
        "지금은 상담 시간이 아니에요. 다시 예약해 주세요.", "The consultation is closed. Please book again.", "相談時間外です。もう一度ご予約ください。")
    case .tooManyCalls:
      language.say("잠시 쉬었다가 다시 시도해 주세요.", "Too many tries. Please wait a moment.", "しばらくしてから、もう一度お試しください。")
    case .tooLarge: language.say("내용이 너무 길어요.", "That is too long.", "内容が長すぎます。")
    case .notParticipant: language.say("이 채팅방에 참여하고 있지 않아요.", "You are not part of this chat.", "このチャットに参加していません。")
    case .notFound: language.say("찾을 수 없어요.", "Not found.", "見つかりません。")
    default:
      fileText(code)
        ?? language.say("문제가 생겼어요. 다시 시도해 주세요.", "Something went wrong. Please try again.", "問題が発生しました。もう一度お試しください。")
    }
  }

  func failedToSend(_ code: ErrorCode) -> String {
    switch code {
    case .consultClosed, .tooLarge, .notParticipant: text(code)
    default: language.say("보내지 못했어요", "Not sent", "送信できませんでした")
    }
  }
}
