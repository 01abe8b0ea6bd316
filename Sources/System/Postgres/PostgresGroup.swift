import SQL

/// Pieces of work on their way through one transaction.
struct PostgresGroup {
  /// Who owns the statements before the first piece, and those after the last.
  static let start = -1
  static let end = Int.max
  private static let collisionLimit = 3

  let bodies: [SQLSession.Body]
  var errors: [(any Error)?]
  var next = 0
  /// The COMMIT is on its way.
  var isCommitting = false
  /// The server's number of the transaction.
  var transaction: String?
  /// How often each was in another transaction's way.
  private var collisions: [Int]

  init(_ bodies: [SQLSession.Body]) {
    self.bodies = bodies
    errors = Array(repeating: nil, count: bodies.count)
    collisions = Array(repeating: 0, count: bodies.count)
  }

  /// Goes on behind the failed piece; with itself again where only another transaction stood in its way.
  mutating func note(_ error: any Error, of piece: Int) {
    next = piece
    if error as? SQLError == .busy, collisions[piece] < Self.collisionLimit {
      collisions[piece] += 1
      return
    }
    errors[piece] = error
    next = piece + 1
  }
}
