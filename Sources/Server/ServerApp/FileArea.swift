import Files
import Foundation

/// Where files lie: in the data folder, or, for a server that keeps nothing, in a folder that goes with it.
final class FileArea: Sendable {
  let folder: FileFolder
  private let temporary: String?

  init(_ data: DataFolder?, _ settings: ServerSettings) throws(FileFolderError) {
    if let data {
      folder = try data.files(keyPath: settings.fileKeyPath)
      temporary = nil
      return
    }
    let path = NSTemporaryDirectory() + "maru-files-" + UUID().uuidString
    folder = try FileFolder(temporary: path)
    temporary = path
  }

  deinit { close() }

  func close() {
    if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
  }
}
