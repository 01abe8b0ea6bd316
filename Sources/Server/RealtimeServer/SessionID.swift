/// Ids of fifteen letters, short enough to live inside a String value. An id that polls is all that a request shows, so
/// it must not be guessable: 84 bits of the system's random source, after a letter that names the loop.
enum SessionID {
  static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func letter(_ index: Int) -> String {
    String(decoding: [letters[index & 63]], as: UTF8.self)
  }

  static func index(of sid: String) -> Int? {
    guard sid.utf8.count == 15, let first = sid.utf8.first else { return nil }
    return letters.firstIndex(of: first)
  }

  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var low = generator.next()
    var high = generator.next()
    var text: [UInt8] = []
    for index in 0..<14 {
      if index < 7 {
        text.append(letters[Int(low & 63)])
        low >>= 6
      } else {
        text.append(letters[Int(high & 63)])
        high >>= 6
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
