import Payment

/// Where the money of a deposit goes, as a refund shows it; without a text where nothing was said.
struct SandboxRefundAccount {
  var text: String?

  init() {}

  init(_ bank: Bank, _ number: String, _ holder: String) { text = "\(bank.name) \(number) \(holder)" }
}
