import Contract
import Domain
import Storage
import Synchronization

/// How many bodies are taken in at the same time: each holds a file open and some memory.
final class UploadSlots: Sendable {
  static let perPerson = 8
  static let inAll = 1_000
  private let taken = Mutex<[RowID<Person>: Int]>([:])

  /// - Throws: 429 for a person with too many, 503 where all together are too many.
  func take(for person: RowID<Person>) throws(APIError) {
    try taken.withLock { (taken) throws(APIError) in
      guard taken[person, default: 0] < Self.perPerson else { throw .tooManyCalls(retryAfterSeconds: 2) }
      guard taken.values.reduce(0, +) < Self.inAll else { throw .overloaded(retryAfterSeconds: 5) }
      taken[person, default: 0] += 1
    }
  }

  func giveBack(of person: RowID<Person>) {
    taken.withLock { taken in
      let left = taken[person, default: 1] - 1
      taken[person] = left > 0 ? left : nil
    }
  }
}
