/// Children in braces: nodes, texts, arrays of nodes, `if`, `switch` and `for`.
@resultBuilder
public enum NodeBuilder<Action> {
  public static func buildExpression(_ node: Node<Action>) -> [Node<Action>] { [node] }
  public static func buildExpression(_ node: Node<Action>?) -> [Node<Action>] { node.map { [$0] } ?? [] }
  public static func buildExpression(_ nodes: [Node<Action>]) -> [Node<Action>] { nodes }
  public static func buildExpression(_ text: String) -> [Node<Action>] { [Node(text: text)] }

  public static func buildBlock() -> [Node<Action>] { [] }
  public static func buildPartialBlock(first: [Node<Action>]) -> [Node<Action>] { first }
  @inline(never)
  public static func buildPartialBlock(accumulated: [Node<Action>], next: [Node<Action>]) -> [Node<Action>] {
    accumulated + next
  }
  public static func buildOptional(_ nodes: [Node<Action>]?) -> [Node<Action>] { nodes ?? [] }
  public static func buildEither(first: [Node<Action>]) -> [Node<Action>] { first }
  public static func buildEither(second: [Node<Action>]) -> [Node<Action>] { second }
  public static func buildArray(_ parts: [[Node<Action>]]) -> [Node<Action>] {
    var nodes: [Node<Action>] = []
    for part in parts { nodes += part }
    return nodes
  }
}
