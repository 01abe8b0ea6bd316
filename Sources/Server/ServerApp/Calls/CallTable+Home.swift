import AccountContract
import Accounts
import Contract
import Profiles

extension CallTable {
  /// What the home screen of older clients asks for.
  /// - Parameter hasPages: the attendance page and its picture are there.
  mutating func addHome(_ profiles: Profiles, hasPages: Bool) {
    let attendance = Banner(
      name: "출석 체크", imagePath: "/data/banners/attendance.png", pagePath: "/event-application")
    serve(AccountAPI.banners) { _, _, _ in hasPages ? [attendance] : [] }
    serve(AccountAPI.attend) { _, _, caller in try await profiles.attend(caller.person) }
    serveAnyone(AccountAPI.requestLog) { _, _ in Nothing() }
  }
}
