import Crypto
import Domain

/// A kind of row whose number leaves the server as an opaque id. The numbers never change and are never used twice.
public protocol Identified {
  static var identifierKind: UInt32 { get }
}

extension Person: Identified { public static var identifierKind: UInt32 { 1 } }
extension Room: Identified { public static var identifierKind: UInt32 { 2 } }
extension Message: Identified { public static var identifierKind: UInt32 { 3 } }
extension SessionRow: Identified { public static var identifierKind: UInt32 { 4 } }
extension AuditRow: Identified { public static var identifierKind: UInt32 { 21 } }
extension OpeningRow: Identified { public static var identifierKind: UInt32 { 22 } }

/// Turns row numbers into the ids of the wire and back.
public struct Identifiers: Sendable {
  private let cipher: IdentifierCipher

  public init(cipher: IdentifierCipher) {
    self.cipher = cipher
  }

  public func id<Of: Identified>(_ row: RowID<Of>) -> ID<Of> {
    ID(cipher.encode(row.value, kind: Of.identifierKind))
  }

  /// nil where the text is no id of that kind.
  public func row<Of: Identified>(_ id: ID<Of>) -> RowID<Of>? {
    cipher.decode(id.text, kind: Of.identifierKind).map { RowID($0) }
  }
}

extension Identifiers {
  /// A person as others see them.
  public func person(_ row: PersonRow) -> Person {
    Person(id: id(row.id), nick: row.nick, profileImage: row.profileImage, introduction: row.introduction)
  }
}
