import Kit

/// What the terminal says, in Korean or English.
struct Words: Sendable {
  let isKorean: Bool

  init(_ language: Language) {
    isKorean = language == .ko
  }

  private func word(_ korean: String, _ english: String) -> String { isKorean ? korean : english }

  var help: String {
    word(
      """
      /login 이메일 비밀번호 · /join 이메일 비밀번호 닉네임 · /signout
      /rooms · /doctors · /open 번호 (방) · /doctor 번호 (의사와 방 열기)
      글을 쓰면 보냅니다 · /reply #n 글 · /edit #n 글 · /delete #n · /react #n 이모지 · /unreact #n 이모지
      /file 경로 [글] · /save #n [폴더] · /read · /typing · /earlier · /search 글
      /outbox · /retry · /wait · /help · /quit
      """,
      """
      /login EMAIL PASSWORD · /join EMAIL PASSWORD NICK · /signout
      /rooms · /doctors · /open NUMBER (a room) · /doctor NUMBER (a room with a doctor)
      text is sent · /reply #n TEXT · /edit #n TEXT · /delete #n · /react #n EMOJI · /unreact #n EMOJI
      /file PATH [TEXT] · /save #n [FOLDER] · /read · /typing · /earlier · /search TEXT
      /outbox · /retry · /wait · /help · /quit
      """)
  }

  func hello(_ name: String) -> String { word("\(name) 님, 안녕하세요.", "Hello, \(name).") }
  var signedOut: String { word("로그아웃했습니다.", "Signed out.") }
  var sessionEnded: String { word("다시 로그인해 주세요.", "Please sign in again.") }
  var needsSignIn: String { word("먼저 로그인하세요: /login", "Sign in first: /login") }
  var needsRoom: String { word("먼저 방을 여세요: /open", "Open a room first: /open") }
  var noRooms: String { word("방이 없습니다.", "No rooms.") }
  var noSuchRoom: String { word("그런 방이 없습니다: /rooms", "No such room: /rooms") }
  var noMessages: String { word("아직 메시지가 없습니다.", "No messages yet.") }
  var unknown: String { word("모르는 명령입니다: /help", "Unknown command: /help") }
  var noSuchMessage: String { word("그런 메시지가 없습니다.", "No such message.") }
  var noFile: String { word("파일이 없는 메시지입니다.", "That message has no file.") }
  var deleted: String { word("삭제된 메시지입니다.", "Deleted.") }
  var edited: String { word("수정됨", "edited") }
  var earlier: String { word("이전 메시지가 더 있습니다: /earlier", "There are earlier messages: /earlier") }
  var allSent: String { word("모두 보냈습니다.", "Everything is sent.") }
  var marked: String { word("읽음으로 표시했습니다.", "Marked as read.") }
  var nothingFound: String { word("찾지 못했습니다.", "Nothing found.") }

  func unsent(_ count: Int) -> String { word("보내지 못한 메시지 \(count)개", "Not sent yet: \(count)") }
  func saved(_ path: String) -> String { word("저장했습니다: \(path)", "Saved: \(path)") }
  func typing(_ name: String) -> String { word("\(name) 님이 입력 중…", "\(name) is typing…") }
  func read(_ name: String, _ seq: Int64) -> String { word("\(name) 님이 #\(seq)까지 읽음", "\(name) has read #\(seq)") }

  func connection(_ connection: ChatConnection) -> String? {
    switch connection {
    case .connected: word("연결됨", "connected")
    case .reconnecting: word("연결이 끊겼습니다. 다시 연결합니다.", "Connection lost; trying again.")
    case .off, .connecting: nil
    }
  }

  func error(_ error: CallError) -> String {
    switch error {
    case .refused(let refusal), .unavailable(let refusal): "! \(refusal.code.rawValue) \(refusal.message)"
    case .unreachable(.notSecure(let why)): "! TLS: \(why)"
    case .unreachable(.unreadableFile(let path)), .unreachable(.unwritableFile(let path)):
      word("! 파일 오류: \(path)", "! file: \(path)")
    case .unreachable: word("! 서버에 연결할 수 없습니다.", "! The server cannot be reached.")
    case .signedOut: "! " + sessionEnded
    case .cancelled: word("! 취소했습니다.", "! Cancelled.")
    }
  }

  var notKept: String {
    word("! 이 기기에 저장하지 못했습니다. 다 보낼 때까지 끝내지 마세요.", "! This device cannot keep it. Do not quit until it is sent.")
  }

  func error(_ error: ChatError) -> String {
    switch error {
    case .inUse: word("! 다른 터미널에서 사용 중입니다.", "! Another terminal uses this account.")
    case .storage(let why): word("! 저장할 수 없습니다: \(why)", "! Cannot be stored: \(why)")
    case .nothingToSend: word("! 보낼 내용이 없습니다.", "! Nothing to send.")
    case .unreadableFile(let path): word("! 파일을 읽을 수 없습니다: \(path)", "! Cannot read \(path)")
    case .closed: "! " + sessionEnded
    }
  }
}
