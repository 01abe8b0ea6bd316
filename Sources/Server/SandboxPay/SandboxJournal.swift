import Foundation
import JSON
import Synchronization

public enum SandboxJournalError: Error, Equatable, Sendable {
  case cannotOpen(String)
}

/// Keeps the book in a file of lines, the newest line about a thing being the one that counts. A line that a kill cut
/// off in the middle is dropped at the next start.
public final class SandboxJournal: Sendable {
  private let file: Mutex<FileHandle>
  /// What lay in the file at the start, oldest first.
  let records: [SandboxRecord]

  /// - Parameter folder: made where it is missing.
  public init(folder: String) throws(SandboxJournalError) {
    let path = folder + "/sandbox-pay.jsonl"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let old = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
      records = Self.latest(old.split(separator: UInt8(ascii: "\n")).compactMap { Self.record(Array($0)) })
      // Written anew and shorter, beside the old one until it is whole.
      let text = records.flatMap { Self.line($0) }
      try Data(text).write(to: URL(fileURLWithPath: path), options: .atomic)
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try handle.seekToEnd()
      file = Mutex(handle)
    } catch { throw .cannotOpen(path) }
  }

  deinit { file.withLock { try? $0.close() } }

  /// Returns when the lines are on the disk; false where it is full or gone.
  func append(_ records: [SandboxRecord]) -> Bool {
    guard !records.isEmpty else { return true }
    return file.withLock { file in
      do {
        try file.write(contentsOf: Data(records.flatMap { Self.line($0) }))
        try file.synchronize()
        return true
      } catch { return false }
    }
  }

  private static func latest(_ all: [SandboxRecord]) -> [SandboxRecord] {
    var (kept, places): ([SandboxRecord], [String: Int]) = ([], [:])
    for record in all {
      if let place = places[record.name] {
        kept[place] = record
      } else {
        places[record.name] = kept.count
        kept.append(record)
      }
    }
    return kept
  }

  private static func line(_ record: SandboxRecord) -> [UInt8] { record.json.bytes + [UInt8(ascii: "\n")] }

  private static func record(_ line: [UInt8]) -> SandboxRecord? {
    guard let json = try? JSONValue(parsing: line) else { return nil }
    if let payment = json["payment"] { return SandboxPayment(payment).map { .payment($0) } }
    guard let order = json["order"]?.string else { return nil }
    if let plan = json["plan"] { return SandboxPlan(plan).map { .plan(order, $0) } }
    guard let amount = json["prepared"]?.string else { return nil }
    return .prepared(order, SandboxBook.Prepared(amount: amount, currency: json["currency"]?.string))
  }
}

extension SandboxRecord {
  fileprivate var name: String {
    switch self {
    case .payment(let payment): "payment " + payment.id
    case .prepared(let order, _): "prepared " + order
    case .plan(let order, _): "plan " + order
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .payment(let payment): return ["payment": payment.json]
    case .plan(let order, let plan): return ["order": .string(order), "plan": plan.json]
    case .prepared(let order, let prepared):
      var object: JSONObject = ["order": .string(order), "prepared": .string(prepared.amount)]
      if let currency = prepared.currency { object["currency"] = .string(currency) }
      return .object(object)
    }
  }
}
