import Domain
import FeatureCore
import Wire

/// One picture of the room on the whole screen, as texts and flags.
public struct ViewerModel: Equatable, Sendable {
  public var path: String
  public var label: String
  /// Who sent it, and when.
  public var caption: String
  /// `3 / 12`
  public var counter: String
  public var name: String
  public var hasPrevious: Bool
  public var hasNext: Bool
  public var closeLabel: String
  public var saveLabel: String
  public var previousLabel: String
  public var nextLabel: String
  public var retryLabel: String
  public var goneLabel: String

  /// nil while none is open.
  public init?(_ state: Chat.State, now: Timestamp) {
    let pictures = state.pictures
    guard let viewer = state.files.viewer, !viewer.isClosing,
      let index = pictures.firstIndex(where: { $0.attachment.path == viewer.path })
    else { return nil }
    let words = ChatWords(state.setting.language)
    let (message, attachment) = (pictures[index].message, pictures[index].attachment)
    path = viewer.path
    name = attachment.name.isEmpty ? words.kind(.image) : attachment.name
    counter = "\(index + 1) / \(pictures.count)"
    let sender = message.sender.id == state.me?.id ? words.me : message.sender.nick
    caption = ChatWords.joined(sender, ChatDates(state.setting).short(message.createdAt, now: now))
    label = words.viewer + ", " + counter + ", " + name
    hasPrevious = index > 0
    hasNext = index + 1 < pictures.count
    closeLabel = words.close
    saveLabel = words.save
    previousLabel = words.previous
    nextLabel = words.next
    retryLabel = words.pictureFailed
    goneLabel = words.pictureGone
  }
}

/// The files that the next message will carry, and the ways to bring some.
public struct AttachModel: Equatable, Sendable {
  public struct Item: Equatable, Sendable {
    public var id: String
    public var kind: FileKind
    public var name: String
    public var removeLabel: String
  }

  public var label: String
  public var isOpen: Bool
  public var cameraLabel: String
  public var albumLabel: String
  public var fileLabel: String
  public var dropLabel: String
  public var listLabel: String
  public var items: [Item]

  init(_ state: Chat.State, _ words: ChatWords) {
    label = words.attach
    isOpen = state.files.isAttachOpen
    cameraLabel = words.camera
    albumLabel = words.album
    fileLabel = words.document
    dropLabel = words.dropHere
    let chosen = state.chosenFiles
    listLabel = words.chosen(chosen.count)
    items = []
    for file in chosen {
      items.append(
        Item(id: file.id, kind: file.kind ?? .file, name: file.name, removeLabel: words.takeOut(file.name)))
    }
  }
}
