import Markup
import Testing

struct PageTests {
  let page = Page<Int>()
  let memory = MemoryPage()

  private func show(_ node: Node<Int>) throws -> [PatchStep] {
    page.draw(node)
    try memory.apply(page.patches)
    #expect(memory.described == describe(node))
    #expect(memory.elements.count == page.mountedCount)
    return steps(page.patches)
  }

  /// The kinds of the steps, in order.
  private func steps(_ patches: PatchBuffer) -> [PatchStep] {
    var steps: [PatchStep] = []
    var index = 0
    while index < patches.words.count {
      let step = PatchStep(rawValue: patches.words[index])!
      steps.append(step)
      switch step {
      case .remove, .free: index += 2
      case .createElement, .createText, .unset, .content, .listen: index += 3
      case .set, .insert: index += 4
      }
    }
    return steps
  }

  private func list(_ keys: [Int]) -> Node<Int> {
    Node(.ul, [], keys.map { Node(.li, [.key("\($0)"), .text("row \($0)")]) })
  }

  @Test func anEqualTreeNeedsNoSteps() throws {
    _ = try show(list([1, 2, 3]))
    #expect(try show(list([1, 2, 3])) == [])
  }

  @Test func aChangedTextIsOneStep() throws {
    _ = try show(p(.text("old"), .onClick(1)))
    #expect(try show(p(.text("새 글"), .onClick(1))) == [.content])
  }

  @Test func anAppendedRowTouchesNoOther() throws {
    _ = try show(list([1, 2, 3]))
    #expect(try show(list([1, 2, 3, 4])) == [.createElement, .content, .insert])
  }

  @Test func aPrependedRowTouchesNoOther() throws {
    _ = try show(list([2, 3]))
    #expect(try show(list([1, 2, 3])) == [.createElement, .content, .insert])
  }

  @Test(arguments: [[5, 1, 2, 3, 4], [2, 3, 4, 5, 1], [1, 4, 2, 3, 5]])
  func aMovedRowIsOneInsertion(order: [Int]) throws {
    _ = try show(list([1, 2, 3, 4, 5]))
    #expect(try show(list(order)) == [.insert])
  }

  @Test func aRemovedRowGivesItsHandlesBack() throws {
    _ = try show(list([1, 2, 3]))
    #expect(try show(list([1, 3])) == [.remove, .free])
    #expect(page.mountedCount == 3)
  }

  @Test func aSettingThatIsGoneIsUnset() throws {
    _ = try show(button(.flag(.disabled, true), .text("x")))
    #expect(try show(button(.flag(.disabled, false), .text("x"))) == [.unset])
  }

  @Test func listenersThatAreGoneAreNoLongerWanted() throws {
    _ = try show(button(.onClick(1)))
    #expect(try show(button()) == [.listen])
    #expect(page.handler(1, .click) == nil)
  }

  @Test func theHandlerOfTheNewestTreeAnswers() throws {
    _ = try show(button(.onClick(1)))
    #expect(try show(button(.onClick(2))) == [])
    guard case .send(2)? = page.handler(1, .click) else {
      Issue.record("the old handler is still there")
      return
    }
  }

  @Test(arguments: [-1, 0, 2, Int32.max]) func aStrangeHandleAnswersNothing(handle: Int32) throws {
    _ = try show(button(.onClick(1)))
    #expect(page.handler(handle, .click) == nil)
  }

  @Test func equalKeysAreShownBothAndNeverTrap() throws {
    _ = try show(list([1, 1, 2]))
    _ = try show(list([1, 2, 1, 1]))
    _ = try show(list([2, 2]))
    #expect(page.mountedCount == 3)
  }

  @Test func oneNodeInTwoPlacesIsShownTwice() throws {
    let same = Node<Int>(.p, [.text("twice")], [])
    _ = try show(Node(.div, [], [same, Node(.ul, [], [same])]))
    _ = try show(Node(.div, [], [Node(.ul, [], [same]), same]))
    #expect(page.mountedCount == 4)
  }

  @Test func aNodeDrawnAgainIsNotLookedInto() throws {
    let row = Node<Int>(.li, [.key("a"), .text("kept")])
    _ = try show(Node(.ul, [], [row]))
    #expect(try show(Node(.ul, [], [row])) == [])
  }

  @Test func textTakesTheChildrensPlaceAndBack() throws {
    _ = try show(div { p(.text("child")) })
    _ = try show(div(.text("only text")))
    _ = try show(div { p(.text("child")) })
    #expect(page.mountedCount == 2)
  }

  @Test func anotherRootTakesThePlaceOfTheFirst() throws {
    _ = try show(main { p(.text("a")) })
    _ = try show(section { p(.text("b")) })
    #expect(page.mountedCount == 2)
  }

  @Test func anEditedFieldIsWrittenAgainThoughTheStateStayed() throws {
    _ = try show(input(.value("ab"), .onText { $0.utf8.count }))
    page.fieldEdited(1)
    page.fieldEdited(1)
    #expect(try show(input(.value("ab"), .onText { $0.utf8.count })) == [.set])
    #expect(try show(input(.value("ab"), .onText { $0.utf8.count })) == [])
  }

  @Test func anEditedFieldThatIsGoneIsForgotten() throws {
    _ = try show(div { input(.value("ab")) })
    page.fieldEdited(2)
    page.fieldEdited(99)
    #expect(try show(div()) == [.remove, .free])
  }

  @Test func aSelectGetsItsValueAfterItsOptions() throws {
    let steps = try show(select(.value("b")) { option(.value("b"), .text("B")) })
    #expect(steps.last == .insert)
    #expect(steps.dropLast().last == .set)
  }

  @Test(arguments: 0..<60) func patchesOfRandomTreesLeadToTheNewTree(seed: Int) throws {
    var trees = RandomTrees(seed: UInt64(seed))
    for _ in 0..<12 { _ = try show(trees.next()) }
    _ = try show(main())
    #expect(page.mountedCount == 1)
  }
}
