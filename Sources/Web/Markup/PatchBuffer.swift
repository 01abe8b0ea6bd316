/// One step on the page. Crosses to host.js as a number and its operands; each text is given by its length in UTF-16
/// units, and all texts stand one after another in one run of UTF-8.
public enum PatchStep: Int32, CaseIterable, Sendable {
  /// handle, element
  case createElement
  /// handle, text
  case createText
  /// handle, attribute, text
  case set
  /// handle, attribute
  case unset
  /// handle, text
  case content
  /// handle, event mask
  case listen
  /// parent (0: the mount point), child, the sibling before which it goes (0: last)
  case insert
  /// handle; the element leaves the page
  case remove
  /// handle; it may be given to another element from now on
  case free
}

/// The steps from one tree to the next, in the form that crosses to JavaScript.
public struct PatchBuffer {
  public private(set) var words: [Int32] = []
  public private(set) var text: [UInt8] = []

  public var isEmpty: Bool { words.isEmpty }

  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  mutating func add(_ step: PatchStep, _ handle: Int32) {
    words.append(step.rawValue)
    words.append(handle)
  }

  mutating func add(_ step: PatchStep, _ handle: Int32, _ operand: Int32) {
    add(step, handle)
    words.append(operand)
  }

  mutating func add(_ step: PatchStep, _ handle: Int32, _ text: String) {
    add(step, handle)
    append(text)
  }

  mutating func set(_ handle: Int32, _ name: AttributeName, _ value: String) {
    add(.set, handle, Int32(name.rawValue))
    append(value)
  }

  mutating func insert(_ child: Int32, into parent: Int32, before sibling: Int32) {
    add(.insert, parent, child)
    words.append(sibling)
  }

  private mutating func append(_ string: String) {
    var units: Int32 = 0
    for byte in string.utf8 {
      text.append(byte)
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    }
    words.append(units)
  }
}
