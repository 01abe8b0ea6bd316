// One function per element: `div(.class("card")) { h2(.text(title)); if isNew { badge() } }`.

public typealias Children<Action> = () -> [Node<Action>]

public func a<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.a, attributes, children())
}

public func article<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.article, attributes, children())
}

public func aside<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.aside, attributes, children())
}

public func button<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.button, attributes, children())
}

public func dialog<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.dialog, attributes, children())
}

public func div<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.div, attributes, children())
}

public func em<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.em, attributes, children())
}

public func fieldset<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.fieldset, attributes, children())
}

public func figure<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.figure, attributes, children())
}

public func footer<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.footer, attributes, children())
}

public func form<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.form, attributes, children())
}

public func h1<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.h1, attributes, children())
}

public func h2<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.h2, attributes, children())
}

public func h3<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.h3, attributes, children())
}

public func header<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.header, attributes, children())
}

public func label<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.label, attributes, children())
}

public func legend<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.legend, attributes, children())
}

public func li<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.li, attributes, children())
}

public func main<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.main, attributes, children())
}

public func nav<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.nav, attributes, children())
}

public func ol<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.ol, attributes, children())
}

public func option<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.option, attributes, children())
}

public func p<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.p, attributes, children())
}

public func search<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.search, attributes, children())
}

public func section<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.section, attributes, children())
}

public func select<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.select, attributes, children())
}

public func small<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.small, attributes, children())
}

public func span<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.span, attributes, children())
}

public func strong<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.strong, attributes, children())
}

public func time<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.time, attributes, children())
}

public func ul<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.ul, attributes, children())
}

public func svg<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.svg, attributes, children())
}

public func g<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.g, attributes, children())
}

public func hr<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.hr, attributes)
}

public func img<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.img, attributes)
}

public func input<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.input, attributes)
}

public func textarea<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.textarea, attributes)
}

public func path<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.path, attributes)
}

public func circle<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.circle, attributes)
}

public func rect<A>(_ attributes: Attribute<A>...) -> Node<A> {
  Node(.rect, attributes)
}

public func audio<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.audio, attributes, children())
}

public func video<A>(_ attributes: Attribute<A>..., @NodeBuilder<A> children: Children<A> = { [] }) -> Node<A> {
  Node(.video, attributes, children())
}
