import Wire

/// What the archive says of itself.
enum ExportText {
  static func readMe(at now: Timestamp) -> String {
    """
    한국어
    이 파일에는 \(now.iso8601) 기준으로 서비스가 보관하고 있는 내 정보가 들어 있습니다.
    data 폴더에는 항목마다 JSON 파일이 하나씩 있고, files에는 대화에서 볼 수 있는 파일이, pictures에는 프로필 사진이
    있습니다. 삭제한 메시지, 비밀번호처럼 남이 쓰면 위험한 값, 다른 사람에 관한 기록은 들어 있지 않습니다.
    누구에게나 열리는 파일이므로 안전한 곳에 보관하세요.

    English
    This archive holds what the service keeps about you, as of \(now.iso8601).
    The folder data has one JSON file for each kind of record, files has the files that you can see in your
    conversations, and pictures has your profile pictures. Deleted messages, values that would only help a thief
    (such as passwords), and records about other people are not in it. Anybody who has the archive can read it:
    keep it in a safe place.

    日本語
    このアーカイブには、\(now.iso8601) 時点でサービスが保管しているあなたの情報が入っています。
    data フォルダーには種類ごとに JSON ファイルがあり、files には会話で見られるファイル、pictures にはプロフィール写真が
    あります。削除したメッセージ、パスワードのように他人に使われると危険な値、ほかの人についての記録は含まれません。
    誰でも開けるファイルです。安全な場所に保管してください。

    """
  }
}
