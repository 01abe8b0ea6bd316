import AccountContract
import Accounts
import Contract

extension CallTable {
  /// The routes of `AccountAPI`.
  mutating func addAccount(_ desk: WaysDesk) {
    serveAnyone(AccountAPI.ways) { _, _ in WaysIn(phone: desk.settings.isPhoneOpen) }
    addWays(desk)
  }
}
