import Accounts

extension Flag {
  /// Ways into accounts.
  static let accounting: [Flag] = [
    number("--codes-per-minute", "N", in: 1...1_000_000, "Codes that one address may ask for a minute (20).") {
      $1.accounts.codesPerMinute = Int($0)
    },
    number("--phone-messages", "N", in: 1...1_000_000, "Codes to telephones in an hour, in all (1000).") {
      $1.accounts.messagesPerHour = Int($0)
    },
    toggle("--phone", "Whether people may sign in by a code to their telephone (off; on with --demo).") {
      $1.isPhoneOpen = $0
    },
    Flag(name: "--phone-countries", value: "CODES", help: "Countries whose numbers get codes, or \"all\" (82).") {
      (text, settings) throws(UsageError) in
      let codes = text == "all" ? [] : text.split(separator: ",").map(String.init)
      guard text == "all" || !codes.isEmpty, codes.allSatisfy({ $0.allSatisfy(\.isNumber) && $0.count < 4 }) else {
        throw UsageError.badValue("--phone-countries", text, "codes such as 82,81 or \"all\"")
      }
      settings.accounts.phoneCountries = codes
    },
    Flag(name: "--terms", value: "DIR", help: "Texts to agree to: terms.ko.txt, privacy.en.txt … (short ones of ours).")
    {
      (text, settings) throws(UsageError) in
      settings.termsFolder = text
    },
    toggle("--children", "Whether under 14s may sign up whose guardians are known, maru admin guardian (off).") {
      $1.accounts.isOpenToChildren = $0
    },
    toggle("--doctors-wait", "Whether doctors wait for maru admin approve-doctor (on).") {
      $1.accounts.doctorsWait = $0
    },
  ]
}
