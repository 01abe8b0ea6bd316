/// A currency of ISO 4217 in which something can be paid. Precious metals, units of account and test codes are none.
public struct Currency: Hashable, Sendable {
  /// Three capital letters.
  public let code: String
  /// How many digits stand behind the point: the minor unit of ISO 4217.
  public let decimals: Int

  /// Capital and small letters are the same; nil for what is no currency.
  public init?(_ code: String) {
    var letters: [UInt8] = []
    for byte in code.utf8 {
      guard letters.count < 3 else { return nil }
      switch byte {
      case 0x41...0x5A: letters.append(byte)
      case 0x61...0x7A: letters.append(byte - 0x20)
      default: return nil
      }
    }
    guard letters.count == 3, let decimals = Self.decimals(of: letters) else { return nil }
    self.init(code: String(decoding: letters, as: UTF8.self), decimals: decimals)
  }

  private init(code: String, decimals: Int) {
    self.code = code
    self.decimals = decimals
  }

  public static let won = Currency(code: "KRW", decimals: 0)

  /// How many minor units make one of the currency.
  public var scale: Int64 {
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    return scale
  }

  private static func decimals(of letters: [UInt8]) -> Int? {
    for (decimals, codes) in table where holds(codes, letters) { return decimals }
    return nil
  }

  private static func holds(_ codes: StaticString, _ letters: [UInt8]) -> Bool {
    codes.withUTF8Buffer { bytes in
      var offset = 0
      while offset + 3 <= bytes.count {
        if bytes[offset] == letters[0], bytes[offset + 1] == letters[1], bytes[offset + 2] == letters[2] { return true }
        offset += 4
      }
      return false
    }
  }

  /// The whole of list one, by the number of decimals. The first row is asked most.
  private static let table: [(Int, StaticString)] = [
    (0, "KRW JPY VND BIF CLP DJF GNF ISK KMF PYG RWF UGX UYI VUV XAF XOF XPF"),
    (
      2,
      """
      USD EUR GBP CNY HKD TWD SGD AUD CAD CHF NZD THB PHP MYR IDR INR AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN \
      BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CDF CHE CHW COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB FJD FKP GEL \
      GHS GIP GMD GTQ GYD HNL HTG HUF ILS IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT \
      MOP MRU MUR MVR MWK MXN MXV MZN NAD NGN NIO NOK NPR PAB PEN PGK PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SHP \
      SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TOP TRY TTD TZS UAH USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
  ]

  /// Every code of the table, for tests and lists.
  public static var all: [Currency] {
    var all: [Currency] = []
    for (decimals, codes) in table {
      codes.withUTF8Buffer { bytes in
        var offset = 0
        while offset + 3 <= bytes.count {
          all.append(Currency(code: String(decoding: bytes[offset..<offset + 3], as: UTF8.self), decimals: decimals))
          offset += 4
        }
      }
    }
    return all
  }
}
