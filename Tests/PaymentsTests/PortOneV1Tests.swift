import Contract
import JSON
import Outgoing
import Payment
import Payments
import Synchronization
import Testing
import Wire

/// Answers one call after the other, and keeps what was asked.
final class Line: Sendable {
  struct Asked: Equatable {
    var method: HTTPMethod
    var url: String
    var authorization: String?
    var body: JSONValue?
  }

  private let answers: Mutex<[(Int, String)]>
  let asked = Mutex<[Asked]>([])

  init(_ answers: [(Int, String)]) { self.answers = Mutex(answers) }

  var link: PaymentLink {
    PaymentLink { [self] request throws(OutgoingError) in
      asked.withLock {
        $0.append(
          Asked(
            method: request.method, url: request.url, authorization: request.headers["Authorization"],
            body: try? JSONValue(parsing: request.body)))
      }
      guard let (status, body) = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        throw OutgoingError.timedOut
      }
      return HTTPResponse(status, body: Array(body.utf8))
    }
  }
}

struct PortOneV1Tests {
  private static let token = (
    200, #"{"code":0,"message":null,"response":{"access_token":"tok","now":100,"expired_at":1900}}"#
  )

  private static func payment(_ more: String, status: String = "paid", amount: String = "50000", _ paidAt: Int = 9)
    -> String
  {
    """
    {"code":0,"message":null,"response":{"imp_uid":"imp_1","merchant_uid":"M1","status":"\(status)",\
    "amount":\(amount),"currency":"KRW","pay_method":"card","paid_at":\(paidAt)\(more)}}
    """
  }

  private func provider(_ line: Line, _ now: Timestamp = start) -> PaymentProvider {
    PortOneV1(base: "https://v1", key: "k", secret: "s", link: line.link, clock: { now }).provider
  }

