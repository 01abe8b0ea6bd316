import ChatSync
import Domain
import FeatureCore
import Wire

extension Chat {
  public enum FileAction: Equatable, Sendable {
    /// The ways to bring files are shown or put away.
    case attachTapped
    case brought([ChosenFile])
    /// Out of what is about to be sent.
    case removed(id: String)
    case uploadMoved(String, Int)
    case uploadEnded(String, UploadOutcome)
    /// There is no room on this device for a file that was brought.
    case notKept
    case openTapped(path: String, name: String)
    case saveTapped(path: String, name: String)
    case openingFailed(HTTPResponse)
    case playTapped(path: String)
    case pictureTapped(path: String)
    /// To the next (1) or the previous (−1) picture of the room.
    case viewerMoved(Int)
    case viewerClosed
    /// The browser went back over the viewer, or elsewhere.
    case layerLeft
  }

  /// All that the chat knows of files beside the messages.
  public struct FileState: Equatable, Sendable {
    /// What each room's next message will carry.
    var chosen = RoomTable<[ChosenFile]>()
    /// By brought file: how much of it has left, in thousandths.
    var progress: [String: Int] = [:]
    var isAttachOpen = false
    /// The film or sound that the person started.
    var playing: String?
    public internal(set) var viewer: Viewer?
  }

  /// One picture of the room on the whole screen.
  public struct Viewer: Equatable, Sendable {
    var path: String
    /// The browser was asked to go back; until it has, nothing else closes the viewer.
    var isClosing = false
  }
}

extension Chat.State {
  var chosenFiles: [ChosenFile] { conversation.flatMap { files.chosen[$0.roomID] } ?? [] }

  /// All pictures of the open room that are known, oldest first.
  var pictures: [PictureOfRoom] {
    var pictures: [PictureOfRoom] = []
    for message in openMachine?.log.messages ?? [] where !message.isDeleted && !message.isHidden {
      for attachment in message.attachments where attachment.kind == .image {
        pictures.append(PictureOfRoom(message: message, attachment: attachment))
      }
    }
    return pictures
  }
}

struct PictureOfRoom {
  var message: Message
  var attachment: Attachment
}
