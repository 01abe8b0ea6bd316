import Markup

/// What stands where a list has nothing to show: why, and the way on. `isPage`: it is all that the screen shows.
public func face<A>(
  _ picture: Icon, title: String, text: String, isPage: Bool = false, _ button: Node<A>? = nil
) -> Node<A> {
  div(.key("face"), .class("face")) {
    icon(picture)
    isPage ? h1(.id("title"), .set(.tabindex, "-1"), .text(title)) : h2(.text(title))
    p(.text(text))
    button
  }
}

/// Rows in outline while a list loads: nothing jumps when they arrive.
public func skeleton<A>(rows: Int, label: String) -> Node<A> {
  div(.key("skeleton"), .class("list"), .role("status"), .label(label)) {
    for row in 0..<rows {
      div(.key("\(row)"), .class("row skeleton")) {
        span(.class("avatar"))
        span(.class("row-main")) {
          span(.class("bone short"))
          span(.class("bone"))
        }
      }
    }
  }
}

/// The picture of a person, or a letter on one of eight tints. `picture`: a path under the API root.
public func avatar<A>(letter: String, tint: Int, picture: String? = nil, isSmall: Bool = false, isOnline: Bool = false)
  -> Node<A>
{
  span(
    .class("avatar tone-\(tint)"), .class("small", when: isSmall), .class("online", when: isOnline),
    .aria(.ariaHidden, true)
  ) {
    Node(text: letter)
    if let picture { img(.set(.alt, ""), .picture(picture)) }
  }
}
