/// A bank that money can go back to. Providers do not take its name: each has codes of its own.
public struct Bank: Equatable, Sendable {
  /// Three digits, as the Korea Financial Telecommunications & Clearings Institute numbers its members.
  public let code: String
  /// A word of PortOne's second interface (`Bank` of its published server SDK).
  public let word: String
  /// As people write it, the usual one first; without blanks, and in small letters where they are Latin.
  let names: [String]

  private init(_ code: String, _ word: String, _ names: String...) {
    (self.code, self.word, self.names) = (code, word, names)
  }

  /// The usual name.
  public var name: String { names[0] }

  /// KG Inicis has numbers of two digits, and an older one for one bank.
  public var inicisCode: String { code == "027" ? "53" : String(code.dropFirst()) }

  /// - Parameter text: a name, with or without 은행 behind it; a code, also without the noughts in front; or PortOne's
  ///   word. nil for what no bank is called.
  public init?(_ text: String) {
    let wanted = Self.folded(text)
    guard !wanted.isEmpty, let bank = Self.all.first(where: { $0.isCalled(wanted) }) else { return nil }
    self = bank
  }

  private func isCalled(_ wanted: String) -> Bool {
    let digits = wanted.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if digits { return wanted.utf8.count <= 3 && String(repeating: "0", count: 3 - wanted.utf8.count) + wanted == code }
    if wanted == Self.folded(word) { return true }
    // All of them have one code.
    if code == "050", wanted.hasSuffix("저축은행") { return true }
    return names.contains { name in wanted == name || Self.short(wanted) == Self.short(name) }
  }

  /// Without blanks and signs, in small letters.
  private static func folded(_ text: String) -> String {
    var folded = ""
    for scalar in text.unicodeScalars.prefix(64) {
      switch scalar.value {
      case 0x41...0x5A: folded.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) + 0x20))
      case 0x30...0x39, 0x61...0x7A, 0xAC00...0xD7A3: folded.unicodeScalars.append(scalar)
      // What else is no blank or sign is no bank either.
      case 0x80...: if scalar.value != 0xB7, scalar.value != 0x3000 { folded.unicodeScalars.append(scalar) }
      default: break
      }
    }
    return folded
  }

  private static func short(_ name: String) -> String {
    name.hasSuffix("은행") && name.count > 2 ? String(name.dropLast(2)) : name
  }

  public static let all: [Bank] = [
    Bank("088", "SHINHAN", "신한은행"),
    Bank("004", "KOOKMIN", "국민은행", "kb국민은행", "kb"),
    Bank("020", "WOORI", "우리은행"),
    Bank("081", "HANA", "하나은행", "keb하나은행", "외환은행"),
    Bank("011", "NONGHYUP", "농협은행", "nh농협은행", "nh농협", "nh", "농협중앙회"),
    Bank("012", "LOCAL_NONGHYUP", "지역농축협", "지역농협", "단위농협", "농축협", "축협"),
    Bank("003", "IBK", "기업은행", "ibk기업은행", "중소기업은행"),
    Bank("090", "KAKAO", "카카오뱅크", "카카오", "한국카카오은행"),
    Bank("092", "TOSS", "토스뱅크", "토스"),
    Bank("089", "K_BANK", "케이뱅크", "k뱅크"),
    Bank("045", "KFCC", "새마을금고", "mg새마을금고", "새마을"),
    Bank("071", "POST", "우체국", "우체국예금", "우체국예금보험"),
    Bank("048", "SHINHYUP", "신협", "신용협동조합", "신협중앙회"),
    Bank("007", "SUHYUP", "수협은행", "수협", "sh수협은행", "수협중앙회"),
    Bank("023", "STANDARD_CHARTERED", "sc제일은행", "제일은행", "sc은행", "스탠다드차타드은행"),
    Bank("031", "DAEGU", "im뱅크", "아이엠뱅크", "대구은행", "dgb대구은행"),
    Bank("032", "BUSAN", "부산은행", "bnk부산은행"),
    Bank("039", "KYONGNAM", "경남은행", "bnk경남은행"),
    Bank("034", "KWANGJU", "광주은행"),
    Bank("037", "JEONBUK", "전북은행"),
    Bank("035", "JEJU", "제주은행"),
    Bank("002", "KDB", "산업은행", "kdb산업은행", "한국산업은행"),
    Bank("027", "CITI", "한국씨티은행", "씨티은행", "시티은행"),
    Bank("050", "SAVINGS_BANK", "저축은행", "상호저축은행"),
    Bank("064", "NFCF", "산림조합", "산림조합중앙회"),
    Bank("054", "HSBC", "hsbc은행", "홍콩상하이은행"),
    Bank("055", "DEUTSCHE", "도이치은행"),
    Bank("057", "JPMC", "제이피모간체이스은행", "jp모간체이스은행"),
    Bank("060", "BANK_OF_AMERICA", "boa은행", "뱅크오브아메리카"),
    Bank("062", "ICBC", "중국공상은행"),
    Bank("063", "BANK_OF_CHINA", "중국은행"),
    Bank("067", "CCB", "중국건설은행"),
  ]
}
