import Contract

/// A list that comes page by page. What is there stays while more of it is loaded, or could not be.
public struct PagedList<Entry: Equatable & Sendable>: Equatable, Sendable {
  public internal(set) var entries = Loaded<[Entry]>.loading
  /// Where the next page begins; nil where there is none.
  public internal(set) var next: String?
  var isLoadingMore = false

  public init() {}

  /// Before its first page is asked for.
  public mutating func begin() {
    entries.begin()
    isLoadingMore = false
  }

  /// An entry of which more is known by now.
  public mutating func change(to entry: Entry, where isSame: (Entry) -> Bool) {
    guard var known = entries.value, let index = known.firstIndex(where: isSame) else { return }
    known[index] = entry
    entries = .value(known)
  }

  /// Where the page that is wanted now begins; nil where there is none, or it is on its way.
  public mutating func more() -> String? {
    guard !isLoadingMore, let next else { return nil }
    isLoadingMore = true
    return next
  }

  /// - Parameters:
  ///   - isMore: it follows those that are there; otherwise it takes their place.
  ///   - isSame: whether both are one entry, which has come to another page meanwhile.
  public mutating func take(
    _ page: Result<RecordPage<Entry>, CallFailure>, isMore: Bool, isSame: (Entry, Entry) -> Bool
  ) {
    // A list that began anew meanwhile is not told what followed the old one.
    if isMore && !isLoadingMore { return }
    if isMore { isLoadingMore = false }
    switch page {
    case .success(let page):
      let before = isMore ? entries.value ?? [] : []
      entries = .value(before + page.entries.filter { new in !before.contains { isSame($0, new) } })
      next = page.next
    case .failure(let failure): if !isMore { entries.fail(failure) }
    }
  }
}
