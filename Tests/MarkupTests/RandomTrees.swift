import Markup
import Seeded

/// Trees as screens would never draw them: equal keys, keys on some siblings only, nodes used in several places.
struct RandomTrees {
  var numbers: SeededRandom
  private var kept: [Node<Int>] = []
  private let texts = ["", "가나다", "plain", "👨‍👩‍👧‍👦", "<b>&amp;", "ｶﾞ 日本", "a\u{301}"]

  init(seed: UInt64) {
    numbers = SeededRandom(seed: seed)
  }

  mutating func next() -> Node<Int> {
    let children = children(depth: 0)
    return Node(.main, attributes(), children)
  }

  private mutating func children(depth: Int) -> [Node<Int>] {
    var nodes: [Node<Int>] = []
    for _ in 0..<Int.random(in: 0...8, using: &numbers) { nodes.append(node(depth: depth + 1)) }
    return nodes
  }

  private mutating func node(depth: Int) -> Node<Int> {
    if let old = kept.randomElement(using: &numbers), chance(4) { return old }
    if chance(6) { return Node(text: texts.randomElement(using: &numbers)!) }
    let name: ElementName = [.div, .p, .input, .svg].randomElement(using: &numbers)!
    let leaf = depth > 3 || chance(3)
    let content: [Attribute<Int>] = leaf ? [.text(texts.randomElement(using: &numbers)!)] : []
    let node = Node(name, attributes() + content, leaf ? [] : children(depth: depth))
    if chance(5) { kept.append(node) }
    if kept.count > 12 { kept.removeFirst() }
    return node
  }

  private mutating func attributes() -> [Attribute<Int>] {
    var attributes: [Attribute<Int>] = []
    if chance(2) { attributes.append(.key("k\(Int.random(in: 0..<9, using: &numbers))")) }
    if chance(3) { attributes.append(.class(texts.randomElement(using: &numbers)!)) }
    if chance(4) { attributes.append(.value(texts.randomElement(using: &numbers)!)) }
    if chance(5) { attributes.append(.flag(.disabled, chance(2))) }
    if chance(3) { attributes.append(.onClick(7)) }
    if chance(6) { attributes.append(.onText { $0.utf8.count }) }
    return attributes
  }

  private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &numbers) == 0 }
}
