import PowerLoss
import Storage

/// A store on a disk that may lose power: the database is closed before its disk is taken away.
final class OpenedStore {
  let disk: PowerLossDisk
  var store: DataStore

  init(_ disk: PowerLossDisk, _ store: DataStore) {
    self.disk = disk
    self.store = store
  }

  deinit { store.close() }
}
