import Markup

/// A page in memory that carries patches out as host.js does, strictly: whatever would go wrong there is an error here.
final class MemoryPage {
  enum Fault: Error, Equatable {
    case unknownStep(Int32)
    case unknownHandle(Int32)
    case handleInUse(Int32)
    case textIsShort
    case notAChild
  }

  final class Element {
    let name: ElementName
    var settings: [AttributeName: String] = [:]
    var mask: Int32 = 0
    var content = ""
    var children: [Element] = []
    weak var parent: Element?

    init(_ name: ElementName) {
      self.name = name
    }
  }

  let mount = Element(.div)
  private(set) var elements: [Int32: Element] = [:]
  private(set) var insertions = 0
  private var words: ArraySlice<Int32> = []
  private var units: ArraySlice<UInt16> = []

  func apply(_ patches: PatchBuffer) throws(Fault) {
    words = patches.words[...]
    units = Array(String(decoding: patches.text, as: UTF8.self).utf16)[...]
    insertions = 0
    while let word = words.popFirst() {
      guard let step = PatchStep(rawValue: word) else { throw .unknownStep(word) }
      try perform(step, on: words.removeFirst())
    }
  }

  private func perform(_ step: PatchStep, on handle: Int32) throws(Fault) {
    switch step {
    case .createElement:
      try add(Element(ElementName(rawValue: UInt8(words.removeFirst()))!), handle)
    case .createText:
      let element = Element(.text)
      element.content = try text()
      try add(element, handle)
    case .set:
      let name = AttributeName(rawValue: UInt8(words.removeFirst()))!
      try element(handle).settings[name] = try text()
    case .unset:
      try element(handle).settings[AttributeName(rawValue: UInt8(words.removeFirst()))!] = nil
    case .content:
      let element = try element(handle)
      element.children = []
      element.content = try text()
    case .listen: try element(handle).mask = words.removeFirst()
    case .insert: try insert(words.removeFirst(), into: handle, before: words.removeFirst())
    case .remove:
      let element = try element(handle)
      guard let parent = element.parent else { throw .notAChild }
      parent.children.removeAll { $0 === element }
    case .free:
      _ = try element(handle)
      elements[handle] = nil
    }
  }

  private func add(_ element: Element, _ handle: Int32) throws(Fault) {
    if elements[handle] != nil || handle <= 0 { throw .handleInUse(handle) }
    elements[handle] = element
  }

  private func insert(_ child: Int32, into parent: Int32, before sibling: Int32) throws(Fault) {
    let child = try element(child)
    let parent = parent == 0 ? mount : try element(parent)
    insertions += 1
    child.parent?.children.removeAll { $0 === child }
    var index = parent.children.count
    if sibling != 0 {
      let before = try element(sibling)
      guard let found = parent.children.firstIndex(where: { $0 === before }) else { throw .notAChild }
      index = found
    }
    parent.children.insert(child, at: index)
    child.parent = parent
  }

  private func element(_ handle: Int32) throws(Fault) -> Element {
    guard let element = elements[handle] else { throw .unknownHandle(handle) }
    return element
  }

  private func text() throws(Fault) -> String {
    let count = Int(words.removeFirst())
    guard units.count >= count else { throw .textIsShort }
    defer { units = units.dropFirst(count) }
    return String(decoding: units.prefix(count), as: UTF16.self)
  }

  /// The page as text, to compare with `describe` of a tree.
  var described: String { mount.children.map { Self.describe($0) }.joined() }

  private static func describe(_ element: Element) -> String {
    let settings = element.settings.map { "\($0.key)=\($0.value)" }.sorted()
    let inside = element.content + element.children.map { describe($0) }.joined()
    return "<\(element.name) \(settings) \(element.mask)>\(inside)</>"
  }
}

func describe<Action>(_ node: Node<Action>) -> String {
  let settings = node.settings.map { "\($0.name)=\($0.value)" }.sorted()
  let mask = node.listeners.reduce(Int32(0)) { $0 | 1 << Int32($1.event.rawValue) }
  return "<\(node.name) \(settings) \(mask)>\(node.text)\(node.children.map { describe($0) }.joined())</>"
}
