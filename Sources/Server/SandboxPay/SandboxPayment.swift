import JSON

/// Which of the two APIs the checkout was opened with: what its webhooks and its way back look like.
enum SandboxDialect: String, Sendable {
  case v1, v2
}

enum SandboxMethod: String, Sendable {
  case card
  case account
}

enum SandboxState: String, Sendable {
  /// The checkout is open, or the money is on its way.
  case ready
  /// A virtual account was issued.
  case waiting
  case paid
  case failed
  /// All of it was given back, or the account was closed.
  case cancelled
}

/// One try to pay an order: V1 calls it `imp_uid`, V2 a transaction.
struct SandboxPayment: Equatable, Sendable {
  struct Account: Equatable, Sendable {
    var number: String
    var holder: String
    /// Milliseconds.
    var until: Int64
    var issuedAt: Int64
  }

  struct Refund: Equatable, Sendable {
    var id: String
    /// Minor units.
    var amount: Int64
    var reason: String
    var at: Int64
    /// Where the money of an account went back to.
    var account: String?
  }

  /// A webhook that was sent: what it said, and what was answered (0: nobody).
  struct Delivery: Equatable, Sendable {
    var at: Int64
    var said: String
    var status: Int64
  }

  var id: String
  var order: String
  var dialect: SandboxDialect
  var name: String
  /// Minor units: what is or will be taken.
  var amount: Int64
  var currency: String
  var method = SandboxMethod.card
  var state = SandboxState.ready
  var startedAt: Int64
  var changedAt: Int64
  var paidAt: Int64?
  var failedAt: Int64?
  var failure: String?
  /// The buyer has said yes.
  var isAgreed = false
  /// When a payment that is on its way arrives; nil: when somebody says so.
  var arrivesAt: Int64?
  /// "Paid" was told before it was true.
  var isTold = false
  var account: Account?
  var refunds: [Refund] = []
  var deliveries: [Delivery] = []
  var buyer = SandboxBuyer()
  /// Where webhooks go, and where the browser goes afterwards.
  var noticeURL: String?
  var returnURL: String?
  /// When the bank closes the account that it may issue.
  var depositUntil: Int64?
  var plan = SandboxPlan()

  var captured: Int64 { paidAt == nil ? 0 : amount }
  var refunded: Int64 { refunds.reduce(0) { $0 + $1.amount } }
  var balance: Int64 { captured - refunded }
  /// Whether the buyer has said yes and the money is not there yet.
  var isOnItsWay: Bool { isAgreed && paidAt == nil && state != .cancelled }
}

struct SandboxBuyer: Equatable, Sendable {
  var name: String?
  var email: String?
  var phone: String?
}
