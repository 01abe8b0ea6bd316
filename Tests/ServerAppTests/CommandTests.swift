import AccountContract
import Accounts
import Contract
import HTTPServer
import Payments
import Providers
import ServerApp
import Testing

struct CommandTests {
  private func settings(_ words: String..., environment: [String: String] = [:]) throws -> ServerSettings {
    guard case .serve(let settings) = try Command(["serve"] + words, environment: environment) else {
      throw UsageError.unexpected("no serve")
    }
    return settings
  }

  @Test func flagsAreRead() throws {
    let settings = try settings(
      "--listen", "0.0.0.0:9000", "--data=/tmp/x", "--demo", "--admin", "off", "--access-seconds", "5",
      "--consult-open=off", "--log", "errors")
    #expect(settings.listen == "0.0.0.0:9000")
    #expect(settings.dataFolder == "/tmp/x")
    #expect(settings.isDemo)
    #expect(settings.admin == nil)
    #expect(settings.accounts.accessLifetime == 5_000)
    #expect(settings.isConsultOpen == false)
    #expect(settings.logging == .errors)
  }

  @Test func aTelephoneOpensNothingUnlessTheOperatorSaysSo() async throws {
    func isOpen(_ words: String...) async throws -> Bool {
      guard case .serve(let change) = try Command(["serve"] + words, environment: [:]) else {
        throw UsageError.unexpected("no serve")
      }
      let client = try await Client(.inProcess) {
        $0.isDemo = change.isDemo
        $0.isPhoneOpen = change.isPhoneOpen
        $0.standIn = nil
      }
      let response = try await client.send(AccountAPI.ways.request(Nothing(), key: "eyemon"))
      return try AccountAPI.ways.read(response).phone
    }
    #expect(try await !isOpen())
    #expect(try await isOpen("--phone"))
    #expect(try await isOpen("--demo"))
    #expect(try await !isOpen("--demo", "--phone=off"))
  }

  @Test func variablesMeanTheSameAndFlagsWin() throws {
    let environment = ["MARU_LISTEN": "localhost:1000", "MARU_ACCESS_SECONDS": "7", "MARU_DEMO": "1", "PATH": "x"]
    let settings = try settings("--listen", "127.0.0.1:2000", environment: environment)
    #expect(settings.listen == "127.0.0.1:2000")
    #expect(settings.accounts.accessLifetime == 7_000)
    #expect(settings.isDemo)
  }

  @Test func keysOfProvidersAreRead() throws {
    let settings = try settings(
      "--public-url", "https://maru.example/", "--kakao-app-id", "7", "--apple-audiences", "a.b,c.d", "--stand-in",
      "off",
      environment: ["MARU_KAKAO_REST_KEY": "k"])
    #expect(settings.providers.publicOrigin == "https://maru.example")
    #expect(settings.providers.kakao?.appID == 7 && settings.providers.kakao?.restKey == "k")
    #expect(settings.providers.apple?.audiences == ["a.b", "c.d"])
    #expect(settings.standIn == nil)
    for words in [
      ["--public-url", "maru.example"], ["--public-url", "https://maru.example/x"], ["--public-url", "https://a@b"],
      ["--stand-in", "0.0.0.0:80"], ["--apple-key", "/nowhere"], ["--kakao-app-id", "0"],
    ] {
      #expect(throws: UsageError.self) { try Command(["serve"] + words, environment: [:]) }
    }
  }

