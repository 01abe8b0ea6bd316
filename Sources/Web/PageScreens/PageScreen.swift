import Components
import FeatureCore
import Markup

/// Draws a place made of groups, for whichever program it belongs to.
public struct PageScreen<Action> {
  public typealias Page = PageModel<Action>

  let model: Page
  let back: Action
  let left: Action

  /// - Parameters:
  ///   - back: of the button in the head.
  ///   - left: a field lost the focus.
  public init(model: Page, back: Action, left: Action) {
    self.model = model
    self.back = back
    self.left = left
  }

  public var node: Node<Action> {
    section(.key(model.title), .class("screen"), .label(model.title)) {
      bar(model.title, back: model.backLabel.map { BackButton(label: $0, action: back) }, tools: tools)
      div(.key("content"), .class("content")) {
        div(.key("notice"), .role("alert")) {
          if let notice = model.notice { p(.class("form-error page-notice"), .text(notice)) }
        }
        Self.parts(model.parts, of: model.title, left: left)
      }
      if let question = model.question { Self.ask(question) }
    }
  }

  public static func parts(_ parts: [Page.Part], of title: String, left: Action) -> [Node<Action>] {
    parts.enumerated().map { part($0.element, key: "part \($0.offset)", title, left) }
  }

  private var tools: [Node<Action>] {
    model.tool.map { tool in
      [button(.class("link"), .type("button"), .onClick(tool.action), .text(tool.label))]
    } ?? []
  }

  private static func part(_ part: Page.Part, key: String, _ title: String, _ left: Action) -> Node<Action> {
    switch part {
    case .rows(let group): return rows(group, key)
    case .form(let form): return draw(form, key, left)
    case .face(let model):
      let retry = model.retryLabel.flatMap { label in model.retry.map { actionButton(label, action: $0) } }
      let link = model.way.map { way($0) }
      // Without a way on nothing went wrong: it is done, or there is nothing.
      let icon: Icon = !retry.isNone ? .cloud : link.isNone ? .check : .search
      return div(.key(key)) { face(icon, title: model.title, text: model.text, retry ?? link) }
    case .picture(let model): return picture(model, key, left)
    case .loading: return div(.key(key)) { skeleton(rows: 4, label: title) }
    case .text(let text): return p(.key(key), .class("group page-news"), .role("status"), .text(text))
    case .prose(let title, let text):
      return div(.key(key), .class("group")) {
        h2(.text(title))
        p(.class("page-text"), .text(text))
      }
    case .warning(let text): return p(.key(key), .class("group emergency"), .role("note"), .text(text))
    case .pictures(let model): return pictures(model, key)
    }
  }

  private static func way(_ row: Page.Row) -> Node<Action> {
    guard case .link(let path) = row.kind else { return Node(text: row.title) }
    return a(.class("btn"), .route(path), .text(row.title))
  }

  /// They scroll sideways: the keyboard reaches them as a whole.
  private static func pictures(_ model: Page.Pictures, _ key: String) -> Node<Action> {
    ul(.key(key), .class("pictures"), .label(model.label), .set(.tabindex, "0")) {
      for (index, picture) in model.keys.enumerated() {
        li(.key(picture)) { img(.set(.alt, model.label + " \(index + 1)"), .picture(picture)) }
      }
    }
  }

  private static func picture(_ model: Page.Picture, _ key: String, _ left: Action) -> Node<Action> {
    let chosen = model.chosen
    return div(
      .key(key), .class("portrait"),
      .onFiles { files in files.first.map { chosen($0.id, $0.width > 0) } ?? left }
    ) {
      avatar(letter: model.letter, tint: 0, picture: model.key)
      label(.class("btn")) {
        span(.text(model.label))
        input(.type("file"), .set(.accept, "image/*"), .label(model.label))
      }
      if let remove = model.remove {
        button(.class("link"), .type("button"), .onClick(remove.action), .text(remove.label))
      }
      p(.class("hint"), .role("status"), .text(model.hint ?? ""))
    }
  }

  private static func rows(_ group: Page.Group, _ key: String) -> Node<Action> {
    div(.key(key), .class("group")) {
      if let title = group.title { h2(.text(title)) }
      ul(.class("card lines"), .when(group.title != nil, .label(group.title ?? ""))) {
        group.rows.map { row in li(.key(row.key)) { line(row) } }
      }
      if let footer = group.footer { p(.class("hint"), .text(footer)) }
    }
  }

  public static func line(_ row: Page.Row) -> Node<Action> {
    switch row.kind {
    case .plain: return div(.class("line"), children: { inside(row) })
    case .link(let path): return a(.class("line"), .route(path), children: { inside(row, ends: .forward) })
    case .page(let path):
      return a(.class("line"), .page(path), .set(.target, "_blank"), children: { inside(row, ends: .page) })
    case .outer(let address):
      guard let address = WebAddress(address) else { return div(.class("line"), children: { inside(row) }) }
      return a(
        .class("line"), .href(address), .set(.target, "_blank"), .set(.rel, "noopener noreferrer"),
        children: { inside(row, ends: .page) })
    case .phone(let number): return a(.class("line"), .phone(number), children: { inside(row) })
    case .button(let wanted):
      // One that says no more than what it does.
      let isBare = row.detail.isEmpty && row.meta.isEmpty && row.act.isEmpty
      return button(
        .class("line"), .class("bare", when: isBare), .type("button"), .onClick(wanted), children: { inside(row) })
    case .danger(let wanted):
      return button(.class("line danger"), .type("button"), .onClick(wanted), children: { inside(row) })
    case .toggle(let isOn, let wanted):
      return button(
        .class("line"), .type("button"), .role("switch"), .aria(.ariaChecked, isOn), .onClick(wanted)
      ) {
        inside(row)
        span(.class("switch"), .aria(.ariaHidden, true))
      }
    case .choice(let isOn, let wanted):
      return button(
        .class("line"), .type("button"), .aria(.ariaPressed, isOn), .onClick(wanted),
        children: { inside(row, ends: isOn ? .check : nil) })
    }
  }

