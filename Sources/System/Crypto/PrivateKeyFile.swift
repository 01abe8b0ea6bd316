import Foundation

/// Files that only the server's own user can read.
public enum PrivateKeyFile {
  /// Under another name first, and onto the disk before it gets its own: whatever happens, the key is whole, or the old
  /// one, or not there.
  public static func write(_ text: String, to path: String) -> Bool {
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = Array(text.utf8)
    let isWritten = Foundation.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    close(file)
    guard isWritten, rename(draft, path) == 0 else { return false }
    // A name alone lies in the working folder.
    let parent = (path as NSString).deletingLastPathComponent
    let folder = open(parent.isEmpty ? "." : parent, O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    return folder >= 0 && fsync(folder) == 0
  }
}