  /// An order must be paid where it is asked about, with all that both need.
  @Test func keysOfPaymentsAreThereAsAWholeOrNotAtAll() throws {
    let v1 = ["--portone-v1-key", "k", "--portone-v1-secret", "s", "--portone-v1-code", "imp1"]
    let v2 = ["--portone-v2-secret", "s", "--portone-v2-store", "store-1", "--portone-v2-channel", "channel-1"]
    func read(_ words: [String]) throws -> ServerSettings {
      guard case .serve(let settings) = try Command(["serve"] + words, environment: [:]) else {
        throw UsageError.unexpected("no serve")
      }
      return settings
    }
    let settings = try read(v1 + v2 + ["--pay-through", "v2"])
    #expect(settings.payments.v1?.code == "imp1" && settings.payments.v2?.store == "store-1")
    for keys in [v1, v2] {
      for hole in stride(from: 0, to: keys.count, by: 2) {
        var words = keys
        words.removeSubrange(hole...hole + 1)
        let missing = #expect(throws: UsageError.self) { try read(words) }
        #expect(missing?.text.hasPrefix(keys[hole] + " is needed besides") == true)
      }
    }
    #expect(throws: UsageError.missing("--portone-v2-secret", besides: "--pay-through v2")) {
      try read(v1 + ["--pay-through", "v2"])
    }
  }

  @Test func placesOfPracticeAreRead() throws {
    #expect(try settings().paySandbox == .beside("127.0.0.1:0"))
    #expect(try settings("--pay-sandbox", "off").paySandbox == .off)
    #expect(try settings("--pay-sandbox=http://127.0.0.1:8090/").paySandbox == .at("http://127.0.0.1:8090"))
    #expect(
      try settings(environment: ["MARU_PAY_SANDBOX": "https://pay.example"]).paySandbox == .at("https://pay.example"))
    #expect(throws: UsageError.self) { try settings("--pay-sandbox", "0.0.0.0:80") }
    guard
      case .sandboxPay(let practice) = try Command(
        ["sandbox-pay", "--data", "off", "--merchants=https://a.example,http://b.example:1/"],
        environment: ["MARU_SANDBOX_LISTEN": "127.0.0.1:9", "MARU_LISTEN": "127.0.0.1:10"])
    else { throw UsageError.unexpected("no sandbox-pay") }
    #expect(practice.listen == "127.0.0.1:9" && practice.folder == nil)
    #expect(practice.merchants == ["https://a.example", "http://b.example:1"])
    for words in [["--listen", "x"], ["--merchants", "a.example"], ["--data"], ["--nonsense"], ["x"]] {
      #expect(throws: UsageError.self) { try Command(["sandbox-pay"] + words, environment: [:]) }
    }
  }

  @Test func mistakesAreNamed() {
    let mistakes: [([String], [String: String], UsageError)] = [
      (["nonsense"], [:], .unknownCommand("nonsense")),
      (["--nonsense"], [:], .unknownFlag("--nonsense")),
      (["serve", "--nonsense"], [:], .unknownFlag("--nonsense")),
      (["serve", "-x"], [:], .unknownFlag("-x")),
      (["serve", "x"], [:], .unexpected("x")),
      (["serve", "--listen"], [:], .missingValue("--listen")),
      (["serve", "--listen", "--demo"], [:], .missingValue("--listen")),
      (["version", "x"], [:], .unexpected("x")),
      (["migrate", "--demo"], [:], .unknownFlag("--demo")),
      (["serve", "--data="], [:], .missingValue("--data")),
    ]
    for (words, environment, error) in mistakes {
      #expect(throws: error) { try Command(words, environment: environment) }
    }
  }

  @Test(arguments: ["no", "1.2.3.4", "example.com:80", "127.0.0.1:99999", ":80", ""])
  func aBadAddressIsRefused(text: String) {
    #expect(throws: UsageError.self) { try Command(["serve", "--listen=" + text], environment: [:]) }
  }

  @Test(arguments: ["0", "-1", "x", "1.5", "99999999999999999999"])
  func aBadNumberIsRefused(text: String) {
    #expect(throws: UsageError.self) { try Command(["serve", "--access-seconds", text], environment: [:]) }
    #expect(throws: UsageError.badValue("MARU_ACCESS_SECONDS", text, "a whole number from 1 to 86400")) {
      try Command(["serve"], environment: ["MARU_ACCESS_SECONDS": text])
    }
  }

  @Test func helpNamesEveryFlag() throws {
    guard case .help(let text) = try Command(["serve", "--help"], environment: [:]) else {
      Issue.record("no help")
      return
    }
    for flag in ["--listen", "--data", "--web", "--demo", "--admin", "--log", "--access-seconds"] {
      #expect(text.contains(flag))
    }
    guard case .help = try Command([], environment: [:]), case .help = try Command(["migrate", "-h"], environment: [:])
    else {
      Issue.record("no help")
      return
    }
  }
}
