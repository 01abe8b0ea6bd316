import Domain
import FeatureCore
import Wire

/// Testing has a `Tag` of its own.
typealias Tag = FeatureCore.Tag

let now = Timestamp(milliseconds: 1_767_571_200_000)
let dates = LocalDates(.ko, .utc)

func reply(_ response: HTTPResponse) -> HTTPOutcome { .response(response) }

/// What the rows of a place say, one after another.
func titles<Action>(_ page: PageModel<Action>) -> [String] {
  var titles: [String] = []
  for part in page.parts {
    if case .rows(let group) = part { titles += group.rows.map(\.title) }
  }
  return titles
}
