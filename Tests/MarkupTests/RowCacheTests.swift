import Markup
import Testing

struct RowCacheTests {
  struct Row: Equatable {
    var id: String
    var text: String
  }

  let cache = RowCache<Row, Int>()

  private func draw(_ rows: [Row]) -> [Node<Int>] {
    cache.nodes(rows, key: { $0.id }, draw: { row, key in li(.key(key), .text(row.text)) })
  }

  @Test func anEqualRowIsTheSameNode() {
    let first = draw([Row(id: "a", text: "1"), Row(id: "b", text: "2")])
    let second = draw([Row(id: "b", text: "2"), Row(id: "a", text: "new")])
    #expect(second[0] === first[1])
    #expect(second[1] !== first[0])
    #expect(second[1].text == "new")
  }

  @Test func twoRowsOfOneKeyAreTwoNodes() {
    let row = Row(id: "a", text: "1")
    let nodes = draw([row, row])
    #expect(nodes[0] !== nodes[1])
    let again = draw([row, row])
    #expect(again[0] === nodes[0])
    #expect(again[1] !== nodes[0])
  }

  @Test func aRowThatLeftIsForgotten() {
    let first = draw([Row(id: "a", text: "1")])
    _ = draw([])
    #expect(draw([Row(id: "a", text: "1")])[0] !== first[0])
  }

  @Test func aLongListThatGrowsByOneTouchesOneRow() throws {
    let page = Page<Int>()
    let memory = MemoryPage()
    var rows = (0..<2_000).map { Row(id: "\($0)", text: "message \($0)") }
    page.draw(ul { draw(rows) })
    try memory.apply(page.patches)
    rows.append(Row(id: "last", text: "새 메시지"))
    page.draw(ul { draw(rows) })
    try memory.apply(page.patches)
    #expect(memory.insertions == 1)
    #expect(memory.mount.children[0].children.count == 2_001)
  }
}
