/// Where a reservation stands. `held → requested → confirmed → done | noShow | cancelled`, with the ways out.
public enum ReservationState: String, CaseIterable, Hashable, Sendable {
  /// Holds its slot until the hold ends; not paid yet.
  case held
  /// Paid; the doctor has to say yes.
  case requested
  case confirmed
  case done
  case noShow = "no_show"
  case cancelled
  /// The hold ended without payment.
  case expired
  /// The doctor said no, or nothing until the deadline; all is refunded.
  case declined

  /// Whether its slot is taken by it. The past of a reservation that took place stays taken.
  public var occupies: Bool {
    switch self {
    case .held, .requested, .confirmed, .done, .noShow: true
    case .cancelled, .expired, .declined: false
    }
  }

  /// Whether something may still become of it.
  public var isOpen: Bool {
    switch self {
    case .held, .requested, .confirmed: true
    default: false
    }
  }
}

/// Who ended or moved a reservation.
public enum ReservationSide: String, CaseIterable, Hashable, Sendable {
  case patient, doctor
  /// The server: a deadline, or the operator.
  case service
}
