import ChatSync
import Domain

/// One file of a bubble, ready to be drawn.
public struct FileTile: Equatable, Sendable {
  /// The file's path, or its id while it is on this device only.
  public var key: String
  public var kind: FileKind
  /// What the scripts load as its picture; nil where there is none.
  public var picture: String?
  /// nil while it is on this device only.
  public var path: String?
  public var name: String
  /// Kind, pages and size.
  public var detail: String
  /// The place that a single picture takes, in CSS pixels.
  public var width = 200
  public var height = 200
  /// 0–1000 while it is on its way.
  public var progress: Int?
  public var isPlaying = false
  public var spoken: String
  public var labels: Labels

  public struct Labels: Equatable, Sendable {
    public var retry: String
    public var gone: String
    public var save: String

    init(_ words: ChatWords) {
      retry = words.pictureFailed
      gone = words.pictureGone
      save = words.save
    }
  }
}

extension FileTile {
  private static let widest = 260
  private static let highest = 320

  init(_ attachment: Attachment, _ words: ChatWords, playing: String?) {
    key = attachment.path
    kind = attachment.kind
    path = attachment.path
    name = attachment.name.isEmpty ? words.kind(attachment.kind) : attachment.name
    detail = words.detail(attachment.kind, size: attachment.size, pages: attachment.pageCount)
    isPlaying = playing == attachment.path
    labels = Labels(words)
    spoken = words.kind(attachment.kind) + ", " + name
    switch kind {
    case .image: picture = attachment.path
    case .pdf: picture = attachment.path + "?page=1"
    case .video, .audio, .file: picture = nil
    }
    reserve(attachment.width, attachment.height)
  }

  /// The whole picture where it is not extremely long; enlarged a little where it is tiny.
  mutating func reserve(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return }
    let most = 1 << 16
    let across = min(width, most)
    let down = min(height, most)
    if across * Self.highest > down * Self.widest {
      self.width = min(Self.widest, max(across, 160))
      self.height = max(self.width * down / across, 80)
    } else {
      self.height = min(Self.highest, max(down, 160))
      self.width = max(self.height * across / down, 80)
    }
  }
}

extension FileTile {
  /// - Parameter progress: in thousandths; nil where it has not begun.
  init(_ file: OutboxFile, _ words: ChatWords, progress: Int?) {
    key = file.id
    kind = file.kind
    name = file.name
    detail = words.detail(file.kind, size: file.size, pages: nil)
    spoken = words.kind(file.kind) + ", " + name
    picture = kind == .image ? "local/" + file.id : nil
    labels = Labels(words)
    if case .waiting = file.state { self.progress = progress ?? 0 }
    reserve(file.width, file.height)
  }
}

extension FileTile {
  /// Whether both are drawn alike; their words are in what is spoken.
  static func areAlike(_ some: [FileTile], _ others: [FileTile]) -> Bool {
    guard some.count == others.count else { return false }
    for (a, b) in zip(some, others) {
      guard a.key == b.key, a.picture == b.picture, a.detail == b.detail, a.progress == b.progress,
        a.isPlaying == b.isPlaying, a.width == b.width, a.height == b.height
      else { return false }
    }
    return true
  }
}

extension Message {
  /// Older servers name paths only.
  var shownAttachments: [Attachment] {
    if !attachments.isEmpty || isDeleted { return attachments }
    return files.map { path in
      Attachment(path: path, kind: FileRules.kind(ofEnding: FileRules.ending(of: path)) ?? .file, name: "", size: 0)
    }
  }
}
