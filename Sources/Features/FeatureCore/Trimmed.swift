/// Without the ASCII spaces at both ends, which phones add after a suggested word.
public func trimmed(_ text: String) -> String {
  var bytes = Substring(text).utf8
  while bytes.first == 0x20 { bytes.removeFirst() }
  while bytes.last == 0x20 { bytes.removeLast() }
  return String(Substring(bytes))
}
