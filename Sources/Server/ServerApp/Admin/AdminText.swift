import JSON

/// Answers of the server as lines for a terminal. People wrote some of what is in them: nothing may steer the terminal.
enum AdminText {
  static func answer(_ ok: JSONValue, to question: AdminQuestion) -> String {
    switch question {
    case .status: status(ok)
    case .reports(let all): reports(ok.array ?? [], all: all)
    case .closeReport(let id): "Closed report \(id)."
    case .doctors: doctors(ok.array ?? [])
    case .approveDoctor(let id): "Approved \(plain(id))."
    case .refuseDoctor(let id, _): "Refused \(plain(id)). The doctor reads why."
    case .rotateKeys: keys(ok)
    case .openings: openings(ok.array ?? [])
    case .audit: audit(ok.array ?? [])
    case .erase(let id): "Erased \(plain(id)); \(ok["messages"]?.int64 ?? 0) messages were taken back."
    case .endSessions(let id): "Signed \(plain(id)) out of \(ok["sessions"]?.int64 ?? 0) sessions."
    case .jobs: jobs(ok.array ?? [])
    case .payments(let question): payments(ok, question)
    case .guardian(.list): guardians(ok.array ?? [])
    case .guardian(.add): "A child may sign up as \(plain(ok["address"]?.string ?? ""))."
    case .guardian(.remove): "No child may sign up as \(plain(ok["address"]?.string ?? "")) any more."
    case .retryJob(let id): "Job \(id) is tried again now."
    case .tryMail(let address):
      "A letter to \(plain(address)) is job \(ok["job"]?.int64 ?? 0); `jobs` shows it if it fails."
    case .cancelJob(let id): "Cancelled job \(id)."
    case .clinics: clinics(ok.array ?? [])
    case .putClinic: "Clinic \(plain(ok["clinic_id"]?.string ?? "")) is kept."
    case .assignDoctor(let doctor, let clinic):
      "Doctor \(plain(doctor)) works in \(clinic.map { "clinic " + plain($0) } ?? "no clinic")."
    }
  }

