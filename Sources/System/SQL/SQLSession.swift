/// A connection as the threads of a database drive it.
public protocol SQLSession: SQLConnection {
  typealias Body = (any SQLConnection) throws -> Void

  /// Runs pieces of work in order in one transaction that is durable on return, each all or nothing. A piece may run a
  /// second time. One error or nil per piece; throws where nothing at all was stored and each deserves a try alone.
  func transact(_ bodies: [Body]) throws -> [(any Error)?]

  /// Runs a body that sees one state of the data and changes nothing.
  func look(_ body: Body) throws
}

public enum Durability: String, CaseIterable, Sendable {
  /// Survives a loss of power: each commit waits for the disk.
  case full
  /// Survives a killed process only.
  case normal
  /// For tests.
  case off
}
