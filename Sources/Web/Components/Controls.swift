import Markup

public enum ButtonRole {
  case primary, plain, danger

  var names: String {
    switch self {
    case .primary: "btn primary"
    case .plain: "btn"
    case .danger: "btn danger"
    }
  }
}

/// A busy button keeps its place and its focus, and does nothing.
public func actionButton<A>(
  _ text: String, _ role: ButtonRole = .plain, isBusy: Bool = false, isBlock: Bool = false, submits: Bool = false,
  action: A?
) -> Node<A> {
  let click: Attribute<A> = action.map { isBusy ? .nothing : .onClick($0) } ?? .nothing
  return button(
    .class(role.names), .class("block", when: isBlock), .type(submits ? "submit" : "button"),
    .when(isBusy, .aria(.ariaDisabled, true)), click
  ) {
    if isBusy { span(.class("spinner"), .aria(.ariaHidden, true)) }
    span(.text(text))
  }
}

public struct Segment<A> {
  let text: String
  /// The language of the text, where it is not that of the page.
  let lang: String?
  let isChosen: Bool
  let action: A

  public init(text: String, lang: String? = nil, isChosen: Bool, action: A) {
    self.text = text
    self.lang = lang
    self.isChosen = isChosen
    self.action = action
  }
}

/// A row of buttons of which one is pressed.
public func segments<A>(label: String, _ choices: [Segment<A>]) -> Node<A> {
  div(.class("segments"), .role("group"), .label(label)) {
    for choice in choices {
      button(
        .class("segment"), .type("button"), .aria(.ariaPressed, choice.isChosen), .onClick(choice.action),
        .text(choice.text), choice.lang.map { .lang($0) } ?? .nothing)
    }
  }
}

/// A labelled text field with one line below it for an error or a hint; the line keeps its place when it is empty.
public struct Field<A> {
  public var id: String
  public var label: String
  public var value: String
  public var type = "text"
  public var inputMode = "text"
  public var autocomplete = "off"
  public var error: String?
  public var hint: String?
  public var isGood = false
  /// Several lines.
  public var isLong = false
  public var isRequired = true
  public var typed: (String) -> A
  public var left: A
  /// A button inside the field.
  public var inner: Node<A>?
  /// Between the field and its line.
  public var below: Node<A>?

  public init(id: String, label: String, value: String, typed: @escaping (String) -> A, left: A) {
    self.id = id
    self.label = label
    self.value = value
    self.typed = typed
    self.left = left
  }

  private var short: Node<A> {
    input(
      .id(id), .name(id), .class("input"), .class("with-action", when: inner != nil), .type(type),
      .set(.inputmode, inputMode), .autocomplete(autocomplete), .set(.autocapitalize, "none"),
      .set(.spellcheck, "false"), .value(value), .set(.ariaDescribedby, id + "-hint"),
      .when(isRequired, .set(.ariaRequired, "true")), .when(error != nil, .aria(.ariaInvalid, true)), .onText(typed),
      .onBlur(left))
  }

  private var long: Node<A> {
    textarea(
      .id(id), .name(id), .class("input long"), .set(.rows, "4"), .value(value),
      .set(.ariaDescribedby, id + "-hint"), .when(error != nil, .aria(.ariaInvalid, true)), .onText(typed),
      .onBlur(left))
  }

  public var node: Node<A> {
    let text = error ?? hint ?? ""
    return div(.key(id), .class("field")) {
      Markup.label(.for(id), .text(label))
      div(.class("control")) {
        isLong ? long : short
        inner
      }
      below
      p(
        .id(id + "-hint"), .class("hint"), .class("bad", when: error != nil),
        .class("good", when: error == nil && isGood), .role("status"), .text(text))
    }
  }
}

/// One condition of a password, ticked once it is met.
public func rule<A>(_ text: String, isMet: Bool, spoken: String) -> Node<A> {
  li(.class("rule"), .class("met", when: isMet)) {
    icon(.check)
    span(.text(text))
    span(.class("sr"), .text(spoken))
  }
}
