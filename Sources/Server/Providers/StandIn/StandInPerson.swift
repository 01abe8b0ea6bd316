/// Somebody whom the stand-in knows, to try sign-in with.
struct StandInPerson: Sendable {
  /// Kakao's ids are numbers.
  var id: Int64
  var family: String
  var given: String
  var email: String?
  var isVerified: Bool
  /// What is special about them, for whoever chooses.
  var note: String

  var name: String { family + given }
  /// As Apple names people.
  var subject: String { "00\(id).5a1f0c9e.0420" }

  static let all = [
    StandInPerson(
      id: 41_001, family: "강", given: "하늘", email: "haneul@standin.test", isVerified: true, note: "확인된 이메일"),
    StandInPerson(
      id: 41_002, family: "윤", given: "도윤", email: "doyun@standin.test", isVerified: false, note: "확인되지 않은 이메일"),
    StandInPerson(id: 41_003, family: "서", given: "아라", email: nil, isVerified: false, note: "이메일 없음"),
    StandInPerson(
      id: 41_004, family: "정", given: "민지", email: "patient1@maru.demo", isVerified: true,
      note: "이미 가입된 이메일 (patient1)"),
    StandInPerson(
      id: 41_005, family: "김", given: "서윤", email: "doctor1@maru.demo", isVerified: true, note: "의사 계정의 이메일 (doctor1)"),
  ]

  static func find(_ id: String?) -> StandInPerson? { all.first { String($0.id) == id } }
}

/// What goes wrong when somebody wants to see it go wrong.
enum StandInFault: String, CaseIterable, Sendable {
  case none
  /// For another application.
  case audience
  case issuer, expired, future, nonce
  /// One bit of it is another.
  case signature
  /// `alg` is `none`, without a signature.
  case unsigned
  /// HS256 with the public key as the secret.
  case symmetric
  /// Signed with a key that is not in the set, under a name that is.
  case confused
  /// A key that nobody knows.
  case stranger
  /// The address is not verified, whoever it is.
  case unverified
  case slow
  case broken

  var words: String {
    switch self {
    case .none: "없음"
    case .audience: "다른 앱의 토큰"
    case .issuer: "다른 발급자"
    case .expired: "만료된 토큰"
    case .future: "미래의 토큰"
    case .nonce: "다른 nonce"
    case .signature: "잘못된 서명"
    case .unsigned: "서명 없음"
    case .symmetric: "공개 키로 만든 HS256"
    case .confused: "다른 키의 서명"
    case .stranger: "알 수 없는 키"
    case .unverified: "확인되지 않은 이메일"
    case .slow: "느린 응답 (3초)"
    case .broken: "서버 오류 (500)"
    }
  }
}
