import Contract
import FeatureCore

/// What can be done with a message, a room or a person.
extension ChatWords {
  var menu: String { language.say("메뉴", "Menu", "メニュー") }
  var cancel: String { language.say("취소", "Cancel", "キャンセル") }
  var reply: String { language.say("답장", "Reply", "返信") }
  var copy: String { language.say("복사", "Copy", "コピー") }
  var edit: String { language.say("수정", "Edit", "編集") }
  var react: String { language.say("공감 남기기", "React", "リアクション") }
  var pin: String { language.say("상단에 고정", "Pin", "上部に固定") }
  var unpin: String { language.say("고정 해제", "Unpin", "固定を解除") }
  var pinned: String { language.say("고정된 메시지", "Pinned message", "固定メッセージ") }
  var copied: String { language.say("복사했어요", "Copied", "コピーしました") }

  var deleteTitle: String { language.say("메시지를 삭제할까요?", "Delete this message?", "メッセージを削除しますか？") }
  var deleteText: String {
    language.say("모두의 화면에서 사라져요.", "It disappears for everybody.", "全員の画面から消えます。")
  }
  var report: String { language.say("신고", "Report", "通報") }
  var reportTitle: String { language.say("왜 신고하시나요?", "What is wrong with it?", "通報の理由") }
  var reportText: String {
    language.say("상대에게는 알리지 않아요.", "The other person is not told.", "相手には通知されません。")
  }
  var reportNote: String { language.say("덧붙일 말 (선택)", "Anything to add (optional)", "補足（任意）") }
  var reported: String { language.say("신고했어요", "Reported", "通報しました") }
  func reason(_ reason: Report.Reason) -> String {
    switch reason {
    case .spam: language.say("스팸·광고", "Spam or advertising", "スパム・広告")
    case .abuse: language.say("욕설·괴롭힘", "Abuse or harassment", "暴言・嫌がらせ")
    case .harm: language.say("위험한 내용", "Harm or danger", "危険な内容")
    case .privacy: language.say("개인정보 노출", "Private information", "個人情報")
    case .other: language.say("기타", "Something else", "その他")
    }
  }

  var block: String { language.say("차단", "Block", "ブロック") }
  var unblock: String { language.say("차단 해제", "Unblock", "ブロック解除") }
  func blockTitle(_ name: String) -> String {
    language.say(name + "님을 차단할까요?", "Block " + name + "?", name + "さんをブロックしますか？")
  }
  var blockText: String {
    language.say(
      "이 사람이 새로 보내는 메시지가 보이지 않아요.", "You no longer see what this person writes.",
      "この人の新しいメッセージは表示されません。")
  }
  var blocked: String {
    language.say("차단한 사람이에요", "You have blocked this person", "ブロックした相手です")
  }

  var mute: String { language.say("알림 끄기", "Mute", "通知をオフ") }
  var unmute: String { language.say("알림 켜기", "Unmute", "通知をオン") }
  var muted: String { language.say("알림 꺼짐", "Muted", "通知オフ") }
  var markRead: String { language.say("읽음으로 표시", "Mark as read", "既読にする") }
  var markAllRead: String { language.say("모두 읽음", "Mark all read", "すべて既読") }

  var editing: String { language.say("메시지 수정", "Edit message", "メッセージの編集") }
  var mentions: String { language.say("누구에게", "Who is meant", "宛先") }
  var typing: String { language.say("입력 중…", "typing…", "入力中…") }
  var online: String { language.say("접속 중", "Online", "オンライン") }
  var newest: String { language.say("맨 아래로", "To the newest", "最新へ") }
  var unreadLine: String { language.say("여기까지 읽었어요", "Read up to here", "ここまで既読") }
  var start: String { language.say("대화의 시작이에요", "The chat begins here", "チャットの始まり") }
  var editFailed: String { language.say("수정하지 못했어요", "Not changed", "編集できませんでした") }
  var deleteFailed: String { language.say("삭제하지 못했어요", "Not deleted", "削除できませんでした") }
  var reactFailed: String { language.say("공감을 남기지 못했어요", "Reaction not sent", "リアクションできませんでした") }

  var search: String { language.say("검색", "Search", "検索") }
  var searchHere: String { language.say("대화 검색", "Search this chat", "チャット内を検索") }
  var searchHint: String {
    language.say("두 글자 이상 입력해 주세요", "Type two letters or more", "2文字以上入力してください")
  }
  var nothingFound: String { language.say("찾은 메시지가 없어요", "Nothing found", "見つかりませんでした") }
  var nothingFoundText: String {
    language.say("다른 말로 찾아보세요.", "Try other words.", "別の言葉でお試しください。")
  }
  var more: String { language.say("더 보기", "Show more", "もっと見る") }
  var clear: String { language.say("지우기", "Clear", "消去") }
}
