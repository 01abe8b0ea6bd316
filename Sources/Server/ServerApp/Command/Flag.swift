/// One choice of an operator: a flag of the command and a variable of the environment with the same meaning.
struct Flag: Sendable {
  /// With its two dashes.
  let name: String
  /// What stands for the value in the help; nil: the flag takes none.
  let value: String?
  let help: String
  let apply: @Sendable (String, inout ServerSettings) throws(UsageError) -> Void

  /// `--access-seconds` → `MARU_ACCESS_SECONDS`.
  var variable: String {
    "MARU_" + name.dropFirst(2).uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  static func toggle(
    _ name: String, _ help: String, _ set: @escaping @Sendable (Bool, inout ServerSettings) -> Void
  ) -> Flag {
    Flag(name: name, value: nil, help: help) { (text, settings) throws(UsageError) in
      switch text.lowercased() {
      case "1", "true", "yes", "on": set(true, &settings)
      case "0", "false", "no", "off", "": set(false, &settings)
      default: throw UsageError.badValue(name, text, "on or off")
      }
    }
  }

  static func number(
    _ name: String, _ value: String, in range: ClosedRange<Int64>, _ help: String,
    _ set: @escaping @Sendable (Int64, inout ServerSettings) -> Void
  ) -> Flag {
    Flag(name: name, value: value, help: help) { (text, settings) throws(UsageError) in
      guard let number = Int64(text), range.contains(number) else {
        throw UsageError.badValue(name, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      set(number, &settings)
    }
  }
}

/// The command was not understood. The texts are for people.
public enum UsageError: Error, Equatable, Sendable {
  case unknownCommand(String)
  case unknownFlag(String)
  case unexpected(String)
  case missingValue(String)
  /// A flag that has to be there where something else is.
  case missing(String, besides: String)
  /// The flag or variable, its value, and what it takes.
  case badValue(String, String, String)

  public var text: String {
    switch self {
    case .unknownCommand(let name): "there is no command \"\(name)\""
    case .unknownFlag(let name): "there is no flag \(name)"
    case .unexpected(let word): "\"\(word)\" is not expected here"
    case .missingValue(let name): "\(name) needs a value"
    case .missing(let name, let other): "\(name) is needed besides \(other)"
    case .badValue(let name, let value, let wanted): "\(name) takes \(wanted), not \"\(value)\""
    }
  }
}
