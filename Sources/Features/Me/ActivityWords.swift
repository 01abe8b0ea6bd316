import AccountContract
import Domain
import FeatureCore

/// What the record of an account says, by the words of the wire.
enum ActivityWords {
  /// What somebody should look at twice.
  static func isAlarming(_ kind: String) -> Bool { kind == "sign_in_failed" || kind == "refresh_reused" }

  /// nil for a word that this app does not know.
  static func title(_ kind: String, _ l: Language) -> String? {
    switch kind {
    case "joined": l.say("가입했어요", "Signed up", "登録しました")
    case "signed_in": l.say("로그인했어요", "Signed in", "ログインしました")
    case "sign_in_failed": l.say("로그인에 실패했어요", "A sign-in failed", "ログインに失敗しました")
    case "signed_out": l.say("로그아웃했어요", "Signed out", "ログアウトしました")
    case "session_ended": l.say("기기가 로그아웃됐어요", "A device was signed out", "端末がログアウトされました")
    case "refresh_reused":
      l.say("이상한 접근이 있어 로그아웃했어요", "Signed out after suspicious access", "不審なアクセスのためログアウトしました")
    case "code_sent": l.say("인증번호를 보냈어요", "A code was sent", "認証番号を送信しました")
    case "consented": l.say("약관에 동의했어요", "Agreed to terms", "規約に同意しました")
    case "consent_withdrawn": l.say("동의를 철회했어요", "Took a consent back", "同意を取り消しました")
    case "doctor_approved": l.say("의사로 승인됐어요", "Approved as a doctor", "医師として承認されました")
    case "doctor_refused": l.say("의사 승인이 거절됐어요", "Refused as a doctor", "医師の承認が見送られました")
    case "profile_changed": l.say("프로필을 바꿨어요", "Changed the profile", "プロフィールを変更しました")
    case "export_asked": l.say("내 데이터를 요청했어요", "Asked for a copy of the data", "データのコピーを申請しました")
    case "export_fetched": l.say("내 데이터를 받았어요", "Fetched the copy of the data", "データのコピーを受け取りました")
    case "erase_refused": l.say("탈퇴하지 못했어요", "Leaving was refused", "退会できませんでした")
    case "operator_acted": l.say("운영자가 처리했어요", "The operator acted", "運営者が対応しました")
    default: credential(kind, l)
    }
  }

  private static func credential(_ kind: String, _ l: Language) -> String? {
    switch kind {
    case "password_changed": l.say("비밀번호를 바꿨어요", "Changed the password", "パスワードを変更しました")
    case "password_reset": l.say("비밀번호를 다시 정했어요", "Reset the password", "パスワードを再設定しました")
    case "email_changed": l.say("이메일을 바꿨어요", "Changed the e-mail", "メールアドレスを変更しました")
    case "email_verified": l.say("이메일을 확인했어요", "Confirmed the e-mail", "メールアドレスを確認しました")
    case "phone_changed": l.say("휴대전화 번호를 바꿨어요", "Changed the mobile number", "携帯電話番号を変更しました")
    case "identity_linked": l.say("로그인 방법을 연결했어요", "Linked a way to sign in", "ログイン方法を連携しました")
    case "identity_unlinked": l.say("로그인 방법을 해제했어요", "Removed a way to sign in", "ログイン方法を解除しました")
    case "provider_notice": l.say("연결된 서비스에서 알려 왔어요", "A linked service told us", "連携先からの通知")
    default: nil
    }
  }

  /// The record says `terms 2026-11-30`.
  private static func agreed(_ detail: String, _ l: Language) -> String? {
    switch String(Substring(detail.utf8.prefix { $0 != UInt8(ascii: " ") })) {
    case "terms": l.say("서비스 이용약관", "Terms of service", "利用規約")
    case "privacy": l.say("개인정보", "Personal data", "個人情報")
    case "medical": l.say("민감정보", "Health data", "健康情報")
    case "marketing": l.say("혜택 및 소식", "News and offers", "お知らせ・特典")
    case "over14": l.say("만 14세 이상", "14 or older", "14歳以上")
    case "guardian": l.say("보호자의 동의", "A guardian’s consent", "保護者の同意")
    default: nil
    }
  }

  /// Which way in, which device, from where. Other details are words for programs.
  static func detail(_ entry: ActivityEntry, _ l: Language) -> String {
    var parts: [String] = []
    switch entry.kind {
    case "joined", "identity_linked", "identity_unlinked":
      if let way = IdentityKind(rawValue: entry.detail) { parts.append(MeWords.way(way, l)) }
    case "consented", "consent_withdrawn": if let text = agreed(entry.detail, l) { parts.append(text) }
    case "signed_in", "phone_changed", "doctor_refused": if !entry.detail.isEmpty { parts.append(entry.detail) }
    default: break
    }
    if !entry.address.isEmpty { parts.append(entry.address) }
    return parts.joined(separator: " · ")
  }
}
