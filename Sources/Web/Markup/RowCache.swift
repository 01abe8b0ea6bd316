/// Keeps the nodes of rows that did not change, so that a long list costs only what is new in it.
public final class RowCache<Row: Equatable, Action> {
  private struct Drawn {
    let row: Row
    let node: Node<Action>
  }

  private var drawn: [String: Drawn] = [:]

  public init() {}

  /// - Parameter draw: must depend on nothing but the row. It is given the key for its node.
  public func nodes(
    _ rows: [Row], key: (Row) -> String, draw: (Row, String) -> Node<Action>
  ) -> [Node<Action>] {
    var next: [String: Drawn] = [:]
    var nodes: [Node<Action>] = []
    nodes.reserveCapacity(rows.count)
    for row in rows {
      let key = key(row)
      // A second row of the same key is drawn but not kept: one node cannot stand in two places.
      if next[key] == nil, let kept = drawn[key], kept.row == row {
        next[key] = kept
        nodes.append(kept.node)
      } else {
        let node = draw(row, key)
        if next[key] == nil { next[key] = Drawn(row: row, node: node) }
        nodes.append(node)
      }
    }
    drawn = next
    return nodes
  }
}
