import Crypto
import Foundation
import Glibc

public enum FileFolderError: Error, Equatable, Sendable {
  case cannotMake(String)
  /// There are sealed files, and the key that they were sealed with is not there.
  case keyMissing(String)
  /// The files were sealed with another key.
  case keyWrong(String)
  case keyUnreadable(String)
}

/// Where sealed files lie: `files`, pictures made from them in `variants`, and what is not complete in `incoming` and
/// `uploads`. Names are random, so two letters of them spread the files over 256 folders.
public struct FileFolder: Sendable {
  private static let folders = ["", "/files", "/variants", "/incoming", "/uploads", "/worker", "/profiles", "/exports"]

  let root: String
  let key: SealingKey

  /// - Parameters:
  ///   - root: made where missing.
  ///   - keyPath: a file with 64 hexadecimal digits, outside of the data folder; made at the first start.
  public init(root: String, keyPath: String) throws(FileFolderError) {
    self.root = root
    for name in Self.folders { try Self.makeFolder(root + name) }
    let mark = root + "/sealed-with"
    let expected = (try? String(contentsOfFile: mark, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    key = try Self.readKey(keyPath, mayMake: expected == nil)
    if let expected {
      guard expected == key.fingerprint else { throw .keyWrong(keyPath) }
    } else {
      guard PrivateKeyFile.write(key.fingerprint + "\n", to: mark) else { throw .cannotMake(mark) }
    }
    clearIncoming()
  }

  /// For tests and servers without a data folder: the key is gone with the process.
  public init(temporary root: String) throws(FileFolderError) {
    guard let key = SealingKey(SecureRandom.bytes(AESGCM.keyBytes)) else { throw .keyUnreadable(root) }
    self.root = root
    self.key = key
    for name in Self.folders { try Self.makeFolder(root + name) }
  }

  /// Empty; media workers stand in it.
  public var workerPath: String { root + "/worker" }

  func filePath(_ name: String) -> String { root + "/files/" + Self.shelf(name) + "/" + name }
  func variantPath(_ name: String, _ variant: String) -> String {
    root + "/variants/" + Self.shelf(name) + "/" + name + "." + variant
  }
  func incomingPath() -> String { root + "/incoming/" + Hex.encode(SecureRandom.bytes(16)) }
  func segmentPath(_ upload: String, _ number: Int64) -> String { root + "/uploads/" + upload + ".\(number)" }

  func picturePath(_ name: String) -> String { root + "/profiles/" + Self.shelf(name) + "/" + name }
  func exportPath(_ name: String) -> String { root + "/exports/" + name }

  private static func shelf(_ name: String) -> String { String(name.prefix(2)) }

  /// Gives a finished file its place, for good.
  func place(_ path: String, at final: String) throws(SealingError) {
    let folder = (final as NSString).deletingLastPathComponent
    if access(folder, F_OK) != 0 {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.failure() }
      Self.sync((folder as NSString).deletingLastPathComponent)
    }
    guard rename(path, final) == 0 else { throw Self.failure() }
    Self.sync(folder)
  }

  func remove(_ path: String) { unlink(path) }

  /// Removes a file and all that was made from it.
  func removeAll(of name: String) {
    unlink(filePath(name))
    let folder = root + "/variants/" + Self.shelf(name)
    for entry in Self.entries(folder) where entry.hasPrefix(name + ".") { unlink(folder + "/" + entry) }
  }

  func removeSegments(of upload: String, count: Int64) {
    // One more: the process may have ended between a segment and its row.
    for number in 0...max(0, count) { unlink(segmentPath(upload, number)) }
  }

  func syncUploads() { Self.sync(root + "/uploads") }

  /// Names of files on the disk that are older than an instant (seconds since 1970).
  func names(olderThan seconds: Int64) -> [String] {
    Self.entries(root + "/files").flatMap { Self.entries(root + "/files/" + $0, olderThan: seconds) }
  }

  /// The same of pictures of profiles.
  func pictureNames(olderThan seconds: Int64) -> [String] {
    Self.entries(root + "/profiles").flatMap { Self.entries(root + "/profiles/" + $0, olderThan: seconds) }
  }

  /// The same of segments of uploads.
  func segmentNames(olderThan seconds: Int64) -> [String] { Self.entries(root + "/uploads", olderThan: seconds) }

  private static func entries(_ folder: String, olderThan seconds: Int64) -> [String] {
    entries(folder).filter { name in
      var info = stat()
      return stat(folder + "/" + name, &info) == 0 && Int64(info.st_mtim.tv_sec) < seconds
    }
  }

  /// What a process that was killed left behind.
  private func clearIncoming() {
    for name in Self.entries(root + "/incoming") { unlink(root + "/incoming/" + name) }
  }

  static func entries(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func failure() -> SealingError { errno == ENOSPC || errno == EDQUOT ? .full : .disk(code: errno) }

  private static func makeFolder(_ path: String) throws(FileFolderError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .cannotMake(path) }
  }

  private static func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func readKey(_ path: String, mayMake: Bool) throws(FileFolderError) -> SealingKey {
    if FileManager.default.fileExists(atPath: path) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let bytes = Hex.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)), let key = SealingKey(bytes)
      else { throw .keyUnreadable(path) }
      return key
    }
    guard mayMake else { throw .keyMissing(path) }
    let bytes = SecureRandom.bytes(AESGCM.keyBytes)
    guard let key = SealingKey(bytes), PrivateKeyFile.write(Hex.encode(bytes) + "\n", to: path) else {
      throw .cannotMake(path)
    }
    return key
  }
}
