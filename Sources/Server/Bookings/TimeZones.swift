import Booking
import Foundation

/// All time zones of one version of the tz database, as the system's package `tzdata` installs it.
///
/// They are read at once when the server starts: what a doctor's wall clock means does not change while it runs, and
/// `version` is true of every zone.
public struct TimeZones: Sendable {
  public enum Fault: Error, Equatable, Sendable {
    /// There is no `tzdata.zi` in this folder, or it does not say its version.
    case noDatabase(String)
    /// This file is no zone.
    case brokenZone(String)
  }

  /// `2026f`
  public let version: String
  private let zones: [String: TimeZoneRules]

  init(version: String, zones: [String: TimeZoneRules]) {
    self.version = version
    self.zones = zones
  }

  /// nil for a name that the database does not know.
  public func rules(of zone: String) -> TimeZoneRules? { zones[zone] }

  public var names: [String] { zones.keys.sorted() }
}

extension TimeZones {
  public static let systemFolder = "/usr/share/zoneinfo"

  /// Those of the system: read once per process.
  public static func system() throws(Fault) -> TimeZones { try cached.get() }

  private static let cached = Result { () throws(Fault) in try read(folder: systemFolder) }

  /// - Parameter folder: compiled zones, with the text `tzdata.zi` that they were made from.
  public static func read(folder: String) throws(Fault) -> TimeZones {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    guard let data = try? Data(contentsOf: folder.appending(path: "tzdata.zi")),
      let database = Listing(String(decoding: data, as: UTF8.self))
    else { throw .noDatabase(folder.path()) }
    var zones: [String: TimeZoneRules] = [:]
    for name in database.names {
      // Old names may be in a package of their own.
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)) else { continue }
      do {
        zones[name] = try TimeZoneRules(tzif: Array(bytes))
      } catch {
        throw .brokenZone(name)
      }
    }
    guard zones["Asia/Seoul"] != nil else { throw .noDatabase(folder.path()) }
    return TimeZones(version: database.version, zones: zones)
  }

  /// What `tzdata.zi` says: `# version 2026f`, `Z NAME …`, `L TARGET NAME`.
  private struct Listing {
    let version: String
    var names: [String] = []

    init?(_ text: String) {
      let lines = text.split(separator: "\n")
      guard let first = lines.first, first.hasPrefix("# version ") else { return nil }
      version = String(first.dropFirst("# version ".count))
      guard !version.isEmpty, version.count <= 32, version.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        return nil
      }
      for line in lines {
        let words = line.split(separator: " ", maxSplits: 3)
        if words.count >= 3, words[0] == "Z" { names.append(String(words[1])) }
        if words.count >= 3, words[0] == "L" { names.append(String(words[2])) }
      }
      names.removeAll { !Self.isName($0) }
    }

    /// Letters, digits, `_`, `+`, `-`, and `/` between parts: never a way out of the folder.
    private static func isName(_ name: String) -> Bool {
      name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: true
            default: false
            }
          }
      }
    }
  }
}
