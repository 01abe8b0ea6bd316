import BookingContract
import Domain
import FeatureCore

/// The account that a deposit goes back to, while it is filled in.
public struct AccountEntry: Equatable, Sendable {
  public enum Change: Equatable, Sendable {
    case holder(String)
    case bank(String)
    case number(String)
  }

  public internal(set) var holder = ""
  /// The code of one; empty until it is chosen.
  public internal(set) var bank = ""
  public internal(set) var number = ""
  public internal(set) var showsFaults = false

  mutating func take(_ change: Change) {
    switch change {
    case .holder(let text): holder = text
    case .bank(let code): bank = code
    case .number(let text): number = text
    }
  }

  private var digits: String { String(decoding: number.utf8.filter { $0 &- 0x30 < 10 }, as: UTF8.self) }
  private var holderFault: Bool { trimmed(holder).isEmpty || trimmed(holder).unicodeScalars.count > 60 }
  private var bankFault: Bool { bank.isEmpty }
  private var numberFault: Bool { !(6...32).contains(digits.utf8.count) }

  /// nil while something of it is missing.
  var account: BankAccount? {
    guard !holderFault, !bankFault, !numberFault else { return nil }
    return BankAccount(holder: trimmed(holder), bank: bank, number: digits)
  }

  /// The field to be mended first.
  var faultID: String { bankFault ? "bank" : numberFault ? "number" : "holder" }

  func fields(_ l: Language, _ typed: @escaping (Change) -> BookingAction) -> [BookingPageModel.Field] {
    [
      .init(
        "bank", l.say("은행", "Bank", "銀行"), bank,
        error: showsFaults && bankFault ? l.say("은행을 골라 주세요", "Choose the bank", "銀行を選んでください") : nil,
        choices: Self.banks(l), typed: { typed(.bank($0)) }),
      .init(
        "number", l.say("계좌번호", "Account number", "口座番号"), number, inputMode: "numeric",
        error: showsFaults && numberFault
          ? l.say("계좌번호를 숫자로 적어 주세요", "Enter the account number in digits", "口座番号を数字で入力してください") : nil,
        typed: { typed(.number($0)) }),
      .init(
        "holder", l.say("예금주", "Account holder", "口座名義"), holder, autocomplete: "name",
        error: showsFaults && holderFault
          ? l.say("예금주 이름을 적어 주세요", "Enter the name of the account holder", "口座名義を入力してください") : nil,
        typed: { typed(.holder($0)) }),
    ]
  }

  private static func banks(_ l: Language) -> [(value: String, text: String)] {
    var banks = [(value: "", text: l.say("은행 선택", "Choose a bank", "銀行を選択"))]
    for bank in BankWords.all { banks.append((value: bank.code, text: bank.name(l))) }
    return banks
  }

  static func title(_ l: Language) -> String { l.say("환불받을 계좌", "Where to refund", "返金先の口座") }
}
