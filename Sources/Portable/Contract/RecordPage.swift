import JSON

/// Some entries of a list, and where the next ones begin.
public struct RecordPage<Entry: Sendable>: Sendable {
  public var entries: [Entry]
  /// nil: there are no more. On the wire `"0"`, as in older clients' lists.
  public var next: String?

  public init(entries: [Entry], next: String? = nil) {
    self.entries = entries
    self.next = next
  }

  public static func form(of entry: APIForm<Entry>) -> APIForm<RecordPage> {
    APIForm(entry.list.fields + [OpenAPI.Schema.text("next_cursor")]) { page in
      var object = entry.list.print(page.entries)
      object["next_cursor"] = .string(page.next ?? "0")
      return object
    } read: { fields throws(APIError) in
      let next = fields.text("next_cursor") ?? "0"
      return RecordPage(entries: try entry.list.read(fields), next: next == "0" || next.isEmpty ? nil : next)
    }
  }
}

extension RecordPage: Equatable where Entry: Equatable {}