  @Test func aPaymentIsAskedWithAToken() async throws {
    let line = Line([Self.token, (200, Self.payment(#","cancel_amount":20000,"card_name":"신한카드""#))])
    let found = try #require(try await provider(line).payment("imp_1"))
    #expect(
      found.report
        == PaymentReport(
          id: "imp_1", orderCode: "M1", status: .paid, currency: .won, captured: 50_000, cancelled: 20_000))
    #expect(found.receipt["card_name"] == "신한카드")
    #expect(found.receipt["paidAt"] == "1970-01-01T00:00:09.000Z")
    let asked = line.asked.withLock { $0 }
    #expect(asked.map(\.url) == ["https://v1/users/getToken", "https://v1/payments/imp_1"])
    #expect(asked[0].body == ["imp_key": "k", "imp_secret": "s"])
    #expect(asked[1].authorization == "tok")
  }

  @Test func aTokenServesUntilItsEnd() async throws {
    let answer = (200, Self.payment(""))
    let line = Line([Self.token, answer, answer, answer])
    let provider = provider(line)
    for _ in 0..<3 { _ = try await provider.payment("imp_1") }
    #expect(line.asked.withLock { $0.filter { $0.url.hasSuffix("getToken") }.count } == 1)
  }

  @Test func aTokenThatIsRefusedIsReplacedOnce() async throws {
    let line = Line([
      Self.token, (401, #"{"code":-1,"message":"Unauthorized","response":null}"#), Self.token, (200, Self.payment("")),
    ])
    #expect(try await provider(line).payment("imp_1") != nil)
    let stubborn = Line([Self.token, (401, #"{"code":-1}"#), Self.token, (401, #"{"code":-1}"#)])
    await #expect(throws: PaymentFault.unavailable("the token is refused")) {
      try await provider(stubborn).payment("imp_1")
    }
  }

  @Test func wrongKeysAreNoAnswer() async throws {
    let line = Line([(401, #"{"code":-1,"message":"인증에 실패하였습니다.","response":null}"#)])
    await #expect(throws: PaymentFault.unavailable("no token: status 401")) {
      try await provider(line).payment("imp_1")
    }
  }

  @Test func whatItDoesNotKnowIsNothing() async throws {
    let unknown = (404, #"{"code":-1,"message":"존재하지 않는 결제정보입니다.","response":null}"#)
    #expect(try await provider(Line([Self.token, unknown])).payment("imp_9") == nil)
    #expect(try await provider(Line([Self.token, unknown])).payments("M9") == [])
    #expect(try await provider(Line([])).payment("../users") == nil)
  }

  @Test func allPaymentsOfAnOrderAreRead() async throws {
    let one = #"{"imp_uid":"imp_1","merchant_uid":"M1","status":"failed","amount":50000,"currency":"KRW","paid_at":0}"#
    let two = #"{"imp_uid":"imp_2","merchant_uid":"M1","status":"paid","amount":50000,"currency":"KRW","paid_at":9}"#
    let line = Line([
      Self.token, (200, #"{"code":0,"response":{"total":2,"previous":0,"next":0,"list":[\#(one),\#(two)]}}"#),
    ])
    let found = try await provider(line).payments("M1")
    #expect(found.map(\.report.status) == [.failed, .paid])
    #expect(line.asked.withLock { $0.last?.url } == "https://v1/payments/findAll/M1")
  }

  @Test(
    arguments: [
      ("ready", 0, "", PaymentReport.Status.ready, 0),
      (
        "ready", 0, #","vbank_num":"1-2","vbank_name":"신한","vbank_holder":"마루","vbank_date":1800000000"#,
        .waitingDeposit, 0
      ),
      ("failed", 0, "", .failed, 0), ("cancelled", 9, #","cancel_amount":50000"#, .cancelled, 50_000),
      ("cancelled", 0, #","cancel_amount":0,"vbank_num":"1-2""#, .cancelled, 0),
    ] as [(String, Int, String, PaymentReport.Status, Int64)])
  func statesAreRead(
    name: String, paidAt: Int, more: String, status: PaymentReport.Status, captured: Int64
  ) async throws {
    let line = Line([Self.token, (200, Self.payment(more, status: name, paidAt))])
    let report = try #require(try await provider(line).payment("imp_1")).report
    #expect(report.status == status)
    #expect(report.captured == captured)
    if status == .waitingDeposit {
      #expect(report.deposit?.until == Timestamp(milliseconds: 1_800_000_000_000))
    }
  }

  @Test(arguments: [
    #"{"code":0,"response":{}}"#, #"{"code":0,"response":null}"#, "[]", "<html>",
    #"{"code":0,"response":{"imp_uid":"i","merchant_uid":"M1","status":"paid","amount":1.5,"currency":"KRW"}}"#,
    #"{"code":0,"response":{"imp_uid":"i","merchant_uid":"M1","status":"paid","amount":-1,"currency":"KRW"}}"#,
    #"{"code":0,"response":{"imp_uid":"i","merchant_uid":"M1","status":"paid","amount":1,"currency":"WON"}}"#,
    #"{"code":0,"response":{"imp_uid":"i","merchant_uid":"M1","status":"new","amount":1,"currency":"KRW"}}"#,
    #"{"code":0,"response":{"imp_uid":"i","merchant_uid":"M1","status":"paid","currency":"KRW"}}"#,
  ])
  func nothingIsGuessed(body: String) async throws {
    let fault = await #expect(throws: PaymentFault.self) {
      try await provider(Line([Self.token, (200, body)])).payment("imp_1")
    }
    if case .unreadable = fault {} else { Issue.record("\(fault as Any)") }
  }

  @Test func aCancelComparesWhatIsLeft() async throws {
    let found = (200, Self.payment(#","pg_provider":"nice""#))
    let line = Line([Self.token, found, (200, Self.payment(""))])
    let dollars = try #require(Currency("USD"))
    let call = RefundCall(
      payment: "imp_1", orderCode: "M1", amount: 1_050, remaining: 2_000, currency: dollars, reason: .declined,
      needsAccount: true)
    try await provider(line).cancel(call, try account("신한"))
    let asked = try #require(line.asked.withLock { $0.last })
    #expect(asked.url == "https://v1/payments/cancel")
    #expect(asked.body?["amount"]?.decimalNumber == "10.50")
    #expect(asked.body?["checksum"]?.decimalNumber == "20.00")
    #expect(asked.body?["imp_uid"] == "imp_1")
    #expect(asked.body?["refund_account"] == "1-2")
    #expect(asked.body?["refund_bank"] == "088")
    #expect(asked.body?["refund_holder"] == "하늘")
  }

  /// KG Inicis has codes of its own, and V1 hands on what it is given.
  @Test(arguments: [("html5_inicis", "신한", "88"), ("inicis", "씨티", "53"), ("kcp", "씨티", "027"), ("", "국민", "004")])
  func aRefundGoesToTheBankUnderTheCodeOfThePaymentCompany(company: String, bank: String, code: String) async throws {
    let found = (200, Self.payment(#","pg_provider":"\#(company)""#))
    let line = Line([Self.token, found, (200, Self.payment(""))])
    let call = RefundCall(
      payment: "imp_1", orderCode: "M1", amount: 1, remaining: 1, currency: .won, reason: .declined, needsAccount: true)
    try await provider(line).cancel(call, try account(bank))
    #expect(line.asked.withLock { $0.last?.body?["refund_bank"] } == .string(code))
  }

  private func account(_ bank: String) throws -> RefundAccount {
    RefundAccount(holder: "하늘", bank: try #require(Bank(bank)), number: "1-2")
  }

  @Test func aRefusalAndASilenceAreTwoThings() async throws {
    let call = RefundCall(
      payment: "imp_1", orderCode: "M1", amount: 1, remaining: 1, currency: .won, reason: .declined, needsAccount: false
    )
    let refused = Line([Self.token, (200, #"{"code":1,"message":"취소가능 잔액이 일치하지 않습니다.","response":null}"#)])
    await #expect(throws: PaymentFault.refused("status 200, code 1")) { try await provider(refused).cancel(call, nil) }
    for answer in [(500, "{}"), (502, "<html>"), (429, "{}")] {
      let fault = await #expect(throws: PaymentFault.self) {
        try await provider(Line([Self.token, answer])).cancel(call, nil)
      }
      #expect(fault == .unavailable("status \(answer.0)"))
    }
    let silent = await #expect(throws: PaymentFault.self) { try await provider(Line([Self.token])).cancel(call, nil) }
    #expect(silent == .unavailable("timedOut"))
  }

  @Test func preparingTwiceIsHarmless() async throws {
    let line = Line([Self.token, (200, #"{"code":1,"message":"이미 등록된 merchant_uid입니다.","response":null}"#)])
    try await provider(line).prepare("M1", Money(50_000, .won))
    #expect(line.asked.withLock { $0.last?.body } == ["merchant_uid": "M1", "amount": 50_000])
  }
}

extension JSONValue {
  fileprivate var decimalNumber: String? {
    if case .number(let number) = self { number.text } else { nil }
  }
}
