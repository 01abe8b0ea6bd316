/// Decides what Enter does in a chat field while input methods compose (UI Events sections 5.6 and 5.7).
///
/// With a Korean input method Enter ends the syllable in hand and sends the whole text, once. With a Japanese or a
/// Chinese one it only chooses the candidate. Browsers tell the two apart in nothing but the text; and the key comes
/// before the end of the composition (Chromium, Firefox), again after it (Chromium on some systems), or only after it
/// (Safari).
public struct ComposerMachine: Equatable, Sendable {
  public struct Enter: Equatable, Sendable {
    /// The event's `isComposing`.
    public var isComposing: Bool
    /// Key code 229: an input method handles the key.
    public var isProcessed: Bool
    /// With Shift, Control, Alt or Meta.
    public var isModified: Bool
    public var isRepeated: Bool

    public init(
      isComposing: Bool = false, isProcessed: Bool = false, isModified: Bool = false, isRepeated: Bool = false
    ) {
      self.isComposing = isComposing
      self.isProcessed = isProcessed
      self.isModified = isModified
      self.isRepeated = isRepeated
    }
  }

  public enum Event: Equatable, Sendable {
    case enterPressed(Enter)
    case enterReleased
    case otherKeyPressed
    case compositionStarted
    case compositionEnded(text: String)
    case edited
    /// `beforeinput` of a line break or paragraph.
    case lineBreakWanted
    case timerFired
    case focusLost
  }

  public enum Command: Equatable, Sendable {
    case preventDefault
    case send
    /// As soon as the events in hand are over; answered by `timerFired`.
    case startTimer
  }

  private enum Phase: Equatable {
    case idle
    /// Enter was pressed while composing.
    case enterHeld
    /// The composition ended under Enter. A second key may still come.
    case ending(isHangul: Bool)
    /// The composition ended otherwise. An Enter handled by the input method may be what ended it.
    case ended(isHangul: Bool)
    /// Enter did its work; nothing more until it is released.
    case spent
  }

  private var isComposing = false
  private var phase = Phase.idle

  public init() {}

  public mutating func receive(_ event: Event) -> [Command] {
    switch event {
    case .enterPressed(let enter): return press(enter)
    case .enterReleased:
      // Once released, the key that chose a candidate cannot come again, and the timer may be late: the next is new.
      if phase == .spent || phase == .enterHeld || phase == .ending(isHangul: false) { phase = .idle }
    case .otherKeyPressed:
      if case .ending = phase { break }
      phase = .idle
    case .compositionStarted:
      isComposing = true
      phase = .idle
    case .compositionEnded(let text): return endComposition(text)
    case .edited:
      if phase == .spent { phase = .idle }
    case .lineBreakWanted:
      switch phase {
      case .enterHeld, .ending, .spent: return [.preventDefault]
      case .idle, .ended: break
      }
    case .timerFired:
      guard case .ending(let isHangul) = phase else { break }
      phase = isHangul ? .spent : .idle
      return isHangul ? [.send] : []
    case .focusLost:
      isComposing = false
      if case .ending = phase { break }
      phase = .idle
    }
    return []
  }

  private mutating func press(_ enter: Enter) -> [Command] {
    if enter.isModified {
      phase = .idle
      return []
    }
    if enter.isComposing || isComposing {
      phase = .enterHeld
      return []
    }
    if enter.isRepeated { return [.preventDefault] }
    switch phase {
    case .spent, .ending(isHangul: false): return [.preventDefault]
    case .ended(isHangul: false) where enter.isProcessed:
      phase = .spent
      return [.preventDefault]
    case .idle, .enterHeld, .ending, .ended:
      phase = .spent
      return [.preventDefault, .send]
    }
  }

  private mutating func endComposition(_ text: String) -> [Command] {
    isComposing = false
    let isHangul = endsInHangul(text)
    guard phase == .enterHeld else {
      phase = .ended(isHangul: isHangul)
      return []
    }
    phase = .ending(isHangul: isHangul)
    return [.startTimer]
  }
}

/// Syllables and letters of Hangul, also those that are not yet joined (Unicode 15 blocks).
func endsInHangul(_ text: String) -> Bool {
  guard let last = text.unicodeScalars.last?.value else { return false }
  switch last {
  case 0xAC00...0xD7FF, 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xFFA0...0xFFDC: return true
  default: return false
  }
}
