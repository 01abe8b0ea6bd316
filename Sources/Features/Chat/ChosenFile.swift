import Contract
import Domain

/// A file that the person brought and has not sent. Its bytes are with the shell, under its id.
public struct ChosenFile: Equatable, Sendable {
  public var id: String
  public var name: String
  /// The media type that the browser guesses; may be empty.
  public var type: String
  public var size: Int64
  /// Of an upright picture that the browser can show, else 0.
  public var width: Int
  public var height: Int

  public init(id: String, name: String, type: String, size: Int64, width: Int = 0, height: Int = 0) {
    self.id = id
    self.name = name
    self.type = type
    self.size = size
    self.width = width
    self.height = height
  }

  /// By name and type; nil for what the server would refuse. It judges by content in the end.
  public var kind: FileKind? {
    let ending = FileRules.ending(of: name)
    if ending.isEmpty { return FileRules.kind(ofType: type) }
    return FileRules.kind(ofEnding: ending)
  }
}

/// What can be sent, so that nothing is uploaded in vain.
public enum FileRules {
  public static let mostAtOnce = 5
  /// What a server takes by default. A stricter one says so itself.
  public static let mostBytes: Int64 = 200 << 20

  static let pictures = ".jpg,.jpeg,.png,.gif,.webp,.heic,.heif,.avif"
  static let films = ".mp4,.m4v,.mov,.webm"
  static let sounds = ".mp3,.m4a,.wav,.ogg"
  static let documents = ".zip,.docx,.xlsx,.pptx,.hwp,.hwpx,.txt,.csv"

  /// For a chooser: pictures and films, as phones offer them from their album.
  public static let album = "image/*,video/mp4,video/quicktime," + pictures + "," + films
  public static let all = album + ",application/pdf,.pdf," + sounds + "," + documents

  /// Why a file cannot be sent beside so many others.
  static func refusal(_ file: ChosenFile, beside count: Int) -> ErrorCode? {
    if count >= mostAtOnce { return .fileCount }
    if file.size <= 0 { return .fileUnreadable }
    if file.size > mostBytes { return .fileSize }
    return file.kind == nil ? .fileType : nil
  }

  /// Behind the last dot, in small letters.
  static func ending(of name: String) -> String {
    let bytes = Array(name.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot + 1 < bytes.count else { return "" }
    return String(decoding: bytes[(dot + 1)...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  static func kind(ofEnding ending: String) -> FileKind? {
    if ending == "pdf" { return .pdf }
    if lists(pictures, ending) { return .image }
    if lists(films, ending) { return .video }
    if lists(sounds, ending) { return .audio }
    return lists(documents, ending) ? .file : nil
  }

  /// Some phones give names without an ending.
  static func kind(ofType type: String) -> FileKind? {
    switch type {
    case "application/pdf": .pdf
    case "image/jpeg", "image/png", "image/gif", "image/webp", "image/heic", "image/heif", "image/avif": .image
    case "video/mp4", "video/quicktime", "video/webm": .video
    case "audio/mpeg", "audio/mp4", "audio/wav", "audio/ogg": .audio
    case "text/plain", "application/zip": .file
    default: nil
    }
  }

  private static func lists(_ endings: String, _ ending: String) -> Bool {
    for listed in ChatText.split(endings, by: UInt8(ascii: ",")) where listed == "." + ending { return true }
    return false
  }
}
