import CSodium

/// Bytes from the system's generator, fit for keys.
public enum SecureRandom {
  public static func bytes(_ count: Int) -> [UInt8] {
    precondition(sodiumIsReady, "libsodium did not start")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  public static func uint64() -> UInt64 {
    bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
