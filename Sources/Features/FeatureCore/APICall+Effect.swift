import Contract
import Wire

extension APICall {
  /// Asks for it from an annex; `beginsSession` where its answer is a session that the app takes over.
  public func ask(_ input: Input, _ tag: Tag, beginsSession: Bool = false) -> Effect {
    let asking: Asking = beginsSession ? .session : outline.access == .person ? .person : .nobody
    // The shell writes the key of the app that the page belongs to.
    return .ask(request(input, key: "", web: true), asking, tag)
  }

  /// What came of it. A service behind the server that does not answer is told apart from a server that cannot be
  /// reached: there the server knows what happened.
  public func outcome(_ outcome: HTTPOutcome) -> Result<Output, CallFailure> {
    guard case .response(let response) = outcome else { return .failure(.unreachable) }
    do throws(APIError) {
      return .success(try read(response))
    } catch {
      return .failure(error.status >= 500 && error.code != .providerUnavailable ? .unreachable : .refused(error))
    }
  }
}
