import CLogFile
import CPowerLoss
import Synchronization

/// A disk in memory that forgets or tears what was not synced when its power goes. SQLite databases open on it by its
/// name (`DataPlace.fileSystem(disk.name)`); with the same seed and the same calls it does the same.
///
/// ```
/// let disk = PowerLossDisk(seed: 7)
/// let store = try await DataStore.open(.fileSystem(disk.name), readers: 0)  // all on the calling thread
/// disk.cut(after: 100)          // the hundredth write, sync, truncation or deletion from now on is the last
/// …                             // writes throw as soon as `disk.isOff`
/// store.close()
/// disk.restore()
/// let again = try await DataStore.open(.fileSystem(disk.name), readers: 0)
/// ```
public final class PowerLossDisk: Sendable {
  /// What of a write the hardware promises to keep together.
  public enum Sectors: Sendable, CaseIterable {
    /// As SQLite believes of usual disks: a torn write leaves the bytes beside it alone.
    case safe
    /// A torn sector is garbage as a whole.
    case fragile
  }

  /// The name under which SQLite knows it; unique in the process.
  public let name: String
  nonisolated(unsafe) private let disk: OpaquePointer
  private static let count = Atomic(0)

  public init(seed: UInt64, sectors: Sectors = .safe) {
    name = "power-loss-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
    guard let disk = power_loss_make(name, seed, 512, sectors == .safe ? 1 : 0) else {
      preconditionFailure("no memory for a disk")
    }
    self.disk = disk
  }

  /// Everything that was opened on it is closed by then.
  deinit {
    log_file_system_forget(name)
    power_loss_free(disk)
  }

  /// Lets the power go at that operation from now on (1: the next one; 0: at none).
  public func cut(after operations: Int) { power_loss_arm(disk, Int64(operations)) }

  public var isOff: Bool { power_loss_is_off(disk) != 0 }

  /// Writes, syncs, truncations and deletions so far.
  public var operationCount: Int { Int(power_loss_operations(disk)) }

  /// Lets the power go if it has not yet, decides what is left, and brings it back. What is open stays dead.
  public func restore() { power_loss_restore(disk) }
}
