import Contract

/// Why a screen has nothing to show.
public enum Lack: Equatable, Sendable { case loading, failed, missing }

/// What a screen has of something that the server keeps.
public enum Loaded<Value: Equatable & Sendable>: Equatable, Sendable {
  case loading
  case value(Value)
  /// The way on is to try again.
  case failed
  /// The server knows no such thing, or not for this person: trying again leads nowhere.
  case missing

  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// nil where it is there.
  public var lack: Lack? {
    switch self {
    case .loading: .loading
    case .failed: .failed
    case .missing: .missing
    case .value: nil
    }
  }

  /// What is there already stays when it could not be loaded anew, and goes with the thing itself.
  public mutating func fail(_ failure: CallFailure) {
    if failure.isMissing { self = .missing } else if value.isNone { self = .failed }
  }

  /// Before another try.
  public mutating func begin() {
    if value.isNone { self = .loading }
  }
}

extension CallFailure {
  /// There is no such thing, or it is another person's.
  public var isMissing: Bool {
    guard case .refused(let error) = self else { return false }
    return error.status == 404 || error.status == 445
  }
}
