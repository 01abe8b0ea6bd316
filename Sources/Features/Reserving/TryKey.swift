import FeatureCore

extension Moment {
  /// A name for one try, which repeats of it keep: 32 hexadecimal digits.
  var tryKey: String {
    var digits: [UInt8] = []
    for half in [entropy.0, entropy.1] {
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: half >> UInt64(shift)) & 15
        digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
