import Contract
import Domain
import FeatureCore

/// All words of the chat, in each language.
struct ChatWords {
  let language: Language

  init(_ language: Language) {
    self.language = language
  }

  static func joined(_ a: String, _ b: String) -> String {
    if a.isEmpty { return b }
    return b.isEmpty ? a : a + " · " + b
  }
}

extension ChatWords {
  var doctorsTitle: String { language.say("의사", "Doctors", "医師") }
  var doctorsEmptyTitle: String { language.say("아직 의사 선생님이 없어요", "No doctors yet", "医師がまだいません") }
  var doctorsEmptyText: String {
    language.say("등록되면 여기에서 만날 수 있어요.", "They will appear here once they join.", "登録されると、ここに表示されます。")
  }

  var roomsTitle: String { language.say("채팅", "Chats", "チャット") }
  var roomsEmptyTitle: String { language.say("아직 채팅이 없어요", "No chats yet", "チャットはまだありません") }
  func roomsEmptyText(_ role: Role) -> String {
    role == .doctor
      ? language.say(
        "환자분이 말을 걸면 여기에 나타나요.", "A chat appears here when a patient writes to you.", "患者さんから連絡が来ると、ここに表示されます。")
      : language.say("의사 선생님을 골라 첫 이야기를 건네 보세요.", "Choose a doctor and say hello.", "医師を選んで、話しかけてみましょう。")
  }
  var draft: String { language.say("작성 중", "Draft", "下書き") }
  var noMessage: String { language.say("첫 이야기를 건네 보세요", "Say hello", "話しかけてみましょう") }
  var file: String { language.say("파일을 보냈어요", "Sent a file", "ファイルを送信しました") }

  var roomEmptyTitle: String { language.say("첫 이야기를 건네 보세요", "Say hello", "話しかけてみましょう") }
  var roomEmptyText: String {
    language.say("나눈 이야기는 두 분만 볼 수 있어요.", "Only the two of you can see this chat.", "チャットはお二人だけが見られます。")
  }
  var missingTitle: String { language.say("채팅방을 찾을 수 없어요", "Chat not found", "チャットが見つかりません") }
  func missingText(_ code: ErrorCode) -> String {
    code == .notFound
      ? language.say("주소가 바뀌었거나 없는 채팅방이에요.", "The address is wrong, or the chat is gone.", "アドレスが違うか、存在しないチャットです。")
      : text(code)
  }
  var backToRooms: String { language.say("채팅 목록으로", "Back to chats", "チャット一覧へ") }
  var back: String { language.say("뒤로", "Back", "戻る") }
  var earlier: String { language.say("이전 메시지 보기", "Show earlier messages", "以前のメッセージを表示") }
  func newMessages(_ count: Int) -> String {
    language.say("새 메시지 \(count)개", count == 1 ? "1 new message" : "\(count) new messages", "新着メッセージ \(count)件")
  }
  func listLabel(_ name: String) -> String {
    language.say(name + "님과의 채팅", "Chat with " + name, name + "さんとのチャット")
  }
  var placeholder: String { language.say("메시지 입력", "Message", "メッセージを入力") }
  var send: String { language.say("보내기", "Send", "送信") }
  var sending: String { language.say("보내는 중", "Sending", "送信中") }
  var waiting: String { language.say("연결되면 보낼게요", "Will be sent when connected", "接続したら送信します") }
  var retrySend: String { language.say("다시 보내기", "Send again", "再送信") }
  var remove: String { language.say("삭제", "Delete", "削除") }
  func gap(isBeforeAll: Bool, isUnreachable: Bool) -> String {
    if isBeforeAll {
      return isUnreachable
        ? language.say("연결되면 이전 메시지를 불러올게요", "Earlier messages will load when connected", "接続したら、以前のメッセージを読み込みます")
        : language.say("이전 메시지를 불러오고 있어요", "Loading earlier messages", "以前のメッセージを読み込んでいます")
    }
    return isUnreachable
      ? language.say("연결되면 이 사이의 메시지를 불러올게요", "Messages in between will load when connected", "接続したら、この間のメッセージを読み込みます")
      : language.say("이 사이의 메시지를 불러오고 있어요", "Loading the messages in between", "この間のメッセージを読み込んでいます")
  }

  var me: String { language.say("나", "Me", "自分") }
  func notRead(_ count: String) -> String { language.say("안 읽음 " + count, "Not read by " + count, "未読 " + count) }
  func unread(_ count: String) -> String {
    language.say("읽지 않은 메시지 " + count + "개", count + " unread", "未読 " + count + "件")
  }

  var deleted: String { language.say("삭제된 메시지입니다.", "This message was deleted.", "削除されたメッセージです。") }
  var edited: String { language.say("수정됨", "Edited", "編集済み") }
  func replyTo(_ name: String) -> String {
    language.say(name + "에게 답장", "Reply to " + name, name + "への返信")
  }
  func reacted(_ emoji: String, _ count: String) -> String {
    language.say(emoji + " " + count + "명", emoji + " by " + count, emoji + " " + count + "人")
  }
}
