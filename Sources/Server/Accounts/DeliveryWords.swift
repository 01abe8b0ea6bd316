import Domain

/// What is written to people, in their language.
extension Delivery {
  static func reset(_ code: String, to address: String, minutes: Int64, _ language: Language) -> Delivery {
    mail(
      address, language,
      subject: pick(language, "비밀번호 재설정 인증번호", "Your code to reset the password", "パスワード再設定の認証番号"),
      text: pick(
        language,
        """
        비밀번호 재설정 인증번호: \(code)

        \(minutes)분 동안 사용할 수 있습니다. 요청한 적이 없다면 이 메일을 무시해주세요. 비밀번호는 바뀌지 않습니다.
        누구에게도 인증번호를 알려주지 마세요.
        """,
        """
        Your code to reset the password: \(code)

        It is valid for \(minutes) minutes. If you did not ask for it, ignore this mail: your password stays as it is.
        Never tell anybody the code.
        """,
        """
        パスワード再設定の認証番号: \(code)

        \(minutes)分間有効です。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。
        認証番号は誰にも教えないでください。
        """))
  }

  static func confirm(_ code: String, to address: String, minutes: Int64, _ language: Language) -> Delivery {
    mail(
      address, language,
      subject: pick(language, "이메일 주소 확인 인증번호", "Your code to confirm the address", "メールアドレス確認の認証番号"),
      text: pick(
        language,
        "이메일 주소 확인 인증번호: \(code)\n\n\(minutes)분 동안 사용할 수 있습니다. 요청한 적이 없다면 이 메일을 무시해주세요.\n",
        "Your code to confirm the address: \(code)\n\nValid for \(minutes) minutes. Not yours? Ignore it.\n",
        "メールアドレス確認の認証番号: \(code)\n\n\(minutes)分間有効です。心当たりがない場合は無視してください。\n"))
  }

  static func passwordChanged(to address: String, _ language: Language) -> Delivery {
    mail(
      address, language,
      subject: pick(language, "비밀번호가 변경되었습니다", "Your password was changed", "パスワードが変更されました"),
      text: pick(
        language,
        "계정의 비밀번호가 변경되었고 다른 기기에서 로그아웃되었습니다. 직접 변경하지 않았다면 바로 비밀번호를 재설정해주세요.\n",
        "Your password was changed, and other devices were signed out. If that was not you, reset it now.\n",
        "アカウントのパスワードが変更され、ほかの端末からログアウトしました。心当たりがない場合は、すぐに再設定してください。\n"))
  }

  /// To the former address.
  static func emailChanged(to address: String, _ language: Language) -> Delivery {
    mail(
      address, language,
      subject: pick(language, "이메일 주소가 변경되었습니다", "Your address was changed", "メールアドレスが変更されました"),
      text: pick(
        language,
        "계정의 이메일 주소가 다른 주소로 변경되었습니다. 직접 변경하지 않았다면 운영자에게 알려주세요.\n",
        "The e-mail address of your account was changed to another one. If that was not you, tell the operator.\n",
        "アカウントのメールアドレスが別のアドレスに変更されました。心当たりがない場合は、運営者にご連絡ください。\n"))
  }

  static func wayOpened(_ kind: IdentityKind, to address: String, _ language: Language) -> Delivery {
    let way = name(kind, language)
    return mail(
      address, language,
      subject: pick(language, "로그인 방법이 추가되었습니다", "A way to sign in was added", "ログイン方法が追加されました"),
      text: pick(
        language,
        "이제 \(way)(으)로도 계정에 로그인할 수 있습니다. 직접 추가하지 않았다면 바로 비밀번호를 재설정하고 로그인 방법을 확인해주세요.\n",
        "Your account can now be entered by \(way). If that was not you, reset your password and check the ways in.\n",
        "\(way)でもアカウントにログインできるようになりました。心当たりがない場合は、すぐにパスワードを再設定し、ログイン方法を確認してください。\n"))
  }

  static func wayClosed(_ kind: IdentityKind, to address: String, _ language: Language) -> Delivery {
    let way = name(kind, language)
    return mail(
      address, language,
      subject: pick(language, "로그인 방법이 해제되었습니다", "A way to sign in was removed", "ログイン方法が解除されました"),
      text: pick(
        language,
        "\(way)(으)로는 더 이상 계정에 로그인할 수 없습니다. 직접 해제하지 않았다면 운영자에게 알려주세요.\n",
        "Your account can no longer be entered by \(way). If that was not you, tell the operator.\n",
        "\(way)ではアカウントにログインできなくなりました。心当たりがない場合は、運営者にご連絡ください。\n"))
  }

  private static func name(_ kind: IdentityKind, _ language: Language) -> String {
    switch kind {
    case .email: pick(language, "이메일", "e-mail", "メールアドレス")
    case .phone: pick(language, "휴대전화 번호", "mobile number", "携帯電話番号")
    case .kakao: pick(language, "카카오", "Kakao", "カカオ")
    case .apple: "Apple"
    }
  }

  /// What the operator made of a doctor's sign-up.
  public static func doctorDecided(isApproved: Bool, reason: String, to address: String) -> Delivery {
    mail(
      address, .ko, subject: isApproved ? "의사 계정이 승인되었습니다" : "의사 계정이 승인되지 않았습니다",
      text: isApproved
        ? "이제 환자가 선생님을 찾고 상담을 시작할 수 있습니다.\n"
        : "사유: \(reason)\n\n내용을 확인한 뒤 운영자에게 문의해주세요.\n")
  }

  static func phone(_ code: String, to number: PhoneNumber, _ language: Language) -> Delivery {
    Delivery(
      channel: .message, recipient: number.text,
      text: pick(
        language, "[마루] 인증번호 \(code) 타인에게 알려주지 마세요.", "[Maru] Your code is \(code). Never tell it to anybody.",
        "[マル] 認証番号は\(code)です。誰にも教えないでください。"), language: language)
  }

  private static func mail(_ address: String, _ language: Language, subject: String, text: String) -> Delivery {
    Delivery(channel: .mail, recipient: address, subject: subject, text: text, language: language)
  }

  private static func pick(_ language: Language, _ ko: String, _ en: String, _ ja: String) -> String {
    switch language {
    case .ko: ko
    case .en: en
    case .ja: ja
    }
  }
}
