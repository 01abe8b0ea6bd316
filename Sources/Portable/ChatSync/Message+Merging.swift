import Domain

extension Message {
  /// Nothing of it may be shown: its sender took it back, or the viewer had blocked them.
  public var isGone: Bool { isDeleted || isHidden }

  /// Without what must not be seen of a message that went.
  var cleaned: Message {
    guard isGone else { return self }
    var message = self
    message.content = ""
    message.files = []
    message.attachments = []
    message.replyTo = nil
    message.mentions = []
    message.reactions = []
    return message
  }

  /// What is known of a message after another state of it arrived: hidden for ever beats deleted, which beats all
  /// others; of those the higher version wins.
  /// - Returns: nil where nothing changes.
  func superseded(by other: Message) -> Message? {
    guard other.id == id, other.seq == seq else { return nil }
    let isNewer =
      if isHidden != other.isHidden {
        other.isHidden
      } else if isDeleted != other.isDeleted {
        other.isDeleted
      } else {
        version < other.version || (version == other.version && updatedAt < other.updatedAt)
      }
    return isNewer ? other.cleaned : nil
  }
}

extension Quote {
  /// What is left of a quote whose message went.
  var blank: Quote { Quote(id: id, seq: seq, senderID: senderID, excerpt: "", isDeleted: true) }
}
