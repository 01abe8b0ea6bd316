import Markup
import Testing

struct NodeTests {
  @Test func classesAddUpAndOtherSettingsTakeTheLast() {
    let node: Node<Int> = div(.class("row"), .class("mine", when: true), .class("no", when: false), .id("a"), .id("b"))
    #expect(node[.class] == "row mine")
    #expect(node[.id] == "b")
  }

  @Test func theBuilderTakesTextsConditionsAndLists() {
    let node: Node<Int> = div {
      "안녕"
      if true { p(.text("yes")) } else { p(.text("no")) }
      for n in 0..<2 { em(.text("\(n)")) }
      [strong(.text("s"))]
      nil as Node<Int>?
    }
    #expect(node.shownText == "안녕yes01s")
    #expect(node.all.count == 6)
  }

  @Test func childrenWinOverText() {
    let node: Node<Int> = div(.text("lost")) { p(.text("kept")) }
    #expect(node.shownText == "kept")
  }

  @Test func theLastListenerOfAnEventCounts() {
    let node: Node<Int> = button(.onClick(1), .onClick(2))
    guard case .send(2)? = node.handler(.click) else {
      Issue.record("the first listener answered")
      return
    }
    #expect(node.listeners.count == 1)
  }

  @Test func nodesAreFoundFromTheTop() {
    let node: Node<Int> = div { p { em(.id("x")) } }
    #expect(node.first { $0[.id] == "x" }?.name == .em)
    #expect(node.first { $0[.id] == "y" } == nil)
  }

  @Test(arguments: ["/", "/chats/1", "/a?b=c#d", "/%EA%B0%80"]) func pathsOnOurOriginAreTaken(text: String) {
    #expect(LocalPath(text)?.text == text)
  }

  @Test(arguments: [
    "", "chats", "//evil.example", "/\\evil.example", "javascript:alert(1)", "https://evil.example/", " /a", "/a b",
    "/가", "/a\n", "\t/a", "data:text/html,x",
  ]) func otherAddressesAreRefused(text: String) {
    #expect(LocalPath(text) == nil)
    let link: Node<Int> = a(.route(text))
    #expect(link.settings.isEmpty)
  }
}
