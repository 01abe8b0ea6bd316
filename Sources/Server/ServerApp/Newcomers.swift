import AccountContract
import Contract

/// What is open to somebody who has not agreed to anything yet: agreeing, and leaving with what is theirs. Everything
/// else is not, whatever it is.
enum Newcomers {
  static func mayAsk(_ route: APIRoute) -> Bool { route == .logout }

  static func mayAsk(_ outline: APICallOutline) -> Bool { names.contains(outline.name) }

  private static let names: Set<String> = [
    AccountAPI.consents.outline.name, AccountAPI.consent.outline.name, AccountAPI.proof.outline.name,
    AccountAPI.sessions.outline.name, AccountAPI.activity.outline.name, AccountAPI.export.outline.name,
    AccountAPI.startExport.outline.name, AccountAPI.erasePreview.outline.name, AccountAPI.erase.outline.name,
    AccountAPI.withdraw.outline.name,
  ]
}
