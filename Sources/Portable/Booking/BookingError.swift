/// What is wrong with rules, times and zones that came from outside.
public enum BookingError: Error, Hashable, Sendable {
  /// A length of a slot that is no multiple of five minutes from 5 to 480.
  case slotLength
  case leadTime
  case horizon
  case approvalTime
  case policy
  /// A span that ends before it starts, or whose ends are no multiples of five minutes.
  case span
  /// An exception whose kind does not go with its times, or whose note is too long.
  case exception
  case tooManyRules
  /// Not the bytes of a time zone (RFC 8536).
  case zoneFile
}
