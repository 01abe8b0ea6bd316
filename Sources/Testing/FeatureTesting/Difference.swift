/// What differs between two values, as lines for people: `-` was expected, `+` came.
public enum Difference {
  public static func lines<Value>(expected: Value, actual: Value) -> String {
    let expected = text(expected)
    let actual = text(actual)
    let changes = actual.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var left = 0
    var right = 0
    while left < expected.count || right < actual.count {
      if removed.contains(left) {
        lines += heading(of: left, in: expected, after: lines) + ["- " + expected[left]]
        left += 1
      } else if inserted.contains(right) {
        lines += heading(of: right, in: actual, after: lines) + ["+ " + actual[right]]
        right += 1
      } else {
        left += 1
        right += 1
      }
    }
    return lines.isEmpty ? "(values differ, but not in what can be printed)" : lines.joined(separator: "\n")
  }

  static func text<Value>(_ value: Value) -> [String] {
    var output = ""
    dump(value, to: &output)
    return output.split(separator: "\n").map { String($0.replacing("▿ ", with: "").replacing("- ", with: "")) }
  }

  /// The line above with less indent, so that a changed value is seen with the field that holds it.
  private static func heading(of index: Int, in lines: [String], after printed: [String]) -> [String] {
    let depth = indent(lines[index])
    guard depth > 0, let parent = lines[..<index].last(where: { indent($0) < depth }) else { return [] }
    let line = "  " + parent
    if printed.last(where: { $0.hasPrefix("  ") && indent($0) <= depth + 2 }) == line { return [] }
    if printed.contains(where: { $0.dropFirst(2) == parent }) { return [] }
    return [line]
  }

  private static func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
