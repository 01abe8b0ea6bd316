import JSON
import Payment

/// What goes otherwise than usual with one payment, for whoever wants to see it go wrong.
public struct SandboxPlan: Equatable, Sendable {
  /// Between the buyer's yes and the money; -1: until somebody says so.
  var confirmAfter: Int64?
  /// The payment fails, and so long afterwards the money is there all the same.
  var failThenPay: Int64?
  /// How often each event is told.
  var webhooks: Int64 = 1
  /// "Paid" is told before it is true.
  var isEarly = false
  /// V1 as a form instead of JSON.
  var isForm = false
  var webhookDelay: Int64 = 0
  /// Of the payment, instead of what the order says: minor units.
  var amount: Int64?
  var currency: String?
  /// So many questions about the payment are answered with 500.
  var broken: Int64 = 0
  /// So many cancels are done, and answered with 500.
  var lostAnswers: Int64 = 0
  /// So many cancels the bank refuses.
  var refusedCancels: Int64 = 0
  /// The next cancel takes no more than that: minor units.
  var cancelPart: Int64?
  /// The buyer pays in two tabs.
  var isTwice = false

  public init() {}

  /// nil where a member is unknown or of another kind.
  init?(_ json: JSONValue) {
    guard let members = json.object?.members else { return nil }
    for member in members {
      let number = member.value.int64
      switch member.name {
      case "confirm_after_ms": confirmAfter = number
      case "fail_then_pay_ms": failThenPay = number
      case "webhooks": webhooks = number ?? -1
      case "webhook_early": isEarly = member.value.bool ?? false
      case "webhook_form": isForm = member.value.bool ?? false
      case "webhook_delay_ms": webhookDelay = number ?? -1
      case "amount": amount = number
      case "currency": currency = member.value.string
      case "broken": broken = number ?? -1
      case "lose_answers": lostAnswers = number ?? -1
      case "refuse_cancels": refusedCancels = number ?? -1
      case "cancel_part": cancelPart = number
      case "twice": isTwice = member.value.bool ?? false
      default: return nil
      }
      if member.value == .null { continue }
      guard number != nil || member.value.bool != nil || member.name == "currency" else { return nil }
    }
    guard isSensible else { return nil }
  }

  private var isSensible: Bool {
    let day: Int64 = 86_400_000
    return (0...5).contains(webhooks) && (0...day).contains(webhookDelay) && (-1...day).contains(confirmAfter ?? 0)
      && (0...day).contains(failThenPay ?? 0) && (0...100).contains(broken) && (0...100).contains(lostAnswers)
      && (0...100).contains(refusedCancels) && (amount ?? 1) > 0 && (cancelPart ?? 1) > 0
      && (amount ?? 0) < 1_000_000_000_000 && (currency.map { Currency($0) != nil } ?? true)
  }

  var json: JSONValue {
    var object: JSONObject = [:]
    let plain = SandboxPlan()
    func put(_ name: String, _ value: Int64?) { if let value { object[name] = .integer(value) } }
    put("confirm_after_ms", confirmAfter)
    put("fail_then_pay_ms", failThenPay)
    put("amount", amount)
    put("cancel_part", cancelPart)
    for (name, value, usual) in [
      ("webhooks", webhooks, plain.webhooks), ("webhook_delay_ms", webhookDelay, 0), ("broken", broken, 0),
      ("lose_answers", lostAnswers, 0), ("refuse_cancels", refusedCancels, 0),
    ] where value != usual { put(name, value) }
    for (name, value) in [("webhook_early", isEarly), ("webhook_form", isForm), ("twice", isTwice)] where value {
      object[name] = true
    }
    if let currency { object["currency"] = .string(currency) }
    return .object(object)
  }
}
