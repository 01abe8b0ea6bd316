/// A fault put into the server on purpose. The simulator is worth something because it finds each of them.
public enum MoneyMutant: String, CaseIterable, Sendable {
  /// A refund does not say what it believes is left: a lost answer pays twice.
  case refundWithoutBalance
  /// Whatever becomes of a refund, the ledger has it as soon as it is asked for.
  case ledgerAheadOfProvider
  /// The reservation changes in one transaction, and the order in the next.
  case twoTransactions
  /// What a webhook claims is taken for what the provider says.
  case webhookIsBelieved
  /// An order is read before the provider is asked, and written as it was then.
  case orderReadTooEarly
  /// A slot is taken again without looking whether somebody has it.
  case takenAgainUnseen
  /// Nobody asks the provider unless somebody said that something happened.
  case noSweep
  /// Money that comes after the hold ended is not looked at.
  case lateMoneyIgnored
  /// Of an order's payments only the first is looked at.
  case secondPaymentIgnored
  /// The amount counts in whatever currency it came.
  case currencyIgnored
  /// The key of a request is written after what it did.
  case keyKeptAfterwards
  /// Two requests with one key are two requests.
  case keyIgnored
  /// The doctor's no does not reach the order.
  case declineKeepsMoney
  /// A cancellation is taken whatever refund its patient was shown.
  case shownRefundIgnored
  /// A time that the doctor set counts as if the patient had chosen it.
  case doctorsTimeCosts
  /// Moving leaves the old time taken.
  case movingKeepsCells
  /// An offer to somebody who waits does not keep the time for them.
  case offerKeepsNothing
  /// A request that nobody answered is never ended.
  case approvalNeverEnds
  /// An account that waits for its deposit counts as paid.
  case depositTakenForPaid
  /// Each tab that wants to pay gets an order of its own.
  case orderPerRequest
}
