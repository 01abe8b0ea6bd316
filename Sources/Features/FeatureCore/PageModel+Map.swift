extension PageModel {
  /// The same place, its actions those of the feature above.
  public func map<Other>(_ action: @escaping (Action) -> Other) -> PageModel<Other> {
    PageModel<Other>(
      title, backLabel: backLabel, tool: tool.map { PageModel<Other>.Tool($0.label, action($0.action)) },
      parts.map { $0.map(action) }, notice: notice, question: question.map { $0.map(action) })
  }
}

extension PageModel.Part {
  public func map<Other>(_ action: @escaping (Action) -> Other) -> PageModel<Other>.Part {
    switch self {
    case .rows(let group):
      .rows(PageModel<Other>.Group(group.title, footer: group.footer, group.rows.map { $0.map(action) }))
    case .form(let form): .form(form.map(action))
    case .face(let face):
      .face(
        PageModel<Other>.Face(
          title: face.title, text: face.text, retryLabel: face.retryLabel, retry: face.retry.map(action),
          way: face.way.map { $0.map(action) }))
    case .picture(let picture): .picture(picture.map(action))
    case .loading: .loading
    case .text(let text): .text(text)
    case .prose(let title, let text): .prose(title, text)
    case .warning(let text): .warning(text)
    case .pictures(let pictures): .pictures(PageModel<Other>.Pictures(pictures.label, pictures.keys))
    }
  }
}

extension PageModel.Picture {
  func map<Other>(_ action: @escaping (Action) -> Other) -> PageModel<Other>.Picture {
    let chosen = chosen
    return PageModel<Other>.Picture(
      key: key, letter: letter, label: label, hint: hint, chosen: { action(chosen($0, $1)) },
      remove: remove.map { PageModel<Other>.Tool($0.label, action($0.action)) })
  }
}

extension PageModel.Row {
  public func map<Other>(_ action: (Action) -> Other) -> PageModel<Other>.Row {
    let kind: PageModel<Other>.Row.Kind =
      switch kind {
      case .plain: .plain
      case .link(let path): .link(path)
      case .page(let path): .page(path)
      case .outer(let address): .outer(address)
      case .phone(let number): .phone(number)
      case .button(let wanted): .button(action(wanted))
      case .danger(let wanted): .danger(action(wanted))
      case .toggle(let isOn, let wanted): .toggle(isOn, action(wanted))
      case .choice(let isOn, let wanted): .choice(isOn, action(wanted))
      }
    return PageModel<Other>.Row(
      key, title, detail: detail, meta: meta, act: act, badge: badge, isMarked: isMarked, kind)
  }
}

extension PageModel.Form {
  func map<Other>(_ action: @escaping (Action) -> Other) -> PageModel<Other>.Form {
    PageModel<Other>.Form(
      title, text: text, fields: fields.map { $0.map(action) }, checks: checks.map { $0.map(action) },
      submitLabel: submitLabel, isBusy: isBusy, isDanger: isDanger, submit: action(submit), notice: notice,
      others: others.map { $0.map(action) })
  }
}

extension PageModel.Field {
  func map<Other>(_ action: @escaping (Action) -> Other) -> PageModel<Other>.Field {
    let typed = typed
    return PageModel<Other>.Field(
      id, label, value, type: type, inputMode: inputMode, autocomplete: autocomplete, error: error, hint: hint,
      isLong: isLong, isRequired: isRequired, choices: choices, typed: { action(typed($0)) })
  }
}

extension PageModel.Question {
  public func map<Other>(_ action: (Action) -> Other) -> PageModel<Other>.Question {
    PageModel<Other>.Question(
      title: title, text: text, confirmLabel: confirmLabel, confirm: action(confirm), cancelLabel: cancelLabel,
      dismiss: action(dismiss))
  }
}
