import Markup

/// A dialog over the page: from below on a phone, in the middle elsewhere. It keeps the focus, and Escape, the way back
/// of a phone, or a press beside it leaves it.
public func sheet<A>(
  label: String, dismiss: A, @NodeBuilder<A> content: () -> [Node<A>]
) -> Node<A> {
  dialog(
    .key("sheet"), .class("sheet"), .set(.modal, ""), .label(label), .onKey { $0 == .escape ? dismiss : nil }
  ) {
    div(.class("sheet-body")) { content() }
  }
}

/// A link to a place elsewhere, in a tab of its own that cannot reach back.
public func outerLink<A>(_ text: String, to address: String) -> Node<A> {
  guard let address = WebAddress(address) else { return Node(text: text) }
  return a(.href(address), .set(.target, "_blank"), .set(.rel, "noopener noreferrer"), .text(text))
}
