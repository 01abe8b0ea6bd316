import Files
import Foundation
import Images

/// Where files lie, and who decodes them. A server that keeps nothing has a folder that goes with it.
final class FileArea: Sendable {
  let folder: FileFolder
  let media: MediaClient
  private let temporary: String?
  private let pool: MediaPool?

  init(_ data: DataFolder?, _ settings: ServerSettings) throws(FileFolderError) {
    if let data {
      folder = try data.files(keyPath: settings.fileKeyPath)
      temporary = nil
    } else {
      let path = NSTemporaryDirectory() + "maru-files-" + UUID().uuidString
      folder = try FileFolder(temporary: path)
      temporary = path
    }
    guard settings.decoding == .workers else {
      pool = nil
      media = .inProcess
      return
    }
    let pool = MediaPool(
      command: ["/proc/self/exe", "media-worker"], folder: folder.workerPath, count: settings.files.workers,
      milliseconds: settings.files.mediaMilliseconds, mayBeUnconfined: settings.files.mayDecodeUnconfined)
    self.pool = pool
    media = .pool(pool)
  }

  /// What the system did not let the media workers give up; nil before the first one.
  var missingConfinement: [String]? { pool?.confinement?.missing }

  deinit { close() }

  func close() {
    pool?.close()
    if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
  }
}