  @NodeBuilder<Action>
  private static func inside(_ row: Page.Row, ends picture: Icon? = nil) -> [Node<Action>] {
    span(.class("line-main")) {
      span(.class("line-title"), .class("marked", when: row.isMarked), .text(row.title))
      if !row.detail.isEmpty { span(.class("line-detail"), .text(row.detail)) }
    }
    if !row.meta.isEmpty { span(.class("line-meta"), .text(row.meta)) }
    if !row.act.isEmpty { span(.class("line-act"), .text(row.act)) }
    if let badge = row.badge { span(.class("badge"), .text(badge)) }
    if let picture { icon(picture) }
  }

  private static func draw(_ model: Page.Form, _ key: String, _ left: Action) -> Node<Action> {
    form(.key(key), .class("form part"), .onSubmit(model.submit)) {
      if let title = model.title { h2(.key("title"), .text(title)) }
      if let text = model.text { p(.key("text"), .class("hint"), .text(text)) }
      model.fields.map { field($0, left) }
      if !model.checks.isEmpty {
        ul(.key("checks"), .id("checks"), .class("checks"), .set(.tabindex, "-1")) {
          model.checks.map { row in li(.key(row.key)) { line(row) } }
        }
      }
      div(.key("notice"), .role("alert")) {
        if let notice = model.notice { p(.class("form-error"), .text(notice)) }
      }
      actionButton(
        model.submitLabel, model.isDanger ? .danger : .primary, isBusy: model.isBusy, isBlock: true, submits: true,
        action: nil)
      model.others.map(other)
    }
  }

  private static func other(_ row: Page.Row) -> Node<Action> {
    div(.key(row.key), .class("center")) {
      if !row.detail.isEmpty { span(.text(row.detail + " ")) }
      switch row.kind {
      case .link(let path): a(.class("link"), .route(path), .text(row.title))
      case .page(let path): a(.class("link"), .page(path), .set(.target, "_blank"), .text(row.title))
      case .button(let wanted):
        button(.class("link"), .type("button"), .onClick(wanted), .text(row.title))
      default: span(.class("hint"), .text(row.title))
      }
    }
  }

  private static func chooser(_ model: Page.Field, _ left: Action) -> Node<Action> {
    div(.key(model.id), .class("field")) {
      label(.for(model.id), .text(model.label))
      select(
        .id(model.id), .name(model.id), .class("input"), .set(.ariaDescribedby, model.id + "-hint"),
        .when(model.isRequired, .set(.ariaRequired, "true")), .when(model.error != nil, .aria(.ariaInvalid, true)),
        .onText(model.typed), .onBlur(left)
      ) {
        for choice in model.choices {
          option(
            .key(choice.value), .set(.value, choice.value), .flag(.selected, choice.value == model.value),
            .text(choice.text))
        }
      }
      p(
        .id(model.id + "-hint"), .class("hint"), .class("bad", when: model.error != nil), .role("status"),
        .text(model.error ?? model.hint ?? ""))
    }
  }

  private static func field(_ model: Page.Field, _ left: Action) -> Node<Action> {
    guard model.choices.isEmpty else { return chooser(model, left) }
    var field = Field<Action>(
      id: model.id, label: model.label, value: model.value, typed: model.typed, left: left)
    field.type = model.type
    field.inputMode = model.inputMode
    field.autocomplete = model.autocomplete
    field.error = model.error
    field.hint = model.hint
    field.isLong = model.isLong
    field.isRequired = model.isRequired
    return field.node
  }

  public static func ask(_ question: Page.Question) -> Node<Action> {
    sheet(label: question.title, dismiss: question.dismiss) {
      h2(.text(question.title))
      if let text = question.text { p(.class("hint"), .text(text)) }
      button(
        .class("item danger"), .type("button"), .onClick(question.confirm), .text(question.confirmLabel))
      button(
        .class("item cancel"), .type("button"), .onClick(question.dismiss), .text(question.cancelLabel))
    }
  }
}

extension Attribute {
  /// A page of the server in a tab of its own.
  fileprivate static func page(_ path: String) -> Attribute {
    guard let path = LocalPath(path) else { return .nothing }
    return .href(path)
  }

  /// Digits and what stands before them: no text of a stranger becomes another kind of link.
  fileprivate static func phone(_ number: String) -> Attribute {
    let bytes = number.utf8.filter { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "+") }
    return .set(.href, "tel:" + String(decoding: bytes, as: UTF8.self))
  }
}
