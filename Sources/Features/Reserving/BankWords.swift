import Domain
import FeatureCore

/// The banks that a refund can be sent to, those that most people have first: each is one of `Payment`, by its code.
struct BankWords {
  let code: String
  private let ko: String
  private let en: String
  private let ja: String

  private init(_ code: String, _ ko: String, _ en: String, _ ja: String) {
    (self.code, self.ko, self.en, self.ja) = (code, ko, en, ja)
  }

  func name(_ l: Language) -> String { l.say(ko, en, ja) }

  static var all: [BankWords] {
    [
      BankWords("004", "KB국민은행", "KB Kookmin Bank", "KB国民銀行"),
      BankWords("088", "신한은행", "Shinhan Bank", "新韓銀行"),
      BankWords("020", "우리은행", "Woori Bank", "ウリ銀行"),
      BankWords("081", "하나은행", "Hana Bank", "ハナ銀行"),
      BankWords("011", "NH농협은행", "NH NongHyup Bank", "NH農協銀行"),
      BankWords("003", "IBK기업은행", "IBK Industrial Bank of Korea", "IBK企業銀行"),
      BankWords("090", "카카오뱅크", "KakaoBank", "カカオバンク"),
      BankWords("092", "토스뱅크", "Toss Bank", "トスバンク"),
      BankWords("089", "케이뱅크", "Kbank", "Kバンク"),
      BankWords("045", "새마을금고", "MG Community Credit", "セマウル金庫"),
      BankWords("071", "우체국", "Korea Post", "韓国郵便局"),
      BankWords("048", "신협", "Shinhyup (Credit Union)", "信協"),
      BankWords("012", "지역농·축협", "Local NongHyup", "地域農・畜協"),
      BankWords("007", "Sh수협은행", "Sh Suhyup Bank", "Sh水協銀行"),
      BankWords("023", "SC제일은행", "SC First Bank Korea", "SC第一銀行"),
      BankWords("031", "iM뱅크(대구)", "iM Bank (Daegu)", "iMバンク（大邱）"),
      BankWords("032", "BNK부산은행", "BNK Busan Bank", "BNK釜山銀行"),
      BankWords("039", "BNK경남은행", "BNK Kyongnam Bank", "BNK慶南銀行"),
      BankWords("034", "광주은행", "Kwangju Bank", "光州銀行"),
      BankWords("037", "전북은행", "Jeonbuk Bank", "全北銀行"),
      BankWords("035", "제주은행", "Jeju Bank", "済州銀行"),
      BankWords("002", "KDB산업은행", "KDB Korea Development Bank", "KDB産業銀行"),
      BankWords("027", "한국씨티은행", "Citibank Korea", "韓国シティ銀行"),
      BankWords("050", "저축은행", "Savings banks", "貯蓄銀行"),
      BankWords("064", "산림조합", "Forestry Cooperatives", "山林組合"),
    ]
  }
}
