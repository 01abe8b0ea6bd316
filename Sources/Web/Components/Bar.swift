import Markup

/// The head of a screen. Its title takes the focus when the screen changes, so that a screen reader starts there.
/// `below` stands under the title, `tools` at the end of the line.
public func bar<A>(
  _ title: String, isSmall: Bool = false, back: BackButton<A>? = nil, titleID: String = "title",
  below: Node<A>? = nil, tools: [Node<A>] = []
) -> Node<A> {
  header(.class("bar"), .class("small", when: isSmall)) {
    if let back {
      button(.class("icon-btn back"), .type("button"), .label(back.label), .onClick(back.action)) { icon(.back) }
    }
    div(.class("bar-title")) {
      h1(.id(titleID), .set(.tabindex, "-1"), .text(title))
      below
    }
    tools
  }
}

/// A round button that shows a picture only.
public func iconButton<A>(_ picture: Icon, label: String, _ action: A) -> Node<A> {
  button(.key(label), .class("icon-btn"), .type("button"), .label(label), .onClick(action)) { icon(picture) }
}

public struct BackButton<A> {
  let label: String
  let action: A

  public init(label: String, action: A) {
    self.label = label
    self.action = action
  }
}

/// The state of the connection in words. The live region is always there, so that a change is said.
public func banner<A>(_ text: String?) -> Node<A> {
  div(.key("banner"), .role("status")) {
    if let text { p(.class("banner"), .text(text)) }
  }
}

public struct TabItem {
  let icon: Icon
  let label: String
  /// The label and the unread number, for a screen reader.
  let spoken: String
  let path: String
  let isSelected: Bool
  let badge: String?

  public init(_ icon: Icon, label: String, spoken: String, path: String, isSelected: Bool, badge: String?) {
    self.icon = icon
    self.label = label
    self.spoken = spoken
    self.path = path
    self.isSelected = isSelected
    self.badge = badge
  }
}

public func tabs<A>(_ items: [TabItem], label: String) -> Node<A> {
  nav(.key("tabs"), .class("tabs"), .label(label)) {
    for item in items {
      if let path = LocalPath(item.path) {
        a(
          .key(item.path), .class("tab"), .href(path), .label(item.spoken),
          .when(item.isSelected, .set(.ariaCurrent, "page"))
        ) {
          icon(item.icon)
          span(.text(item.label))
          if let count = item.badge { span(.class("badge"), .text(count)) }
        }
      }
    }
  }
}
