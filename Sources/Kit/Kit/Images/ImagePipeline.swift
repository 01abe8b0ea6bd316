import Contract
import Domain
import KitNet
import Synchronization

/// Pictures of messages, authorised, from memory, disk or the server, in the size in which they are shown. However many
/// ask for the same one, it is fetched once; when the last of them leaves, the transfer ends. All of it is wiped when
/// the session ends.
public actor ImagePipeline {
  public struct Limits: Sendable {
    /// Bytes of pictures as they came.
    public var memoryBytes = 32 << 20
    public var diskBytes = 256 << 20
    /// Larger ones are refused.
    public var pictureBytes = 32 << 20

    public init() {}
  }

  private final class Load {
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Result<[UInt8], CallError>, Never>] = [:]
  }

  private let client: MaruClient
  private let limits: Limits
  private var memory: ByteCache<[UInt8]>
  private var disk: DiskCache?
  private var loads: [String: Load] = [:]
  private var lastNumber = 0
  /// What began before a wipe is not kept after it.
  private var age = 0
  private let watch = SessionWatch()

  /// - Parameter folder: for the pictures on disk, of this account alone; nil: memory only.
  public init(client: MaruClient, folder: String?, limits: Limits = Limits()) {
    self.client = client
    self.limits = limits
    memory = ByteCache(limit: limits.memoryBytes)
    disk = folder.map { DiskCache(folder: $0, limit: limits.diskBytes) }
    watch.begin(client.session.states) { [weak self] in await self?.wipe() }
  }

  /// A picture of a message, or of the first page of a PDF.
  /// - Parameter width: in pixels of the screen, as it is shown; the server answers the next larger width that it
  ///   makes. nil: the original.
  /// - Returns: the file's bytes (JPEG, PNG, WebP …).
  public func picture(of attachment: Attachment, width: Int?) async throws(CallError) -> [UInt8] {
    let page = attachment.kind == .pdf ? 1 : nil
    // Nothing is gained by a variant that is as wide as the original.
    let isSmall = attachment.kind == .image && attachment.width.map { $0 <= (width ?? .max) } ?? false
    let wanted = isSmall ? nil : width.map { FileRequest.rounded(max(1, $0)) }
    return try await bytes(of: FileRequest(path: attachment.path, width: wanted, page: page))
  }

  /// The bytes of a file or of one of its variants.
  public func bytes(of file: FileRequest) async throws(CallError) -> [UInt8] {
    let key = Self.key(file)
    if let bytes = memory.value(key) { return bytes }
    if let bytes = disk?.read(key) {
      _ = memory.set(key, bytes, bytes: bytes.count)
      return bytes
    }
    lastNumber += 1
    let number = lastNumber
    let result: Result<[UInt8], CallError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in join(file, key, number, continuation) }
    } onCancel: {
      Task { await self.leave(key, number) }
    }
    return try result.get()
  }

  /// Forgets a file and all its variants: its message was deleted.
  public func forget(_ path: String) {
    let widths: [Int?] = [nil] + FileRequest.widths
    for width in widths {
      for page in [nil, 1] {
        let key = Self.key(FileRequest(path: path, width: width, page: page))
        memory.remove(key)
        disk?.remove(key)
        if let load = loads.removeValue(forKey: key) { end(load, .failure(.refused(.fileGone))) }
      }
    }
  }

  /// Forgets everything, and ends what is on its way.
  public func wipe() {
    age += 1
    memory.removeAll()
    disk?.removeAll()
    let ending = loads
    loads = [:]
    for load in ending.values { end(load, .failure(.cancelled)) }
  }

  /// Bytes held in memory and on disk.
  public var size: (memory: Int, disk: Int) { (memory.bytes, disk?.bytes ?? 0) }

  private static func key(_ file: FileRequest) -> String {
    file.path + "?" + FileRequest(path: "", width: file.width, page: file.page).query.text
  }

  private func join(
    _ file: FileRequest, _ key: String, _ number: Int,
    _ continuation: CheckedContinuation<Result<[UInt8], CallError>, Never>
  ) {
    if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
    if let load = loads[key] {
      load.waiters[number] = continuation
      return
    }
    let load = Load()
    load.waiters[number] = continuation
    loads[key] = load
    let (client, limit, age) = (client, limits.pictureBytes, age)
    load.task = Task {
      do throws(CallError) {
        finish(key, age, .success(try await client.bytes(of: file, limit: limit)))
      } catch {
        finish(key, age, .failure(error))
      }
    }
  }

  private func finish(_ key: String, _ began: Int, _ result: Result<[UInt8], CallError>) {
    guard began == age, !Task.isCancelled, let load = loads.removeValue(forKey: key) else { return }
    if case .success(let bytes) = result {
      _ = memory.set(key, bytes, bytes: bytes.count)
      disk?.write(key, bytes)
    }
    load.task = nil
    end(load, result)
  }

  private func leave(_ key: String, _ number: Int) {
    guard let load = loads[key], let waiter = load.waiters.removeValue(forKey: number) else { return }
    waiter.resume(returning: .failure(.cancelled))
    guard load.waiters.isEmpty else { return }
    loads[key] = nil
    load.task?.cancel()
  }

  private func end(_ load: Load, _ result: Result<[UInt8], CallError>) {
    load.task?.cancel()
    let waiters = load.waiters
    load.waiters = [:]
    for waiter in waiters.values { waiter.resume(returning: result) }
  }
}

/// Hears of the end of a session until it is let go of.
private final class SessionWatch: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  func begin(_ states: AsyncStream<SessionState>, ended: @escaping @Sendable () async -> Void) {
    task.withLock { task in
      task = Task {
        for await state in states {
          if case .signedOut = state { await ended() }
        }
      }
    }
  }

  deinit { task.withLock { $0?.cancel() } }
}
