import Contract
import Domain
import FeatureCore

/// Words about files.
extension ChatWords {
  var attach: String { language.say("파일 첨부", "Attach", "添付") }
  var camera: String { language.say("카메라", "Camera", "カメラ") }
  var album: String { language.say("앨범", "Album", "アルバム") }
  var document: String { language.say("파일", "File", "ファイル") }
  var dropHere: String { language.say("여기에 놓으면 첨부돼요", "Drop to attach", "ここにドロップして添付") }
  func chosen(_ count: Int) -> String {
    language.say("첨부 파일 \(count)개", count == 1 ? "1 attachment" : "\(count) attachments", "添付ファイル \(count)件")
  }
  func takeOut(_ name: String) -> String { language.say(name + " 빼기", "Remove " + name, name + "を外す") }

  func kind(_ kind: FileKind) -> String {
    switch kind {
    case .image: language.say("사진", "Photo", "写真")
    case .pdf: "PDF"
    case .video: language.say("동영상", "Video", "動画")
    case .audio: language.say("음성", "Audio", "音声")
    case .file: document
    }
  }

  /// `PDF · 3쪽 · 1.2 MB`
  func detail(_ kind: FileKind, size: Int64, pages: Int?) -> String {
    var text = self.kind(kind)
    if let pages {
      text = Self.joined(text, language.say("\(pages)쪽", pages == 1 ? "1 page" : "\(pages) pages", "\(pages)ページ"))
    }
    return Self.joined(text, Self.size(size))
  }

  static func size(_ bytes: Int64) -> String {
    if bytes <= 0 { return "" }
    if bytes < 1 << 20 { return "\(max(1, bytes >> 10)) KB" }
    let tenths = (bytes * 10) >> 20
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) MB" : "\(tenths / 10) MB"
  }

  /// What stands for a message that is nothing but files.
  func sent(_ kind: FileKind?, count: Int) -> String {
    if kind == .image {
      return count > 1
        ? language.say("사진 \(count)장을 보냈어요", "Sent \(count) photos", "写真を\(count)枚送信しました")
        : language.say("사진을 보냈어요", "Sent a photo", "写真を送信しました")
    }
    return kind == .video ? language.say("동영상을 보냈어요", "Sent a video", "動画を送信しました") : file
  }

  var uploading: String { language.say("올리는 중", "Uploading", "アップロード中") }
  var cancelUpload: String { language.say("취소", "Cancel", "キャンセル") }
  var uploadWaits: String { language.say("연결되면 올릴게요", "Will be uploaded when connected", "接続したらアップロードします") }
  func failedToUpload(_ code: ErrorCode) -> String {
    Self.joined(language.say("올리지 못했어요", "Not uploaded", "アップロードできませんでした"), fileText(code) ?? "")
  }
  var retryUpload: String { language.say("다시 올리기", "Upload again", "再アップロード") }
  var notKept: String {
    language.say(
      "이 기기에 저장하지 못했어요. 다 보낼 때까지 이 화면을 닫지 마세요.", "This device can't keep it. Keep this page open until it is sent.",
      "端末に保存できません。送信が終わるまでこの画面を閉じないでください。")
  }

  var pictureFailed: String { language.say("눌러서 다시 불러오기", "Tap to load again", "タップして再読み込み") }
  var pictureGone: String { language.say("볼 수 없는 사진이에요", "No longer available", "表示できません") }
  var save: String { language.say("저장", "Save", "保存") }
  var viewer: String { language.say("사진 보기", "Photo", "写真") }
  var close: String { language.say("닫기", "Close", "閉じる") }
  var previous: String { language.say("이전 사진", "Previous photo", "前の写真") }
  var next: String { language.say("다음 사진", "Next photo", "次の写真") }

  /// nil where the code is not about a file.
  func fileText(_ code: ErrorCode) -> String? {
    switch code {
    case .fileType: language.say("보낼 수 없는 형식이에요.", "This kind of file can't be sent.", "送信できない形式です。")
    case .fileSize:
      language.say(
        "파일이 너무 커요. 200MB까지 보낼 수 있어요.", "The file is too large. The limit is 200 MB.", "ファイルが大きすぎます。200MBまで送信できます。")
    case .fileCount:
      language.say("한 번에 5개까지 보낼 수 있어요.", "You can send up to 5 files at once.", "一度に送信できるのは5件までです。")
    case .imageTooLarge:
      language.say("사진의 가로나 세로가 너무 길어요.", "The picture has too many pixels.", "画像の縦または横が大きすぎます。")
    case .fileUnreadable:
      language.say("비어 있거나 손상된 파일이에요.", "The file is empty or damaged.", "空か、壊れているファイルです。")
    case .fileGone: language.say("더 이상 볼 수 없는 파일이에요.", "The file is no longer available.", "このファイルはもう見られません。")
    case .uploadGone:
      language.say("파일을 다시 골라 주세요.", "Please choose the file again.", "もう一度ファイルを選んでください。")
    case .uploadConflict, .checksumMismatch:
      language.say("전송 중에 끊겼어요.", "The transfer broke off.", "転送が中断されました。")
    default: nil
    }
  }
}
