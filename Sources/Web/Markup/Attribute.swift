/// One part of an element: a setting, its key among its siblings, its text, or what it answers to.
public enum Attribute<Action> {
  case nothing
  case key(String)
  /// The element's only content. Elements with children show texts as children instead.
  case text(String)
  case set(AttributeName, String)
  case on(EventName, Handler<Action>)
}

extension Attribute {
  public static func `class`(_ names: String, when condition: Bool = true) -> Attribute {
    condition ? .set(.class, names) : .nothing
  }

  public static func when(_ condition: Bool, _ attribute: @autoclosure () -> Attribute) -> Attribute {
    condition ? attribute() : .nothing
  }

  public static func id(_ text: String) -> Attribute { .set(.id, text) }
  public static func role(_ text: String) -> Attribute { .set(.role, text) }
  public static func type(_ text: String) -> Attribute { .set(.type, text) }
  public static func name(_ text: String) -> Attribute { .set(.name, text) }
  public static func lang(_ text: String) -> Attribute { .set(.lang, text) }
  public static func placeholder(_ text: String) -> Attribute { .set(.placeholder, text) }
  public static func autocomplete(_ text: String) -> Attribute { .set(.autocomplete, text) }
  public static func label(_ text: String) -> Attribute { .set(.ariaLabel, text) }
  public static func `for`(_ id: String) -> Attribute { .set(.for, id) }

  /// Present and empty, or absent.
  public static func flag(_ name: AttributeName, _ flag: Bool) -> Attribute { flag ? .set(name, "") : .nothing }

  /// `true` or `false` in words, as ARIA wants it.
  public static func aria(_ name: AttributeName, _ flag: Bool) -> Attribute { .set(name, flag ? "true" : "false") }

  /// What a field shows. Written only where it differs from the live field, and never while it composes.
  public static func value(_ text: String) -> Attribute { .set(.value, text) }

  public static func checked(_ flag: Bool) -> Attribute { .set(.checked, flag ? "1" : "") }

  /// In CSS pixels.
  public static func height(_ pixels: Int) -> Attribute { .set(.height, "\(pixels)px") }

  /// A place of these proportions, this many CSS pixels wide where there is room.
  public static func box(width: Int, height: Int) -> Attribute { .set(.box, "\(width) \(height)") }

  /// The custom property `--progress`, 0–1000.
  public static func progress(_ permille: Int) -> Attribute { .set(.progress, "\(permille)") }

  /// A link within the app: `/chats/7` becomes `/eyemon/chats/7`. Followed without leaving the page.
  public static func route(_ path: String) -> Attribute {
    guard let path = LocalPath(path) else { return .nothing }
    return .set(.route, path.text)
  }

  public static func href(_ path: LocalPath) -> Attribute { .set(.href, path.text) }
  public static func href(_ address: WebAddress) -> Attribute { .set(.href, address.text) }

  /// What is seen of the list stays where it is. One that grows at its end stays at the end if it was there.
  public static func anchored(atEnd: Bool) -> Attribute { .set(.dataAnchor, atEnd ? "end" : "row") }

  /// The picture of this key: a path under the API root, or `local/` and the id of a brought file. Scripts load it in
  /// the size that is shown and say in `data-shown` how far it is: loading, yes, failed, gone.
  public static func picture(_ key: String) -> Attribute { .set(.dataPicture, key) }
  /// The video or audio file of this path, by a short-lived link.
  public static func film(_ path: String) -> Attribute { .set(.dataFilm, path) }
  /// The picture inside can be enlarged and moved; strokes count as arrow keys and Esc.
  public static var zooms: Attribute { .set(.dataZoom, "") }

  /// A press leaves the focus, and with it the keyboard on the screen, where it is.
  public static var keepsFocus: Attribute { .set(.dataKeepFocus, "") }
}

extension Attribute {
  public static func onClick(_ action: Action) -> Attribute { .on(.click, .send(action)) }
  public static func onMenu(_ action: Action) -> Attribute { .on(.menu, .send(action)) }
  public static func onSubmit(_ action: Action) -> Attribute { .on(.submit, .send(action)) }
  public static func onBlur(_ action: Action) -> Attribute { .on(.blur, .send(action)) }
  public static func onText(_ make: @escaping (String) -> Action) -> Attribute { .on(.input, .text(make)) }
  /// At most once a frame.
  public static func onScroll(_ make: @escaping (ScrollPosition) -> Action?) -> Attribute {
    .on(.scroll, .scroll(make))
  }
  public static func onKey(_ make: @escaping (Key) -> Action?) -> Attribute { .on(.key, .key(make)) }

  /// Files from a chooser inside, dropped on the element, or pasted.
  public static func onFiles(_ make: @escaping ([BroughtFile]) -> Action) -> Attribute { .on(.files, .files(make)) }

  /// A text field in which Enter sends: `text` gets every change and, before each `send`, the whole text once more.
  public static func composer(text: @escaping (String) -> Action, send: Action) -> Attribute {
    .on(.composer, .composer(text: text, send: send))
  }
}
