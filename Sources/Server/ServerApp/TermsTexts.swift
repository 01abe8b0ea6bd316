import Accounts

/// What people agree to where the operator has no texts of their own: short, and true of this server.
enum TermsTexts {
  /// Korean, English, Japanese.
  static func of(_ kind: Terms.Kind) -> [String] {
    switch kind {
    case .terms: terms
    case .privacy: privacy
    case .medical: medical
    case .marketing: marketing
    case .guardian: guardian
    }
  }

  private static let terms = [
    """
    서비스 이용약관

    1. 이 서버는 운영자가 직접 설치하여 운영합니다.
    2. 계정은 본인만 사용하며, 다른 사람의 이메일 주소나 전화번호로 가입하지 않습니다.
    3. 상담은 응급 진료를 대신하지 않습니다. 응급 상황에서는 119에 연락하세요.
    4. 다른 사람에게 피해를 주는 글과 파일은 운영자가 확인한 뒤 제한할 수 있습니다.
    5. 언제든지 탈퇴할 수 있습니다.
    """,
    """
    Terms of service

    1. This server is installed and run by its operator.
    2. An account is for one person. Nobody signs up with an address or a number of somebody else.
    3. A consult is no emergency care. In an emergency, call 119.
    4. What harms others may be restricted once the operator has seen it.
    5. You may leave at any time.
    """,
    """
    利用規約

    1. このサーバーは運営者が自ら設置し運営しています。
    2. アカウントは本人だけが使い、他人のメールアドレスや電話番号では登録しません。
    3. 相談は救急診療の代わりにはなりません。緊急の場合は119番に連絡してください。
    4. 他人に害を与える内容は、運営者が確認のうえ制限することがあります。
    5. いつでも退会できます。
    """,
  ]

  private static let privacy = [
    """
    개인정보 수집 및 이용

    항목: 이메일 주소 또는 휴대전화 번호, 닉네임, 비밀번호(복원할 수 없는 형태), 접속 기록
    목적: 가입과 로그인, 상담과 알림, 부정 이용 방지
    기간: 탈퇴할 때까지. 법으로 정한 기록은 그 기간 동안 보관합니다.
    동의하지 않을 수 있으나, 동의 없이는 가입할 수 없습니다.
    """,
    """
    Collection and use of personal data

    What: e-mail address or mobile number, nickname, password (in a form that cannot be
    turned back), records of access
    Why: signing up and in, consults and notifications, keeping abuse away
    How long: until you leave; records that the law asks for as long as it says
    You may say no, but there is no account without it.
    """,
    """
    個人情報の収集と利用

    項目: メールアドレスまたは携帯電話番号、ニックネーム、パスワード(復元できない形)、アクセス記録
    目的: 登録とログイン、相談と通知、不正利用の防止
    期間: 退会まで。法律で定められた記録はその期間保管します。
    同意しないこともできますが、その場合は登録できません。
    """,
  ]

  private static let medical = [
    """
    민감정보(건강정보) 처리

    항목: 상담에서 보내는 증상, 사진, 문서
    목적: 의사와의 상담
    보관: 의무 보관 기간까지 암호화하여 보관하며, 누가 언제 열었는지 기록합니다.
    동의하지 않을 수 있으나, 동의 없이는 상담할 수 없습니다.
    """,
    """
    Handling of sensitive data about your health

    What: symptoms, pictures and documents that you send in a consult
    Why: the consult with your doctor
    How long: encrypted, for as long as it must be kept; who opens a file, and when, is recorded
    You may say no, but there is no consult without it.
    """,
    """
    機微情報(健康情報)の取り扱い

    項目: 相談で送る症状、写真、書類
    目的: 医師との相談
    保管: 義務保管期間まで暗号化して保管し、だれがいつ開いたかを記録します。
    同意しないこともできますが、その場合は相談できません。
    """,
  ]

  private static let marketing = [
    "혜택 및 소식 수신\n\n새로운 소식과 혜택을 알림과 이메일로 보냅니다. 동의하지 않아도 서비스를 이용할 수 있고, 언제든지 철회할 수 있습니다.\n",
    "News and offers\n\nBy notification and mail. Everything works without, and you may take it back at any time.\n",
    "お知らせ・特典の受信\n\n新しいお知らせと特典を通知とメールで送ります。同意しなくても利用でき、いつでも撤回できます。\n",
  ]

  private static let guardian = [
    """
    만 14세 미만 가입 안내

    1. 만 14세 미만은 보호자(법정대리인)가 동의해야 가입할 수 있습니다.
    2. 보호자가 먼저 운영자에게 본인과 보호자 관계를 확인받고, 자녀가 가입할 이메일 주소나 휴대전화 번호를 알려 주세요.
    3. 운영자가 동의를 등록하면 그 주소나 번호로 90일 안에 가입할 수 있습니다. 한 번의 동의로 계정 하나를 만들 수 있습니다.
    4. 운영자는 누가 어떻게 동의했는지를 계정이 있는 동안 보관하며, 그 내용은 앱의 '내 데이터 받기'에서 볼 수 있습니다.
    5. 보호자는 언제든지 운영자에게 동의를 철회할 수 있고, 그때 계정은 지워집니다. 법이 정한 기록만 기한까지 남습니다.
    """,
    """
    Signing up under 14

    1. Under 14, a parent or guardian has to consent before an account can be made.
    2. The guardian first shows the operator who they are and that the child is theirs, and names the e-mail address
       or the mobile number with which the child will sign up.
    3. Once the operator has entered the consent, that address or number can sign up within 90 days. One consent
       makes one account.
    4. The operator keeps who consented, and how, for as long as there is an account. It is part of the data that can
       be exported.
    5. The guardian may withdraw the consent at any time by telling the operator. The account is then erased; only
       records that the law asks for stay until their date.
    """,
    """
    14歳未満の方の登録について

    1. 14歳未満の方の登録には、保護者(法定代理人)の同意が必要です。
    2. 保護者の方は先に運営者に本人と保護者であることを確認してもらい、お子さまが登録するメールアドレスまたは携帯電話番号をお知らせください。
    3. 運営者が同意を登録すると、そのアドレスまたは番号で90日以内に登録できます。一度の同意で作れるアカウントは一つです。
    4. 運営者は、誰がどのように同意したかをアカウントがある間保管します。内容はデータの書き出しで確認できます。
    5. 保護者の方はいつでも運営者に同意の撤回を申し出ることができ、その際アカウントは削除されます。法律で定められた記録だけが期限まで残ります。
    """,
  ]
}
