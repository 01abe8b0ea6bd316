import AccountContract
import Contract
import Domain
import Providers
import Wire

extension CallTable {
  /// Sign-in through providers, for apps that have a token already, and linking.
  mutating func addProviders(_ desk: ProviderDesk, _ pages: ProviderPages) {
    respondToAnyone(AccountAPI.kakaoLogin) { form, call in try await desk.enter(.kakao, form, call) }
    respondToAnyone(AccountAPI.appleLogin) { form, call in try await desk.enter(.apple, form, call) }
    serve(AccountAPI.linkKakao) { token, call, caller in
      try await desk.link(.kakao, token, call, caller)
      return Nothing()
    }
    serve(AccountAPI.linkApple) { token, call, caller in
      try await desk.link(.apple, token, call, caller)
      return Nothing()
    }
    respond(AccountAPI.startLink) { way, call, caller in
      guard let provider = Provider(rawValue: way.provider) else { throw APIError.wayClosed }
      return try await pages.startLink(provider, target: way.target, call, caller)
    }
  }
}
