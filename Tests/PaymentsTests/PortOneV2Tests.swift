import Contract
import JSON
import Payment
import Payments
import Synchronization
import Testing
import Wire

struct PortOneV2Tests {
  private func provider(_ line: Line) -> PaymentProvider {
    PortOneV2(base: "https://v2", secret: "s", store: "store-1", link: line.link).provider
  }

  private static func payment(_ status: String, _ more: String = "", cancelled: Int = 0, paidAt: Bool = true) -> String
  {
    """
    {"status":"\(status)","id":"M1","transactionId":"t1","storeId":"store-1","currency":"KRW","orderName":"진료",\
    "amount":{"total":50000,"taxFree":0,"discount":0,"paid":50000,"cancelled":\(cancelled),"cancelledTaxFree":0}\
    \(paidAt ? #","paidAt":"2026-12-01T00:00:00Z""# : "")\(more)}
    """
  }

  private func read(_ body: String) async throws -> ReportedPayment {
    try #require(try await provider(Line([(200, body)])).payment("M1"))
  }

  @Test func aPaymentIsAskedWithTheSecret() async throws {
    let line = Line([
      (
        200,
        Self.payment("PAID", #","receiptUrl":"https://r","method":{"type":"PaymentMethodCard","card":{"name":"신한카드"}}"#)
      )
    ])
    let found = try #require(try await provider(line).payment("M1"))
    #expect(
      found.report == PaymentReport(id: "M1", orderCode: "M1", status: .paid, currency: .won, captured: 50_000))
    #expect(found.receipt["card_name"] == "신한카드" && found.receipt["receipt_url"] == "https://r")
    #expect(found.receipt["pay_method"] == "card")
    let asked = try #require(line.asked.withLock { $0.first })
    #expect(asked.url == "https://v2/payments/M1?storeId=store-1")
    #expect(asked.authorization == "PortOne s")
  }

  @Test(
    arguments: [
      ("READY", PaymentReport.Status.ready, 0), ("PAY_PENDING", .ready, 0), ("PENDING", .ready, 0),
      ("VIRTUAL_ACCOUNT_ISSUED", .waitingDeposit, 0), ("FAILED", .failed, 0), ("CANCELLED", .cancelled, 0),
    ] as [(String, PaymentReport.Status, Int64)])
  func whatIsNotPaidIsNothingTaken(name: String, status: PaymentReport.Status, captured: Int64) async throws {
    let report = try await read(Self.payment(name, paidAt: false)).report
    #expect(report.status == status)
    #expect(report.captured == captured)
  }

  @Test func refundsAreRead() async throws {
    let part = try await read(Self.payment("PARTIAL_CANCELLED", cancelled: 20_000)).report
    #expect(part.status == .paid && part.captured == 50_000 && part.cancelled == 20_000)
    let all = try await read(Self.payment("CANCELLED", cancelled: 50_000)).report
    #expect(all.status == .cancelled && all.captured == 50_000 && all.cancelled == 50_000)
    let pending = #","cancellations":[{"status":"REQUESTED","totalAmount":30000},{"status":"FAILED","totalAmount":9}]"#
    let asked = try await read(Self.payment("PAID", pending)).report
    #expect(asked.cancelling == 30_000 && asked.cancelled == 0)
  }

  @Test func aVirtualAccountIsRead() async throws {
    let method = """
      ,"method":{"type":"PaymentMethodVirtualAccount","bank":"SHINHAN","accountNumber":"1-2","remitteeName":"마루",\
      "expiredAt":"2026-12-01T01:00:00Z"}
      """
    let report = try await read(Self.payment("VIRTUAL_ACCOUNT_ISSUED", method, paidAt: false)).report
    #expect(report.method == .virtualAccount)
    #expect(
      report.deposit
        == DepositAccount(
          bank: "SHINHAN", account: "1-2", holder: "마루", until: Timestamp(iso8601: "2026-12-01T01:00:00Z")))
  }

  @Test(arguments: [
    "{}", "[]", "<html>", #"{"status":"PAID","id":"M1","currency":"KRW"}"#,
    #"{"status":"PAID","id":"M1","currency":"WON","amount":{"total":1,"cancelled":0}}"#,
    #"{"status":"PAID","id":"M1","currency":"KRW","amount":{"total":1.5,"cancelled":0}}"#,
    #"{"status":"SOLD","id":"M1","currency":"KRW","amount":{"total":1,"cancelled":0}}"#,
  ])
  func nothingIsGuessed(body: String) async throws {
    let fault = await #expect(throws: PaymentFault.self) { try await read(body) }
    if case .unreadable = fault {} else { Issue.record("\(fault as Any)") }
  }

  @Test func aCancelComparesWhatIsLeft() async throws {
    let line = Line([(200, #"{"cancellation":{"status":"SUCCEEDED","id":"c","totalAmount":10}}"#)])
    let call = RefundCall(
      payment: "M1", orderCode: "M1", amount: 10, remaining: 50, currency: .won, reason: .cancelledByPatient,
      needsAccount: true)
    try await provider(line).cancel(
      call, RefundAccount(holder: "하늘", bank: try #require(Bank("신한은행")), number: "1-2"))
    let asked = try #require(line.asked.withLock { $0.last })
    #expect(asked.url == "https://v2/payments/M1/cancel")
    #expect(asked.body?["amount"] == 10 && asked.body?["currentCancellableAmount"] == 50)
    #expect(asked.body?["storeId"] == "store-1" && asked.body?["requester"] == "CUSTOMER")
    #expect(asked.body?["refundAccount"] == ["bank": "SHINHAN", "number": "1-2", "holderName": "하늘"])
  }

  @Test func refusalsAndSilencesAreTwoThings() async throws {
    let call = RefundCall(
      payment: "M1", orderCode: "M1", amount: 10, remaining: 50, currency: .won, reason: .declined, needsAccount: false)
    func fault(_ answer: (Int, String)) async -> PaymentFault? {
      do throws(PaymentFault) { try await provider(Line([answer])).cancel(call, nil) } catch { return error }
      return nil
    }
    #expect(
      await fault((409, #"{"type":"CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN","message":""}"#))
        == .refused("status 409 CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN"))
    #expect(await fault((200, #"{"cancellation":{"status":"FAILED"}}"#)) == .refused("the cancellation failed"))
    #expect(await fault((200, #"{"cancellation":{"status":"REQUESTED"}}"#)) == nil)
    #expect(await fault((502, #"{"type":"PG_PROVIDER"}"#)) == .unavailable("status 502"))
    #expect(await fault((401, #"{"type":"UNAUTHORIZED"}"#)) == .unavailable("the secret is refused"))
    #expect(try await provider(Line([(404, #"{"type":"PAYMENT_NOT_FOUND"}"#)])).payment("M1") == nil)
    #expect(try await provider(Line([(404, #"{"type":"PAYMENT_NOT_FOUND"}"#)])).payments("M1") == [])
  }
}
