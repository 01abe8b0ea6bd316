/// One element or run of text. Nodes are drawn afresh for every state; the same object drawn again is known to be
/// unchanged and is not looked into.
public final class Node<Action> {
  public let name: ElementName
  public let key: String?
  public let settings: [Setting]
  /// Empty where there are children.
  public let text: String
  public let listeners: [Listener<Action>]
  public internal(set) var children: [Node]
  /// 0 while not on the page.
  var handle: Int32 = 0

  public struct Setting: Equatable, Sendable {
    public let name: AttributeName
    public let value: String
  }

  public init(_ name: ElementName, _ attributes: [Attribute<Action>], _ children: [Node] = []) {
    var key: String?
    var text = ""
    var settings: [Setting] = []
    var listeners: [Listener<Action>] = []
    for attribute in attributes {
      switch attribute {
      case .nothing: break
      case .key(let value): key = value
      case .text(let value): text = value
      case .set(let name, let value): Self.add(name, value, to: &settings)
      case .on(let event, let handler):
        listeners.removeAll { $0.event == event }
        listeners.append(Listener(event: event, handler: handler))
      }
    }
    self.name = name
    self.key = key
    self.text = children.isEmpty ? text : ""
    self.settings = settings
    self.listeners = listeners
    self.children = children
  }

  public convenience init(text: String) {
    self.init(.text, [.text(text)])
  }

  /// A fresh node that looks the same, for a second place on the page.
  init(copying other: Node) {
    name = other.name
    key = other.key
    settings = other.settings
    text = other.text
    listeners = other.listeners
    children = other.children.map { Node(copying: $0) }
  }

  /// Classes add up; of all else the last one counts.
  private static func add(_ name: AttributeName, _ value: String, to settings: inout [Setting]) {
    guard let index = settings.firstIndex(where: { $0.name == name }) else {
      settings.append(Setting(name: name, value: value))
      return
    }
    let joined = name == .class ? settings[index].value + " " + value : value
    settings[index] = Setting(name: name, value: joined)
  }

  var eventMask: Int32 {
    var mask: Int32 = 0
    for listener in listeners { mask |= listener.event.bit }
    return mask
  }

  /// Whether this node may take the other's place on the page by changing it.
  func matches(_ other: Node) -> Bool { name == other.name && key == other.key }
}
