import Domain

/// Naming people with `@` while a message is typed.
enum Mentions {
  /// Who may be meant by the word at the end of the draft; nobody where it is no name that has been begun.
  static func suggestions(for draft: String, among people: [Person]) -> [Person] {
    guard let begun = begun(draft) else { return [] }
    let wanted = Letters.of(begun.unicodeScalars)
    return people.filter { person in
      let name = Letters.of(person.nick.unicodeScalars)
      return name.count > wanted.count && name.starts(with: wanted)
    }
  }

  /// The draft with that person's name in place of what was begun.
  static func naming(_ person: Person, in draft: String) -> String {
    guard let begun = begun(draft) else { return draft }
    return String(draft.dropLast(begun.count)) + person.nick + " "
  }

  /// Those whose name stands in the text behind an `@`.
  static func named(in text: String, among people: [Person]) -> [ID<Person>] {
    let parts = MessageText.parts(text, mentioning: people.map { $0.nick })
    return people.filter { person in parts.contains(.mention("@" + person.nick)) }.map { $0.id }
  }

  /// What follows the last `@`, where that stands at the start of a word.
  private static func begun(_ draft: String) -> String? {
    var begun: [Character] = []
    for character in draft.reversed() {
      if character == "@" {
        let before = draft.dropLast(begun.count + 1).last
        return before.map { isBlank($0) } ?? true ? String(begun.reversed()) : nil
      }
      if isBlank(character) || begun.count > 30 { return nil }
      begun.append(character)
    }
    return nil
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\n" }
}
