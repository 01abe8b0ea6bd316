import Contract
import Domain

/// Why the last try to submit a form failed.
public enum FormNotice: Equatable, Sendable {
  case refused(ErrorCode, retryAfterSeconds: Int?)
  case unreachable
  /// A word of the server that came with an address.
  case word(String)

  public init(_ failure: CallFailure) {
    switch failure {
    case .refused(let error): self = .refused(error.code, retryAfterSeconds: error.retryAfterSeconds)
    case .unreachable, .signedOut: self = .unreachable
    }
  }

  public func text(_ l: Language) -> String {
    switch self {
    case .unreachable: Self.unreachable(l)
    case .word("provider_cancelled"):
      l.say("로그인을 취소했어요", "Signing in was cancelled", "ログインをキャンセルしました")
    case .word("provider_flow_gone"):
      l.say("시간이 지났어요. 다시 로그인해 주세요", "That took too long. Please try again", "時間が経ちました。もう一度ログインしてください")
    case .word("email_taken"):
      l.say(
        "같은 이메일로 가입한 계정이 있어요. 그 계정으로 로그인한 뒤 로그인 방법에서 연결해 주세요",
        "An account already has this e-mail. Sign in to it, then link this way in its settings",
        "同じメールアドレスのアカウントがあります。ログインしてから、ログイン方法で連携してください")
    case .word("wrong_app"), .refused(.wrongApp, _):
      l.say(
        "환자는 아이몬, 의사는 아이몬 닥터에서 로그인할 수 있어요", "Patients sign in to EyeMon, doctors to EyeMon Doctor",
        "患者の方はアイモン、医師の方はアイモン ドクターからログインしてください")
    case .word(let word): Self.words(ErrorCode(rawValue: word) ?? .internalError, l)
    case .refused(.tooManyCalls, let seconds?): Self.wait(seconds, l)
    case .refused(let code, _): Self.words(code, l)
    }
  }

  public static func unreachable(_ l: Language) -> String {
    l.say(
      "서버에 닿지 못했어요. 잠시 후 다시 시도해 주세요", "We couldn’t reach the server. Please try again",
      "サーバーに接続できませんでした。もう一度お試しください")
  }

  /// Where there are no better words.
  public static func later(_ l: Language) -> String {
    l.say("잠시 후 다시 시도해 주세요", "Something went wrong. Try again in a moment", "しばらくしてからもう一度お試しください")
  }

  public static func wait(_ seconds: Int, _ l: Language) -> String {
    if seconds < 120 {
      return l.say("\(seconds)초 뒤에 다시 시도해 주세요", "Try again in \(seconds) seconds", "\(seconds)秒後にもう一度お試しください")
    }
    let minutes = (seconds + 59) / 60
    return l.say("\(minutes)분 뒤에 다시 시도해 주세요", "Try again in \(minutes) minutes", "\(minutes)分後にもう一度お試しください")
  }

  private static func words(_ code: ErrorCode, _ l: Language) -> String {
    switch code {
    case .wrongCode:
      l.say("인증번호가 맞지 않거나 지났어요", "That code is wrong or has expired", "認証番号が違うか、期限が切れています")
    case .invalidPhone:
      l.say("휴대전화 번호를 확인해 주세요", "Check the mobile number", "携帯電話の番号を確認してください")
    case .invalidEmail:
      l.say("이메일 형식을 확인해 주세요", "This doesn’t look like an e-mail", "メールアドレスの形式を確認してください")
    case .weakPassword:
      l.say("비밀번호 조건을 채워 주세요", "Your password needs a bit more", "パスワードの条件を満たしてください")
    case .commonPassword:
      l.say("너무 흔한 비밀번호예요. 다른 것으로 정해 주세요", "That password is too common. Choose another", "よく使われるパスワードです。別のものにしてください")
    case .wrongCredentials: l.say("비밀번호가 맞지 않아요", "The password doesn’t match", "パスワードが違います")
    case .identityTaken, .emailTaken:
      l.say("이미 다른 계정에서 쓰고 있어요", "Another account already uses it", "すでに別のアカウントで使われています")
    case .lastWayIn:
      l.say("마지막 로그인 방법은 해제할 수 없어요", "The last way to sign in can’t be removed", "最後のログイン方法は解除できません")
    case .noPassword:
      l.say("비밀번호가 없는 계정이에요", "This account has no password", "パスワードのないアカウントです")
    case .underAge:
      l.say("만 14세 미만은 아직 가입할 수 없어요", "People under 14 can’t sign up yet", "14歳未満の方はまだ登録できません")
    case .guardianMissing:
      l.say(
        "보호자의 동의가 아직 등록되지 않았어요. 보호자가 먼저 운영자에게 알려 주세요",
        "No guardian’s consent is on record yet. Your guardian has to tell the operator first",
        "保護者の同意がまだ登録されていません。先に保護者から運営者へお知らせください")
    case .consentMissing:
      l.say("필수 약관에 동의해 주세요", "Please agree to the required terms", "必須の規約に同意してください")
    case .notApproved:
      l.say("의사 계정 승인을 기다리고 있어요", "Your doctor account is waiting for approval", "医師アカウントの承認をお待ちください")
    case .wayClosed:
      l.say("지금은 쓸 수 없는 로그인 방법이에요", "This way to sign in isn’t available now", "現在使えないログイン方法です")
    case .openReservations:
      l.say(
        "남은 예약이나 주문을 먼저 정리해 주세요", "Settle your open bookings and orders first",
        "残っている予約や注文を先に整理してください")
    case .proofNeeded:
      l.say(
        "로그아웃했다가 다시 로그인한 뒤 10분 안에 해 주세요", "Sign out and in again, then do this within 10 minutes",
        "一度ログアウトして再ログインし、10分以内に行ってください")
    case .providerRefused:
      l.say(
        "로그인 정보를 확인할 수 없어요. 다시 로그인해 주세요", "We couldn’t verify that sign-in. Please try again",
        "ログイン情報を確認できません。もう一度ログインしてください")
    case .providerUnavailable:
      l.say(
        "로그인 서비스가 응답하지 않아요. 잠시 후 다시 시도해 주세요", "That sign-in service isn’t responding. Try again in a moment",
        "ログインサービスが応答しません。しばらくしてからもう一度お試しください")
    case .fileType, .fileUnreadable:
      l.say("사진으로 쓸 수 없는 파일이에요", "This file can’t be used as a photo", "写真として使えないファイルです")
    case .fileSize, .tooLarge, .imageTooLarge:
      l.say("사진이 너무 커요. 다른 사진을 골라 주세요", "That photo is too large. Choose another", "写真が大きすぎます。別の写真を選んでください")
    case .badNickname:
      l.say("닉네임에 쓸 수 없는 글자가 있어요", "The nickname has characters that can’t be used", "ニックネームに使えない文字があります")
    default: later(l)
    }
  }
}
