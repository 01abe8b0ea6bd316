/// A place made of groups, as settings are: what it says and what can be done there. One screen draws all of them.
public struct PageModel<Action> {
  public enum Part {
    case rows(Group)
    case form(Form)
    case face(Face)
    case picture(Picture)
    /// Rows in outline while something loads.
    case loading
    /// News: said when it comes.
    case text(String)
    /// Paragraphs to be read, under a title.
    case prose(String, String)
    /// What nobody may overlook.
    case warning(String)
    case pictures(Pictures)
  }

  public struct Group {
    public var title: String?
    public var rows: [Row]
    public var footer: String?

    public init(_ title: String? = nil, footer: String? = nil, _ rows: [Row]) {
      self.title = title
      self.rows = rows
      self.footer = footer
    }

    public init(_ rows: [Row]) {
      self.rows = rows
    }
  }

  public struct Row {
    public enum Kind {
      case plain
      /// A place of the app: its path below the prefix.
      case link(String)
      /// A page of the server, in a tab of its own.
      case page(String)
      /// A page elsewhere, in a tab of its own: its `https` address.
      case outer(String)
      /// A number to call.
      case phone(String)
      case button(Action)
      case danger(Action)
      /// On or off by itself.
      case toggle(Bool, Action)
      /// One of several.
      case choice(Bool, Action)
    }

    public var key: String
    public var title: String
    public var detail: String
    /// At the end of the line: a time, a state.
    public var meta: String
    /// What a press does, where the title does not say it.
    public var act: String
    public var badge: String?
    public var isMarked: Bool
    public var kind: Kind

    public init(
      _ key: String, _ title: String, detail: String = "", meta: String = "", act: String = "", badge: String? = nil,
      isMarked: Bool = false, _ kind: Kind = .plain
    ) {
      self.key = key
      self.title = title
      self.detail = detail
      self.meta = meta
      self.act = act
      self.badge = badge
      self.isMarked = isMarked
      self.kind = kind
    }
  }

  public struct Field {
    /// Also the id of its control on the page.
    public var id: String
    public var label: String
    public var value: String
    public var type: String
    public var inputMode: String
    public var autocomplete: String
    public var error: String?
    public var hint: String?
    /// Several lines.
    public var isLong: Bool
    public var isRequired: Bool
    /// Where one of these is chosen instead of typed; the first stands for none.
    public var choices: [(value: String, text: String)]
    public var typed: (String) -> Action

    public init(
      _ id: String, _ label: String, _ value: String, type: String = "text", inputMode: String = "text",
      autocomplete: String = "off", error: String? = nil, hint: String? = nil, isLong: Bool = false,
      isRequired: Bool = true, choices: [(value: String, text: String)] = [], typed: @escaping (String) -> Action
    ) {
      self.id = id
      self.label = label
      self.value = value
      self.type = type
      self.inputMode = inputMode
      self.autocomplete = autocomplete
      self.error = error
      self.hint = hint
      self.isLong = isLong
      self.isRequired = isRequired
      self.choices = choices
      self.typed = typed
    }
  }

  /// Fields and the button that sends them; below it, other ways on.
  public struct Form {
    public var title: String?
    public var text: String?
    public var fields: [Field]
    public var checks: [Row]
    public var submitLabel: String
    public var isBusy: Bool
    /// What it does cannot be taken back.
    public var isDanger: Bool
    public var submit: Action
    public var notice: String?
    public var others: [Row]

    public init(
      _ title: String? = nil, text: String? = nil, fields: [Field], checks: [Row] = [], submitLabel: String,
      isBusy: Bool = false, isDanger: Bool = false, submit: Action, notice: String? = nil, others: [Row] = []
    ) {
      self.title = title
      self.text = text
      self.fields = fields
      self.checks = checks
      self.submitLabel = submitLabel
      self.isBusy = isBusy
      self.isDanger = isDanger
      self.submit = submit
      self.notice = notice
      self.others = others
    }
  }

  public struct Face {
    public var title: String
    public var text: String
    public var retryLabel: String?
    public var retry: Action?
    /// Where nothing can be tried again: the way on.
    public var way: Row?

    public init(title: String, text: String, retryLabel: String? = nil, retry: Action? = nil, way: Row? = nil) {
      self.title = title
      self.text = text
      self.retryLabel = retryLabel
      self.retry = retry
      self.way = way
    }
  }

  /// Pictures side by side, each with words for those who do not see it.
  public struct Pictures {
    public var label: String
    /// As `data-picture` has them.
    public var keys: [String]

    public init(_ label: String, _ keys: [String]) {
      self.label = label
      self.keys = keys
    }
  }

  /// Somebody's picture, and choosing another one.
  public struct Picture {
    /// As `data-picture` has it; nil: the letter stands for it.
    public var key: String?
    public var letter: String
    public var label: String
    public var hint: String?
    /// Gets the id of a brought file, and whether the browser can show it.
    public var chosen: (String, Bool) -> Action
    public var remove: Tool?

    public init(
      key: String?, letter: String, label: String, hint: String? = nil,
      chosen: @escaping (String, Bool) -> Action, remove: Tool? = nil
    ) {
      self.key = key
      self.letter = letter
      self.label = label
      self.hint = hint
      self.chosen = chosen
      self.remove = remove
    }
  }

  public struct Tool {
    public var label: String
    public var action: Action

    public init(_ label: String, _ action: Action) {
      self.label = label
      self.action = action
    }
  }

  public var title: String
  /// nil on the place of a tab.
  public var backLabel: String?
  /// At the end of the head.
  public var tool: Tool?
  public var parts: [Part]
  /// What went wrong, said to screen readers as well.
  public var notice: String?
  public var question: Question?

  /// Asked before something that cannot be taken back.
  public struct Question {
    public var title: String
    public var text: String?
    public var confirmLabel: String
    public var confirm: Action
    public var cancelLabel: String
    public var dismiss: Action

    public init(
      title: String, text: String? = nil, confirmLabel: String, confirm: Action, cancelLabel: String, dismiss: Action
    ) {
      self.title = title
      self.text = text
      self.confirmLabel = confirmLabel
      self.confirm = confirm
      self.cancelLabel = cancelLabel
      self.dismiss = dismiss
    }
  }

  public init(
    _ title: String, backLabel: String? = nil, tool: Tool? = nil, _ parts: [Part] = [], notice: String? = nil,
    question: Question? = nil
  ) {
    self.title = title
    self.backLabel = backLabel
    self.tool = tool
    self.parts = parts
    self.notice = notice
    self.question = question
  }
}
