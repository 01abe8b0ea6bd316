/// What lies on the disk and has no row any more.
public struct LostBytes: Equatable, Sendable {
  /// Names of files of messages.
  public var files: [String] = []
  public var pictures: [String] = []
  public var exports: [String] = []
  public var uploads: [(name: String, segments: Int64)] = []

  public init() {}

  public var isEmpty: Bool { files.isEmpty && pictures.isEmpty && exports.isEmpty && uploads.isEmpty }

  public static func == (a: LostBytes, b: LostBytes) -> Bool {
    a.files == b.files && a.pictures == b.pictures && a.exports == b.exports
      && a.uploads.elementsEqual(b.uploads, by: ==)
  }
}
