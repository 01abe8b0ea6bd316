import Contract
import Domain

/// The server's side of the devices' sessions: one pair of tokens each, rotating. An old refresh token is answered with
/// the new pair until that is first used.
struct SimulatedSessions {
  private struct Family {
    var current = 1
    var isUsed = true
    var isExpired = false
  }

  private var families: [Family]

  init(devices: Int) {
    families = Array(repeating: Family(), count: devices)
  }

  func answer(_ device: Int, _ person: Person) -> SessionAnswer {
    let number = families[device].current
    return SessionAnswer(
      person: person, email: "", role: .member, accessToken: "a\(number)", refreshToken: "f\(number)")
  }

  /// nil where the token is good.
  mutating func check(_ token: String?, of device: Int) -> APIError? {
    guard token == "a\(families[device].current)", !families[device].isExpired else { return .accessExpired }
    families[device].isUsed = true
    return nil
  }

  mutating func refresh(_ token: String, of device: Int, _ person: Person) -> Result<Answer, APIError> {
    let number = families[device].current
    if token == "f\(number - 1)" && !families[device].isUsed {
      return .success(.session(answer(device, person)))
    }
    guard token == "f\(number)" else { return .failure(.refreshExpired) }
    families[device].current += 1
    families[device].isUsed = false
    families[device].isExpired = false
    return .success(.session(answer(device, person)))
  }

  mutating func expire(_ device: Int) {
    families[device].isExpired = true
  }
}
