import Storage
import Wire

/// What nobody needs any more.
extension Files {
  private static let batch = 500

  /// Removes uploads that have expired, files that came into no message in time, and bytes that no row knows.
  /// - Parameter findsStrays: whether to look at every file on the disk for the last kind.
  /// - Returns: how many of all these.
  @discardableResult
  public func sweep(findsStrays: Bool = true) async throws -> Int {
    let now = clock()
    let oldest = now.adding(milliseconds: -settings.keepMilliseconds)
    let uploads = try await store.write { try $0.uploads.deleteExpired(at: now, limit: Self.batch) }
    let files = try await store.write { try $0.files.deleteWaiting(before: oldest, limit: Self.batch) }
    try await onDisk { [folder] in
      for upload in uploads { folder.removeSegments(of: upload.name, count: upload.segments) }
      for file in files { folder.removeAll(of: file.name) }
    }
    let strays = findsStrays ? try await removeStrays(olderThan: oldest) : 0
    return uploads.count + files.count + strays
  }

  /// Left behind by a process that was killed between the disk and the database.
  private func removeStrays(olderThan oldest: Timestamp) async throws -> Int {
    let seconds = oldest.milliseconds / 1_000
    let (files, pictures, segments) = try await onDisk { [folder] in
      (
        folder.names(olderThan: seconds), folder.pictureNames(olderThan: seconds),
        folder.segmentNames(olderThan: seconds)
      )
    }
    let (lost, faces, parts) = try await store.read { tables in
      (
        try files.filter { try !tables.files.exists($0) },
        try pictures.filter { try tables.pictures.find($0) == nil && tables.clinicPictures.find($0) == nil },
        try segments.filter { try !tables.uploads.exists(String($0.prefix { $0 != "." })) }
      )
    }
    try await onDisk { [folder] in
      for name in lost { folder.removeAll(of: name) }
      for name in faces { folder.remove(folder.picturePath(name)) }
      for name in parts { folder.remove(folder.root + "/uploads/" + name) }
    }
    return lost.count + faces.count + parts.count
  }

  /// Sweeps now and then until the task is cancelled. Faults wait for the next time.
  public func keepSweeping() async {
    let pause = min(max(settings.keepMilliseconds / 2, 250), 600_000)
    var isFirst = true
    while !Task.isCancelled {
      _ = try? await sweep(findsStrays: isFirst)
      isFirst = false
      try? await Task.sleep(for: .milliseconds(pause))
    }
  }
}
