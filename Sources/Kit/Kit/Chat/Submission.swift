/// A message that the person wanted to send, as this device has it.
public struct Submission: Equatable, Sendable {
  /// Names the message for ever.
  public let clientID: String
  /// Whether this device has it for good. Where not, its store cannot be written (`RoomListState.isStorageFailing`): it
  /// is sent all the same, but the end of the process before that would lose it.
  public let isKept: Bool

  public init(clientID: String, isKept: Bool) {
    self.clientID = clientID
    self.isKept = isKept
  }
}
