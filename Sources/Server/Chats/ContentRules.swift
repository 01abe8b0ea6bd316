import Contract
import Domain

/// What may be said, before anything is looked up.
enum ContentRules {
  private static let contentCharacters = 10_000
  private static let contentBytes = 64 << 10
  private static let fileCount = 5
  private static let mentionCount = 50
  private static let nameBytes = 300

  static func check(_ draft: MessageDraft) throws(APIError) {
    guard !draft.content.isEmpty || !draft.files.isEmpty else { throw .missingValue }
    try check(content: draft.content, mentions: draft.mentions)
    guard draft.files.count <= fileCount else { throw .fileCount }
    guard draft.files.allSatisfy(isPath) else { throw .badRequest }
    if let clientID = draft.clientID {
      guard !clientID.isEmpty, clientID.utf8.count <= nameBytes, !clientID.utf8.contains(0) else { throw .badRequest }
    }
  }

  static func check(_ edit: MessageEdit) throws(APIError) {
    guard !edit.content.isEmpty else { throw .missingValue }
    try check(content: edit.content, mentions: edit.mentions)
  }

  static func check(note: String) throws(APIError) {
    guard note.utf8.count <= 4_000, note.count <= 1_000 else { throw .noteTooLong }
    guard !note.utf8.contains(0) else { throw .badRequest }
  }

  /// By bytes: composed and decomposed letters are equal text, but not the same body.
  static func isSame(_ a: [String], _ b: [String]) -> Bool {
    a.elementsEqual(b) { $0.utf8.elementsEqual($1.utf8) }
  }

  private static func check(content: String, mentions: [ID<Person>]) throws(APIError) {
    guard content.utf8.count <= contentBytes, content.count <= contentCharacters else { throw .tooLong }
    guard !content.utf8.contains(0), mentions.count <= mentionCount else { throw .badRequest }
  }

  private static func isPath(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= nameBytes
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

extension APIError {
  static let tooLong = APIError(status: 400, code: .tooLarge, message: "메시지는 10,000자까지 보낼 수 있습니다.")
  static let noteTooLong = APIError(status: 400, code: .tooLarge, message: "신고 내용은 1,000자까지 쓸 수 있습니다.")
}
