import Domain

/// A picture, or the letter that stands for it.
public struct Avatar: Equatable, Sendable {
  public static let tints = 8

  public var letter: String
  /// Path under the API root.
  public var imagePath: String?
  /// 0 ..< `tints`: the same for a person everywhere.
  public var tint: Int

  public init(_ person: Person) {
    letter = person.nick.first.map { String($0) } ?? ""
    imagePath = person.profileImage
    var sum: UInt32 = 0
    for byte in person.id.text.utf8 { sum = sum &* 31 &+ UInt32(byte) }
    tint = Int(sum % UInt32(Self.tints))
  }
}
