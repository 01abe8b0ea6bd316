import Storage

/// What a server keeps, opened and up to date.
struct ServerData {
  let folder: DataFolder?
  let secrets: ServerSecrets
  let store: DataStore
  /// What the schema lacked.
  let applied: [Migration]

  init(_ settings: ServerSettings) async throws {
    let folder = try settings.dataFolder.map { path throws(DataFolderError) in try DataFolder(path) }
    self.folder = folder
    if let database = settings.database {
      (store, applied) = try await DataStore.openReporting(database)
      do {
        // A database elsewhere is new as long as nobody is in it.
        let isNew = try await store.read { try !$0.people.hasAny() }
        secrets = try folder.map { try $0.secrets(mayMake: isNew) } ?? ServerSecrets.ephemeral()
      } catch {
        store.close()
        throw error
      }
    } else {
      // Keys come before the data that they are for: a database without them has lost its keys.
      secrets = try folder.map { try $0.secrets(mayMake: !$0.hasDatabase) } ?? ServerSecrets.ephemeral()
      (store, applied) = try await DataStore.openReporting(folder.map { .file($0.databasePath) } ?? .memory)
    }
  }
}
