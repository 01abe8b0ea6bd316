import FeatureCore
import SocketIO

/// Testing has a `Tag` of its own.
typealias Tag = FeatureCore.Tag

let attempt = Tag("app/attempt")
let ping = Tag("app/ping")
let socketPath = ClientSessionMachine.path
let greeting = #"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}"#
let joined = #"40/me,{"sid":"n"}"#
let expired = #"44/me,{"message":"액세스 토큰이 만료되었습니다."}"#

func joining(_ token: String, key: String = "eyemon") -> String {
  #"40/me,{"SeSACKey":"\#(key)","Authorization":"\#(token)"}"#
}
