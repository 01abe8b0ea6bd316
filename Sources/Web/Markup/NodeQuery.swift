// Reading a tree, for tests of screens.

extension Node {
  public subscript(name: AttributeName) -> String? { settings.first { $0.name == name }?.value }

  public func handler(_ event: EventName) -> Handler<Action>? { listeners.first { $0.event == event }?.handler }

  /// This node and all below it, in the order of the page.
  public var all: [Node] {
    var nodes = [self]
    for child in children { nodes += child.all }
    return nodes
  }

  public func first(where matches: (Node) -> Bool) -> Node? {
    if matches(self) { return self }
    for child in children {
      if let found = child.first(where: matches) { return found }
    }
    return nil
  }

  /// All texts in it, one after another.
  public var shownText: String {
    var shown = text
    for child in children { shown += child.shownText }
    return shown
  }
}
