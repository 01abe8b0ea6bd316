import AccountContract
import Accounts
import Contract

extension CallTable {
  /// The routes of `AccountAPI`.
  mutating func addAccount(_ accounts: Accounts) {
    serveAnyone(AccountAPI.ways) { _, _ in WaysIn() }
  }
}
