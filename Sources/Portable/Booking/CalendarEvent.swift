import Wire

/// One appointment in a calendar file (VEVENT, RFC 5545 section 3.6.1).
public struct CalendarEvent: Equatable, Sendable {
  public struct Organizer: Equatable, Sendable {
    public var name: String
    /// A mail address.
    public var address: String

    public init(name: String, address: String) {
      self.name = name
      self.address = address
    }
  }

  public enum Status: String, Equatable, Sendable {
    case tentative = "TENTATIVE"
    case confirmed = "CONFIRMED"
    case cancelled = "CANCELLED"
  }

  /// The same for all versions of one appointment, and for no other in the world: `reservation-5@example.com`.
  public var uid: String
  /// Grows with every version. A calendar that has seen a greater one ignores this one.
  public var sequence: Int64
  /// When this version was made.
  public var stamp: Timestamp
  public var start: Timestamp
  public var end: Timestamp
  public var status: Status
  public var summary: String
  public var details: String
  public var place: String
  public var url: String?
  public var organizer: Organizer?
  /// Minutes before the start at which the calendar reminds of it.
  public var alarms: [Int]

  public init(
    uid: String, sequence: Int64, stamp: Timestamp, start: Timestamp, end: Timestamp, status: Status, summary: String,
    details: String = "", place: String = "", url: String? = nil, organizer: Organizer? = nil, alarms: [Int] = []
  ) {
    self.uid = uid
    self.sequence = sequence
    self.stamp = stamp
    self.start = start
    self.end = end
    self.status = status
    self.summary = summary
    self.details = details
    self.place = place
    self.url = url
    self.organizer = organizer
    self.alarms = alarms
  }

  func write(to writer: inout CalendarWriter) {
    writer.line("BEGIN", raw: "VEVENT")
    writer.line("UID", text: uid)
    writer.line("SEQUENCE", raw: CalendarWriter.decimal(min(max(sequence, 0), 2_147_483_647)))
    writer.line("DTSTAMP", raw: CalendarWriter.utc(stamp))
    writer.line("LAST-MODIFIED", raw: CalendarWriter.utc(stamp))
    writer.line("DTSTART", raw: CalendarWriter.utc(start))
    writer.line("DTEND", raw: CalendarWriter.utc(end))
    writer.line("STATUS", raw: status.rawValue)
    writer.line("TRANSP", raw: status == .cancelled ? "TRANSPARENT" : "OPAQUE")
    writer.line("SUMMARY", text: summary)
    if !details.isEmpty { writer.line("DESCRIPTION", text: details) }
    if !place.isEmpty { writer.line("LOCATION", text: place) }
    if let url { writer.line("URL", raw: CalendarWriter.oneLine(url)) }
    if let organizer {
      let name = CalendarWriter.parameter(organizer.name)
      writer.line("ORGANIZER;CN=\"" + name + "\"", raw: "mailto:" + CalendarWriter.oneLine(organizer.address))
    }
    if status != .cancelled { for minutes in alarms { writeAlarm(minutes, to: &writer) } }
    writer.line("END", raw: "VEVENT")
  }

  private func writeAlarm(_ minutes: Int, to writer: inout CalendarWriter) {
    writer.line("BEGIN", raw: "VALARM")
    writer.line("ACTION", raw: "DISPLAY")
    writer.line("DESCRIPTION", text: summary)
    writer.line("TRIGGER", raw: "-PT" + CalendarWriter.decimal(Int64(max(minutes, 0))) + "M")
    writer.line("END", raw: "VALARM")
  }
}
