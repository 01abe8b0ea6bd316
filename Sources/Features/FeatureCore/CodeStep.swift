import Domain

/// A code that somebody asks for, waits for and types in, whether it comes by mail or by message.
public struct CodeStep: Equatable, Sendable {
  /// As it is typed.
  public var text = ""
  /// One is on its way.
  public var isSent = false
  /// Another one may be asked for.
  public var mayResend = false

  public init() {}

  public var isMissing: Bool { trimmed(text).isEmpty }

  /// A request for one leaves.
  public mutating func ask() { mayResend = false }

  /// The server has sent one.
  /// - Parameter timer: fires when it would send another one.
  public mutating func sent(resendAfterSeconds: Int, _ timer: Tag) -> [Effect] {
    isSent = true
    return [.startTimer(milliseconds: resendAfterSeconds * 1_000, timer), .focus(elementID: Self.elementID)]
  }

  /// The server has sent none.
  public mutating func failed() { mayResend = isSent }
}

extension CodeStep {
  public static let elementID = "code"

  /// - Parameter isJudged: whether it is said that it is missing.
  public func field<Action>(
    _ l: Language, isJudged: Bool, typed: @escaping (String) -> Action
  ) -> PageModel<Action>.Field {
    .init(
      Self.elementID, l.say("인증번호", "Code", "認証番号"), text, inputMode: "numeric", autocomplete: "one-time-code",
      error: isJudged && isMissing ? l.say("인증번호를 입력해 주세요", "Enter the code", "認証番号を入力してください") : nil,
      typed: typed)
  }

  public func resendRow<Action>(_ l: Language, _ tapped: Action) -> PageModel<Action>.Row {
    mayResend
      ? .init("resend", l.say("인증번호 다시 보내기", "Send it again", "認証番号を再送する"), .button(tapped))
      : .init("resend", l.say("안 오면 잠시 후 다시 보낼 수 있어요", "Nothing yet? You can ask again soon", "届かない場合は、少し待って再送できます"))
  }
}
