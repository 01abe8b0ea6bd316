import Contract
import Domain
import Wire

/// Ties an answer to the effect that asked for it.
public struct Tag: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public var description: String { text }
}

/// A wish of a feature, as a value. Features ask for calls; the root of an app turns a call into an HTTP request under
/// the session's rules; the shell carries out the rest.
public indirect enum Effect: Equatable, Sendable {
  /// Answered by the root through the feature's own action for that tag.
  case call(Endpoint, Tag)
  /// Answered by `ShellEvent.httpAnswered`.
  case http(HTTPRequest, Tag)
  case cancel(Tag)
  /// The others in a room may know that this person types there, or has stopped; carried by the root. May come with
  /// every key.
  case tellTyping(room: String, Bool)
  /// Answered once by `ShellEvent.timerFired`; a second timer of the same tag replaces the first.
  case startTimer(milliseconds: Int, Tag)
  /// All records of the app's own store whose key starts so, in key order. Answered by `ShellEvent.recordsRead`.
  case readRecords(prefix: String, Tag)
  /// The same for all keys from one through another one, both included.
  case readRange(from: String, through: String, Tag)
  /// One transaction; nil deletes the record, or all that begin so where the key ends in `/`. Answered by
  /// `ShellEvent.recordsWritten` only where it failed.
  case writeRecords([RecordChange])
  /// Chooses the store of one account (or of nobody: nil) for all later reads and writes; older answers are dropped.
  case openStore(account: String?)
  /// Deletes the store of an account.
  case eraseStore(account: String)
  /// One socket at a time: opening closes an older one. `protocols` and cookies are never used.
  case openSocket(path: String)
  case sendSocket(String)
  case closeSocket
  /// Of an annex also an address elsewhere (`https://…`), for which the app is left.
  case pushPath(String)
  case replacePath(String)
  case goBack
  /// Small facts about the browser itself, not about an account (language, the wanted page): localStorage.
  case savePreference(name: String, value: String?)
  /// After the patch of this turn.
  case focus(elementID: String)
  /// Only where a keyboard is at hand: on a phone it would cover half of the screen.
  case focusForKeyboard(elementID: String)
  case scrollToEnd(elementID: String)
  /// Into the middle of what scrolls it.
  case reveal(elementID: String)
  /// Onto the clipboard.
  case copy(String)
  /// Says a text to screen readers.
  case announce(String)
  case setDocument(title: String, language: String)

  /// The token for what scripts fetch themselves, so that the bytes of files do not pass through the program. nil:
  /// nobody is signed in. A refused one is told by `ShellEvent.accessRefused`.
  case setAccess(key: String, token: String?)
  /// The bytes of a brought file go to a room (`/v1/chats/{room_id}`), however often it was tried before. Answered by
  /// `uploadMoved`, and once by `uploadEnded` unless it is cancelled.
  case upload(file: String, room: String)
  case cancelUpload(file: String)
  /// The bytes of these brought files are not needed any more.
  case dropFiles([String])
  /// Removes what was brought long ago, but not these.
  case pruneFiles(keeping: [String])
  /// Pictures of these paths leave the page, the memory and the disk.
  case erasePictures([String])
  /// In a tab of its own, or saved under its name. `fileRefused` tells where it failed. Only as the answer to a press.
  case openFile(path: String, name: String, saves: Bool)
  /// Of an annex, which holds no token: the shell adds the key and, as `Asking` says, the person's token. A body of
  /// `multipart/form-data` (without a boundary) is the id of a brought picture: the shell sends its bytes instead, as
  /// a JPEG of at most 1,024 pixels where it is large or of another kind.
  case ask(HTTPRequest, Asking, Tag)
  /// Of an annex, to the app that it belongs to.
  case wish(AnnexWish)
  /// Of an annex. Answered by `ShellEvent.pushStanding`.
  case push(PushWish)
  /// To the annex, whose sign-in may go out now.
  case admitSignIn
  /// To the annex, if one is open: an event of the person's own channel, its payload as JSON.
  case tellAnnex(name: String, payload: String)
  /// Something lies over the page from now on: going back, `pathChanged` tells the same path again.
  case pushLayer
}

/// Whom a request of an annex stands for.
public enum Asking: Int32, Equatable, Sendable {
  case nobody, person
  /// Its success begins a session, which the app takes over.
  case session
}

/// What an annex asks of its app.
public enum AnnexWish: Equatable, Sendable {
  case back
  case signOut
  /// The person's name or picture changed: the app asks for the session anew.
  case renewal
  case language(Language)
  case theme(Theme)
  /// Told by the shell: a request is about to go out that begins a session; and how it ended.
  case signIn
  case signedIn(HTTPResponse)
}

/// How an upload ended.
public enum UploadOutcome: Equatable, Sendable {
  /// 200 with `{attachments: […]}`, or the error of the server.
  case response(HTTPResponse)
  /// Not now; nothing is lost, and a repeat goes on where it stopped.
  case unreachable
  /// This device does not have the bytes any more.
  case lost
}

public struct RecordChange: Equatable, Sendable {
  public var key: String
  public var value: String?

  public init(key: String, value: String?) {
    self.key = key
    self.value = value
  }
}

public struct Record: Equatable, Sendable {
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// What the shell tells an app.
public indirect enum ShellEvent: Equatable, Sendable {
  /// First event. `preferences` holds all that `savePreference` kept; `isBeyond`: after a reload, the way back leads to
  /// another place of the app.
  case started(
    path: String, languages: [String], preferences: [Record], zone: ZoneOffsets, online: Bool, isBeyond: Bool = false)
  case httpAnswered(Tag, HTTPOutcome)
  case timerFired(Tag)
  case recordsRead(Tag, [Record])
  case recordsFailed(Tag?)
  /// The store is open, another tab has changed an outbox in it (`o/…`), or this tab is now the one of the browser's
  /// that writes for all.
  case storeChanged(isWriter: Bool)
  case socketOpened
  case socketReceived(String)
  case socketClosed
  /// The person went back or forward, or a link was followed.
  case pathChanged(String)
  /// `handheld`: a phone or tablet, where nothing should go on behind the screen.
  case visibilityChanged(visible: Bool, handheld: Bool = false)
  case onlineChanged(Bool)
  /// How much of a file has left, in thousandths.
  case uploadMoved(file: String, permille: Int)
  case uploadEnded(file: String, UploadOutcome)
  /// The store has no room for a brought file: it is there for this visit only.
  case fileNotKept(String)
  /// A file could not be opened; status 0 where there was no answer.
  case fileRefused(HTTPResponse)
  /// The server has refused this token of `setAccess`.
  case accessRefused(String)
  /// From the annex.
  case wished(AnnexWish)
  case pushStanding(PushStanding)
  /// From the app, to its annex.
  case told(name: String, payload: String)
}

/// How an HTTP exchange ended: an answer of the server, or none at all.
public enum HTTPOutcome: Equatable, Sendable {
  case response(HTTPResponse)
  case unreachable
}

/// How a call ended for the feature that asked.
public enum CallOutcome: Equatable, Sendable {
  case success(Answer)
  case failure(CallFailure)
}

public enum CallFailure: Error, Equatable, Sendable {
  /// The server said no.
  case refused(APIError)
  /// No answer, or a 5xx: it may or may not have happened.
  case unreachable
  /// The session ended before the call could be made.
  case signedOut
}
