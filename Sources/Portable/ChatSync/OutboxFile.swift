import Contract
import Domain

/// A file of a message that is not sent yet.
public struct OutboxFile: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Not on the server; an upload may be under way.
    case waiting
    case uploaded(Attachment)
    /// It will not be tried again by itself.
    case failed(ErrorCode)
  }

  /// The shell's own name of the bytes on this device, unique for ever.
  public let id: String
  public var name: String
  /// By the device's own judgement; the server decides.
  public var kind: FileKind
  /// In bytes.
  public var size: Int64
  /// In pixels, where the device knows them.
  public var width: Int?
  public var height: Int?
  public internal(set) var state: State

  public init(
    id: String, name: String, kind: FileKind, size: Int64, width: Int? = nil, height: Int? = nil,
    state: State = .waiting
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.size = size
    self.width = width
    self.height = height
    self.state = state
  }

  public var attachment: Attachment? { if case .uploaded(let attachment) = state { attachment } else { nil } }
}
