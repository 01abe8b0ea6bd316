import Contract
import FeatureCore
import Testing

@Suite struct PagedListTests {
  private var list = PagedList<Int>()

  private mutating func take(_ entries: [Int], next: String? = nil, isMore: Bool = false) {
    list.take(.success(RecordPage(entries: entries, next: next)), isMore: isMore, isSame: ==)
  }

  @Test mutating func pagesFollowEachOther() {
    #expect(list.entries == .loading && list.more() == nil)
    take([3, 2], next: "2")
    #expect(list.more() == "2")
    // Once, until it has come.
    #expect(list.more() == nil)
    take([2, 1], isMore: true)
    // What moved to the next page meanwhile is there once.
    #expect(list.entries.value == [3, 2, 1])
    #expect(list.next == nil && list.more() == nil)
  }

  @Test mutating func whatIsThereStays() {
    take([1], next: "1")
    _ = list.more()
    list.take(.failure(.unreachable), isMore: true, isSame: ==)
    #expect(list.entries.value == [1])
    #expect(list.more() == "1")
    list.take(.failure(.unreachable), isMore: false, isSame: ==)
    #expect(list.entries.value == [1])
    list.begin()
    #expect(list.entries.value == [1])
  }

  @Test mutating func whatIsNotThereIsNotWhatCouldNotBeLoaded() {
    list.take(.failure(.unreachable), isMore: false, isSame: ==)
    #expect(list.entries == .failed && list.entries.lack == .failed)
    list.begin()
    #expect(list.entries == .loading)
    list.take(.failure(.refused(.notFound)), isMore: false, isSame: ==)
    #expect(list.entries.lack == .missing)
  }
}
