import AccountContract
import Contract
import Domain
import Providers
import Wire

extension CallTable {
  /// Sign-in through providers, for apps that have a token already, and linking. What is linked opens the account from
  /// then on, so the account is proved anew; in a browser before it leaves for the provider's page.
  mutating func addProviders(_ desk: ProviderDesk, _ pages: ProviderPages, _ ways: WaysDesk) {
    respondToAnyone(AccountAPI.kakaoLogin) { form, call in try await desk.enter(.kakao, form, call) }
    respondToAnyone(AccountAPI.appleLogin) { form, call in try await desk.enter(.apple, form, call) }
    serve(AccountAPI.linkKakao) { link, call, caller in
      try await ways.proveAnew(link.password, of: caller)
      try await desk.link(.kakao, link.token, call, caller)
      return Nothing()
    }
    serve(AccountAPI.linkApple) { link, call, caller in
      try await ways.proveAnew(link.password, of: caller)
      try await desk.link(.apple, link.token, call, caller)
      return Nothing()
    }
    respond(AccountAPI.startLink) { way, call, caller in
      guard let provider = Provider(rawValue: way.provider) else { throw APIError.wayClosed }
      try await ways.proveAnew(way.password, of: caller)
      return try await pages.startLink(provider, target: way.target, call, caller)
    }
  }
}
