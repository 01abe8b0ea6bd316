import Contract
import Session
import Testing
import Wire

struct SessionPolicyTests {
  private func error(_ status: Int, _ code: ErrorCode, _ message: String = "x") -> APIError {
    APIError(status: status, code: code, message: message)
  }

  @Test func ourStatusesMeanWhatTheContractSays() {
    let policy = SessionPolicy.maru
    #expect(policy.isExpired(.accessExpired) && policy.isExpired(.accessInvalid))
    #expect(!policy.isExpired(.wrongCredentials) && !policy.isExpired(.personGone) && !policy.isExpired(.badRequest))
    #expect(policy.isEnded(.refreshExpired) && policy.isEnded(.accessInvalid))
    #expect(policy.isEnded(.sessionEnded) && !policy.isExpired(.sessionEnded))
    #expect(!policy.isEnded(.shuttingDown) && !policy.isEnded(.tooManyCalls(retryAfterSeconds: 1)))
    #expect(policy.isGone(.personGone) && !policy.isGone(.refreshExpired))
  }

  /// A status, a message and a code of its own are what any gateway sends.
  @Test(arguments: [
    "", "<html>", #"{"message":"Forbidden"}"#, #"{"message":"Forbidden","code":"AccessDenied"}"#,
    #"{"message":"no","code":"not_found"}"#, #"{"message":"no","code":418}"#,
  ])
  func whatTheServerDidNotSayEndsNothing(body: String) {
    for status in [400, 401, 403, 404, 418, 419] {
      let error = APIError(parsing: HTTPResponse(status, body: Array(body.utf8)))
      for policy in [SessionPolicy.maru, .unauthorized, .coded] {
        #expect(!policy.isEnded(error), "\(status)")
        #expect(!policy.isGone(error), "\(status)")
      }
    }
  }

  @Test func laterDialectsAreOnlyOtherData() {
    #expect(SessionPolicy.unauthorized.isExpired(error(401, .accessInvalid)))
    #expect(!SessionPolicy.unauthorized.isExpired(error(419, .accessExpired)))
    let coded = SessionPolicy.coded
    #expect(coded.isExpired(error(400, .accessExpired)) && !coded.isExpired(error(400, .badRequest)))
    #expect(coded.isEnded(error(400, .refreshExpired)) && !coded.isEnded(error(400, .accessExpired)))
    #expect(!coded.isGone(error(403, .personGone)))
  }

  /// What such a server writes: `{"errorCode":"E05"}` with 400.
  @Test func theCodesOfADialectAreData() {
    func refusal(_ code: String, _ policy: SessionPolicy = .coded) -> APIError {
      policy.refusal(HTTPResponse(400, body: Array(#"{"errorCode":"\#(code)"}"#.utf8)))
    }
    let coded = SessionPolicy.coded
    #expect(coded.isExpired(refusal("E05")) && !coded.isEnded(refusal("E05")))
    #expect(coded.isEnded(refusal("E06")) && !coded.isExpired(refusal("E06")))
    #expect(!coded.isExpired(refusal("E11")) && !coded.isEnded(refusal("E11")))
    for code in ["E05", "E06"] {
      #expect(!SessionPolicy.maru.isExpired(refusal(code, .maru)) && !SessionPolicy.maru.isEnded(refusal(code, .maru)))
    }
  }

  @Test func aMachineFollowsItsPolicy() {
    var policy = SessionPolicy.coded
    policy.repeats = 2
    var machine = SessionMachine(renewal: .token, policy: policy)
    _ = machine.receive(.signedIn(answer("mina", "t1")), entropy: 0)
    _ = machine.receive(.call("1", .rooms), entropy: 0)
    for number in 2...3 {
      let old = machine.receive(.answered("1", .refused(error(400, .accessExpired))), entropy: 0)
      #expect(old.contains { if case .refresh = $0 { true } else { false } })
      let renewed = machine.receive(
        .refreshAnswered(generation: number - 1, .success(.session(answer("mina", "t\(number)")))), entropy: 0)
      #expect(renewed.contains(.send("1", .rooms, accessToken: "t\(number)")))
    }
    let last = error(400, .accessExpired)
    #expect(machine.receive(.answered("1", .refused(last)), entropy: 0) == [.finish("1", .refused(last))])
  }

  @Test func aSetHoldsItsStatuses() {
    let set = StatusSet().adding(400).adding(463).adding(99).adding(464)
    #expect(set.contains(400) && set.contains(463))
    for status in [99, 399, 401, 464, 1_000, -1] { #expect(!set.contains(status)) }
  }
}
