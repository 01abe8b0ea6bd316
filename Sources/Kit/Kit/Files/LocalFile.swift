import Foundation

/// A file of this device that is to be sent.
public struct LocalFile: Hashable, Sendable {
  public var path: String
  /// How others see it called.
  public var name: String

  /// - Parameter name: nil: the last part of the path.
  public init(path: String, name: String? = nil) {
    self.path = path
    self.name = name ?? URL(fileURLWithPath: path).lastPathComponent
  }

  /// In bytes; nil where there is no regular file.
  public var size: Int64? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber
    else { return nil }
    return size.int64Value
  }
}
