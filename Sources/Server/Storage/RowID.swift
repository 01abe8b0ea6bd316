/// The number of a row. The phantom type keeps a room's number out of a person's place.
public struct RowID<Of>: Hashable, Comparable, Sendable {
  public let value: Int64

  public init(_ value: Int64) {
    self.value = value
  }

  public static func < (a: RowID, b: RowID) -> Bool { a.value < b.value }
}
