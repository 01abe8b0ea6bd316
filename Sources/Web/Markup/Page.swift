/// What stands on the page, and the steps to the next tree.
public final class Page<Action> {
  private var root: Node<Action>?
  /// By handle; 0 is the mount point.
  private var mounted: [Node<Action>?] = [nil]
  private var unused: [Int32] = []
  private var edited: [Int32] = []
  /// The steps of the last `draw`.
  public private(set) var patches = PatchBuffer()

  public init() {}

  /// How many elements and texts hold a handle.
  public var mountedCount: Int { mounted.count - 1 - unused.count }

  public func draw(_ next: Node<Action>) {
    patches.removeAll()
    if let root, root.matches(next) {
      self.root = update(root, next)
    } else {
      if let root { remove(root) }
      let fresh = create(next)
      patches.insert(fresh.handle, into: 0, before: 0)
      root = fresh
    }
    restoreEditedFields()
  }

  public func handler(_ handle: Int32, _ event: EventName) -> Handler<Action>? {
    guard handle > 0, handle < mounted.count else { return nil }
    return mounted[Int(handle)]?.listeners.first { $0.event == event }?.handler
  }

  /// The person changed this field: what the state says is written again, even where the state did not change.
  public func fieldEdited(_ handle: Int32) {
    if !edited.contains(handle) { edited.append(handle) }
  }

  private func restoreEditedFields() {
    for handle in edited {
      guard handle > 0, handle < mounted.count, let node = mounted[Int(handle)] else { continue }
      for setting in node.settings where isLive(setting.name) {
        patches.set(handle, setting.name, setting.value)
      }
    }
    edited.removeAll()
  }

  private func isLive(_ name: AttributeName) -> Bool { name == .value || name == .checked }

  // MARK: Coming and going

  /// Puts the node, or a copy where the node stands on the page already, into a new element.
  private func create(_ wanted: Node<Action>) -> Node<Action> {
    let node = wanted.handle == 0 ? wanted : Node(copying: wanted)
    let handle = unused.popLast() ?? Int32(mounted.count)
    if handle < mounted.count { mounted[Int(handle)] = node } else { mounted.append(node) }
    node.handle = handle
    if node.name == .text {
      patches.add(.createText, handle, node.text)
      return node
    }
    patches.add(.createElement, handle, Int32(node.name.rawValue))
    for setting in node.settings where !isLive(setting.name) { patches.set(handle, setting.name, setting.value) }
    if !node.listeners.isEmpty { patches.add(.listen, handle, node.eventMask) }
    if !node.text.isEmpty { patches.add(.content, handle, node.text) }
    for index in node.children.indices {
      let child = create(node.children[index])
      node.children[index] = child
      patches.insert(child.handle, into: handle, before: 0)
    }
    // A select shows a value only once it has the option.
    for setting in node.settings where isLive(setting.name) { patches.set(handle, setting.name, setting.value) }
    return node
  }

  private func remove(_ node: Node<Action>) {
    patches.add(.remove, node.handle)
    free(node)
  }

  private func free(_ node: Node<Action>) {
    patches.add(.free, node.handle)
    mounted[Int(node.handle)] = nil
    unused.append(node.handle)
    node.handle = 0
    for child in node.children { free(child) }
  }

  // MARK: Changing

  private func update(_ old: Node<Action>, _ wanted: Node<Action>) -> Node<Action> {
    if old === wanted { return old }
    let new = wanted.handle == 0 ? wanted : Node(copying: wanted)
    let handle = old.handle
    old.handle = 0
    new.handle = handle
    mounted[Int(handle)] = new
    updateSettings(handle, old.settings, new.settings)
    let mask = new.eventMask
    if mask != old.eventMask { patches.add(.listen, handle, mask) }
    if !new.children.isEmpty {
      if !old.text.isEmpty { patches.add(.content, handle, "") }
      updateChildren(old, new)
    } else {
      for child in old.children { remove(child) }
      if old.text != new.text { patches.add(.content, handle, new.text) }
    }
    return new
  }

  private func updateSettings(_ handle: Int32, _ old: [Node<Action>.Setting], _ new: [Node<Action>.Setting]) {
    if old == new { return }
    for setting in old where !new.contains(where: { $0.name == setting.name }) {
      patches.add(.unset, handle, Int32(setting.name.rawValue))
    }
    for setting in new where !old.contains(setting) { patches.set(handle, setting.name, setting.value) }
  }

  private func updateChildren(_ old: Node<Action>, _ new: Node<Action>) {
    var pairing = Pairing(old.children, new.children)
    // First what goes, so that its handles and focus are free.
    for index in pairing.leaving { remove(old.children[index]) }
    for index in new.children.indices {
      let source = pairing.sources[index]
      new.children[index] =
        source >= 0 ? update(old.children[source], new.children[index]) : create(new.children[index])
    }
    pairing.markMoves()
    var sibling: Int32 = 0
    for index in new.children.indices.reversed() {
      let child = new.children[index].handle
      if !pairing.stays[index] { patches.insert(child, into: new.handle, before: sibling) }
      sibling = child
    }
  }
}
