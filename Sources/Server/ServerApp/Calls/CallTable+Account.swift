import AccountContract
import Accounts
import Contract
import Providers

extension CallTable {
  /// The routes of `AccountAPI`.
  mutating func addAccount(_ desk: WaysDesk, _ providers: Providers) {
    serveAnyone(AccountAPI.ways) { _, _ in
      WaysIn(
        phone: desk.settings.isPhoneOpen, kakao: providers.hasPage(.kakao), apple: providers.hasPage(.apple))
    }
    addWays(desk)
  }
}
