extension Optional {
  /// As `== nil`, which brings the comparison of the whole type into the browser's program, and was seen to say false
  /// of no node there.
  public var isNone: Bool {
    switch self {
    case .none: true
    case .some: false
    }
  }
}
