/// An id as it is seen outside the server: opaque text. The phantom type keeps a room's id out of a message's place.
public struct ID<Of>: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public var description: String { text }
}

/// A world of its own on one server: people, rooms and files never cross.
public enum Realm: String, CaseIterable, Hashable, Sendable {
  case eyemon, ssacsu, flatbread, truloop
}

/// One of the five apps. Its name is also the default key that clients send.
public enum App: String, CaseIterable, Hashable, Sendable {
  case eyemon
  case eyemonDoctor = "eyemon-doctor"
  case ssacsu, flatbread, truloop

  public var realm: Realm {
    switch self {
    case .eyemon, .eyemonDoctor: .eyemon
    case .ssacsu: .ssacsu
    case .flatbread: .flatbread
    case .truloop: .truloop
    }
  }
}

/// A way into an account.
public enum IdentityKind: String, CaseIterable, Hashable, Sendable {
  case email, phone, kakao, apple
}

public enum Role: String, Hashable, Sendable {
  case patient, doctor, member
}

public enum Language: String, CaseIterable, Hashable, Sendable {
  case ko, en, ja
}
