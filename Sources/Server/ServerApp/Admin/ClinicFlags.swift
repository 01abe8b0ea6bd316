import BookingContract
import Foundation
import Storage

/// What follows `maru admin clinic`.
public struct ClinicFlags: Equatable, Sendable {
  private static let names = ["--name", "--address", "--phone", "--place", "--specialties", "--hours"]

  /// By the names of the flags.
  public var fields: [String: String] = [:]
  /// Files that are added to its pictures, by paths from the root: the server reads them.
  public var pictures: [String] = []
  /// None of those that it has stays.
  public var dropsPictures = false

  init(_ rest: inout ArraySlice<String>) throws(UsageError) {
    while let word = rest.popFirst() {
      if word == "--no-pictures" {
        dropsPictures = true
        continue
      }
      guard word == "--picture" || Self.names.contains(word) else {
        throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
      }
      guard let value = rest.popFirst() else { throw .missingValue(word) }
      if word == "--place", Self.place(value) == nil { throw .badValue(word, value, Self.placeHint) }
      if word == "--hours", Self.hours(value) == nil { throw .badValue(word, value, Self.hoursHint) }
      if word == "--picture" {
        pictures.append(URL(filePath: value).standardizedFileURL.path)
      } else {
        fields[String(word.dropFirst(2))] = value
      }
    }
  }

  static let placeHint = "longitude and latitude such as 126.978,37.566"
  static let hoursHint = "days and times such as \"mon-fri 09:00-12:30 13:30-18:00, sat 09:00-13:00\""

  /// When a clinic is open; nil for what cannot be read. Nothing: at no time.
  static func hours(_ text: String) -> [ClinicRow.Hours]? {
    var hours: [ClinicRow.Hours] = []
    for part in list(text) {
      let words = part.split(separator: " ")
      guard words.count > 1, let days = days(words[0]) else { return nil }
      for word in words.dropFirst() {
        guard let (from, to) = span(word) else { return nil }
        hours += days.map { ClinicRow.Hours(weekday: $0, from: from, to: to) }
      }
    }
    hours.sort { ($0.weekday, $0.from) < ($1.weekday, $1.from) }
    let overlap = zip(hours, hours.dropFirst()).contains { $0.weekday == $1.weekday && $1.from < $0.to }
    return overlap ? nil : hours
  }

  /// As they are written in a flag.
  static func text(_ hours: [ClinicRow.Hours]) -> String {
    func clock(_ minutes: Int64) -> String { ClockTime(minutes: Int(minutes))?.text ?? "" }
    return hours.map { hours in
      "\(weekdays[Int(hours.weekday - 1) % 7]) \(clock(hours.from))-\(clock(hours.to))"
    }.joined(separator: ", ")
  }

  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func days(_ word: Substring) -> ClosedRange<Int64>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { weekdays.firstIndex(of: String($0)) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else {
      return nil
    }
    return Int64(first + 1)...Int64(last + 1)
  }

  private static func span(_ word: Substring) -> (from: Int64, to: Int64)? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { ClockTime(text: String($0))?.minutes }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from < to else { return nil }
    return (Int64(from), Int64(to))
  }

  /// Millionths of a degree.
  static func place(_ text: String) -> (longitude: Int64, latitude: Int64)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let longitude = millionths(parts[0], limit: 180),
      let latitude = millionths(parts[1], limit: 90)
    else { return nil }
    return (longitude, latitude)
  }

  private static func millionths(_ text: Substring, limit: Double) -> Int64? {
    guard let degrees = Double(text), abs(degrees) <= limit else { return nil }
    return Int64((degrees * 1_000_000).rounded())
  }

  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
