import Markup
import Testing

struct ComposerMachineTests {
  /// What the person's keys lead to: how often something was sent, and whether the last event was taken.
  private func play(_ events: [ComposerMachine.Event]) -> (sent: Int, last: [ComposerMachine.Command]) {
    var machine = ComposerMachine()
    var sent = 0
    var last: [ComposerMachine.Command] = []
    for event in events {
      last = machine.receive(event)
      sent += last.filter { $0 == .send }.count
    }
    return (sent, last)
  }

  private let plain = ComposerMachine.Event.enterPressed(.init())
  private let composing = ComposerMachine.Event.enterPressed(.init(isComposing: true, isProcessed: true))
  private let afterwards = ComposerMachine.Event.enterPressed(.init(isProcessed: true))
  private let held = ComposerMachine.Event.enterPressed(.init(isRepeated: true))
  private let shifted = ComposerMachine.Event.enterPressed(.init(isModified: true))

  @Test func plainEnterSendsAndMakesNoLine() {
    let result = play([plain])
    #expect(result.sent == 1)
    #expect(result.last == [.preventDefault, .send])
  }

  @Test func heldEnterSendsOnce() {
    #expect(play([plain, held, held, held]).sent == 1)
    #expect(play([plain, held]).last == [.preventDefault])
  }

  @Test func enterSendsAgainAfterItWasReleased() {
    #expect(play([plain, .enterReleased, plain]).sent == 2)
  }

  @Test func enterSendsAgainThoughItsReleaseWasLost() {
    #expect(play([plain, .edited, plain]).sent == 2)
    #expect(play([plain, .otherKeyPressed, .edited, plain]).sent == 2)
  }

  @Test func shiftAndEnterIsLeftToTheBrowser() {
    #expect(play([shifted]).last == [])
    #expect(play([shifted, .lineBreakWanted]).last == [])
  }

  @Test func shiftAndEnterAfterASentMessageMakesALine() {
    #expect(play([plain, shifted, .lineBreakWanted]).last == [])
  }

  @Test func koreanSendsOnceWhereTheKeyComesTwice() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, .edited, composing, .compositionEnded(text: "녕"), plain, .timerFired, .enterReleased,
    ]
    #expect(play(events).sent == 1)
  }

  @Test func koreanSendsOnceWhereTheKeyComesOnce() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, .edited, composing, .edited, .compositionEnded(text: "녕"), .timerFired, .enterReleased,
    ]
    #expect(play(events).sent == 1)
  }

  @Test func koreanSendsOnceWhereTheSecondKeyIsLate() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, composing, .compositionEnded(text: "요"), .timerFired, plain, .enterReleased,
    ]
    #expect(play(events).sent == 1)
  }

  @Test func koreanSendsOnceInSafari() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, .edited, .compositionEnded(text: "ㅋ"), afterwards, .enterReleased,
    ]
    #expect(play(events).sent == 1)
    #expect(play([.compositionStarted, .compositionEnded(text: "ㅋ"), afterwards, plain, .enterReleased]).sent == 1)
  }

  @Test func theEndedSyllableIsWaitedFor() {
    #expect(play([.compositionStarted, composing]).last == [])
    #expect(play([.compositionStarted, composing, .compositionEnded(text: "가")]).last == [.startTimer])
  }

  @Test func noLineIsMadeByTheEnterThatSends() {
    #expect(play([.compositionStarted, composing, .lineBreakWanted]).last == [.preventDefault])
    let ended: [ComposerMachine.Event] = [.compositionStarted, composing, .compositionEnded(text: "가")]
    #expect(play(ended + [.lineBreakWanted]).last == [.preventDefault])
    #expect(play(ended + [.timerFired, .lineBreakWanted]).last == [.preventDefault])
  }

  @Test(arguments: ["日本", "にほん", "カナ", "漢", "nihon", "你好", ""])
  func otherInputMethodsOnlyChoose(text: String) {
    let chromium: [ComposerMachine.Event] = [
      .compositionStarted, composing, .compositionEnded(text: text), .timerFired, .enterReleased,
    ]
    #expect(play(chromium).sent == 0)
    #expect(play([.compositionStarted, .compositionEnded(text: text), afterwards, .enterReleased]).sent == 0)
    #expect(play([.compositionStarted, composing, .compositionEnded(text: text), plain]).sent == 0)
  }

  @Test func theEnterAfterAChosenCandidateSends() {
    let chosen: [ComposerMachine.Event] = [
      .compositionStarted, composing, .compositionEnded(text: "日本"), .timerFired, .enterReleased,
    ]
    #expect(play(chosen + [plain]).sent == 1)
    let inSafari: [ComposerMachine.Event] = [
      .compositionStarted, .compositionEnded(text: "日本"), afterwards, .enterReleased, plain,
    ]
    #expect(play(inSafari).sent == 1)
  }

  @Test func theEnterAfterAChosenCandidateSendsThoughTheTimerIsLate() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, composing, .compositionEnded(text: "目"), .enterReleased, plain, .timerFired,
    ]
    #expect(play(events).sent == 1)
  }

  @Test func enterThatOnlyMovesOnWithinACompositionSendsNothing() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, composing, .enterReleased, .otherKeyPressed, .compositionEnded(text: "한"), .timerFired,
    ]
    #expect(play(events).sent == 0)
  }

  @Test func aSyllableEndedByAnotherKeySendsNothing() {
    #expect(play([.compositionStarted, .otherKeyPressed, .compositionEnded(text: "한"), .edited]).sent == 0)
  }

  @Test func aKeyReleasedLateDoesNotForgetTheEnter() {
    let events: [ComposerMachine.Event] = [
      .compositionStarted, composing, .compositionEnded(text: "한"), .otherKeyPressed, .timerFired,
    ]
    #expect(play(events).sent == 1)
  }

  @Test func leavingTheFieldEndsTheMatter() {
    #expect(play([.compositionStarted, composing, .focusLost, .timerFired]).sent == 0)
    #expect(play([.compositionStarted, .focusLost, plain]).sent == 1)
  }
}