  private static func clinics(_ clinics: [JSONValue]) -> String {
    if clinics.isEmpty { return "There are no clinics: maru admin clinic create --name …" }
    return clinics.map { clinic in
      func field(_ name: String) -> String { plain(clinic[name]?.string ?? "") }
      var lines = ["\(field("clinic_id"))  \(field("name"))"]
      lines.append("  address  \(field("address"))  \(field("phone"))")
      if !field("hours").isEmpty { lines.append("  open     \(field("hours"))") }
      if let count = clinic["pictures"]?.array?.count, count > 0 { lines.append("  pictures \(count)") }
      for doctor in clinic["doctors"]?.array ?? [] {
        lines.append("  doctor   \(plain(doctor["user_id"]?.string ?? ""))  \(plain(doctor["nick"]?.string ?? ""))")
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func guardians(_ rows: [JSONValue]) -> String {
    if rows.isEmpty { return "No guardian has consented: maru admin guardian add ADDRESS NOTE" }
    return rows.map { row in
      func field(_ name: String) -> String { plain(row[name]?.string ?? "") }
      let user = row["user_id"]?.string.map { "signed up: " + plain($0) } ?? "nobody has signed up"
      return "\(field("at"))  \(field("realm"))  \(field("address"))  \(user)\n  \(field("note"))"
    }.joined(separator: "\n")
  }

  private static func keys(_ ok: JSONValue) -> String {
    if ok["leaked"]?.bool == true { return "A new key signs tokens. No older one counts: everybody signs in anew." }
    let older = (ok["keys"]?.int64 ?? 1) - 1
    return
      "A new key signs tokens. \(older) older \(older == 1 ? "one is" : "ones are") still read; nobody is signed out."
  }

  private static func status(_ ok: JSONValue) -> String {
    let members = ok.object?.members ?? []
    let width = members.map { $0.name.count }.max() ?? 0
    return members.map { member in
      let value = member.value.string ?? member.value.text
      return plain(member.name) + String(repeating: " ", count: width - member.name.count + 2) + plain(value)
    }.joined(separator: "\n")
  }

  private static func reports(_ reports: [JSONValue], all: Bool) -> String {
    if reports.isEmpty { return all ? "There are no reports." : "There are no open reports." }
    var text = reports.map(report).joined(separator: "\n\n")
    if reports.count == AdminDesk.reportMaximum { text += "\n\nOnly the newest \(reports.count) are shown." }
    return text
  }

  private static func doctors(_ doctors: [JSONValue]) -> String {
    if doctors.isEmpty { return "There are no such doctors." }
    return doctors.map { doctor in
      func field(_ name: String) -> String { plain(doctor[name]?.string ?? "") }
      var lines = ["\(field("user_id"))  \(field("state"))  \(field("nick")) <\(field("email"))>"]
      lines.append("  clinic   \(field("clinic"))")
      lines.append("  licence  \(field("license_number"))")
      if !field("reason").isEmpty { lines.append("  reason   \(field("reason"))") }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func openings(_ openings: [JSONValue]) -> String {
    if openings.isEmpty { return "No file of a consult was opened." }
    let lines = openings.map { opening in
      func field(_ name: String) -> String { plain(opening[name]?.string ?? "") }
      let person = opening["person"]
      let who = plain("\(person?["nick"]?.string ?? "") <\(person?["email"]?.string ?? "")>")
      return "\(field("opened_at"))  \(field("address"))  \(who)  \(field("file")) \(field("variant"))"
    }
    let isCut = openings.count == AdminDesk.reportMaximum
    return lines.joined(separator: "\n") + (isCut ? "\n\nOnly the newest \(openings.count) are shown." : "")
  }

  private static func audit(_ entries: [JSONValue]) -> String {
    if entries.isEmpty { return "Nothing is on the record." }
    let lines = entries.map { entry in
      func field(_ name: String) -> String { plain(entry[name]?.string ?? "") }
      let who = field("user_id").isEmpty ? "-" : "\(field("user_id")) \(field("nick"))"
      let detail = field("detail").isEmpty ? "" : "  \(field("detail"))"
      return "\(field("at"))  \(field("kind"))  by \(field("actor"))  \(field("address"))  \(who)\(detail)"
    }
    let isCut = entries.count == AdminDesk.reportMaximum
    return lines.joined(separator: "\n") + (isCut ? "\n\nOnly the newest \(entries.count) are shown." : "")
  }

  private static func jobs(_ jobs: [JSONValue]) -> String {
    if jobs.isEmpty { return "There are no such jobs." }
    let lines = jobs.map { job in
      func field(_ name: String) -> String { plain(job[name]?.string ?? "") }
      let tries = "tried \(job["attempts"]?.int64 ?? 0) times"
      let when = job["due_at"] == nil ? "ended \(field("ended_at"))" : "due \(field("due_at"))"
      let fault = field("fault").isEmpty ? "" : "  \(field("fault"))"
      return "#\(job["id"]?.int64 ?? 0)  \(field("kind"))  \(field("state"))  \(when)  \(tries)\(fault)"
    }
    let isCut = jobs.count == AdminDesk.jobMaximum
    return lines.joined(separator: "\n") + (isCut ? "\n\nOnly the newest \(jobs.count) are shown." : "")
  }

  private static func report(_ report: JSONValue) -> String {
    func field(_ name: String) -> String { plain(report[name]?.string ?? "") }
    func person(_ name: String) -> String {
      let person = report[name]
      let (nick, email) = (person?["nick"]?.string ?? "", person?["email"]?.string ?? "")
      return plain("\(nick) <\(email)> \(person?["user_id"]?.string ?? "")")
    }
    var lines = ["#\(report["id"]?.int64 ?? 0)  \(field("reason"))  \(field("created_at"))"]
    if report["closed_at"] != nil { lines[0] += "  closed \(field("closed_at"))" }
    lines += ["  by       \(person("reporter"))", "  about    \(person("sender"))"]
    lines.append("  message  \(field("chat_id")) in room \(field("room_id"))")
    lines.append("  text     \(field("content"))")
    for file in report["files"]?.array ?? [] {
      let size = file["size"]?.int64 ?? 0
      let words = [file["kind"]?.string ?? "", "\(size) bytes", file["path"]?.string ?? "", file["name"]?.string ?? ""]
      lines.append("  file     \(plain(words.joined(separator: "  ")))")
    }
    if !field("note").isEmpty { lines.append("  note     \(field("note"))") }
    return lines.joined(separator: "\n")
  }

  /// Control signs, and those that turn the direction of writing, as their numbers.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
        plain.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }
}
