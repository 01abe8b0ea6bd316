import Account
import AnnexCore
import AnnexScreens
import FeatureCore
import Markup
import Me
import Testing
import Wire

/// The annex at a place, and its page.
struct Visit {
  private(set) var state = AnnexState()

  init(_ path: String, signedIn: Bool = false) {
    let hint = #"{"user_id":"p1","nick":"하늘","email":"sky@example.com","role":"patient"}"#
    let preferences = signedIn ? [Record(key: "eyemon/member", value: hint)] : []
    send(.shell(.started(path: path, languages: ["ko"], preferences: preferences, zone: .utc, online: true)))
  }

  mutating func send(_ action: Annex.Action) {
    _ = Annex.reduce(&state, action, at: Moment(now: now, entropy: (1, 2)))
  }

  var page: Node<Annex.Action> { annexScreen(state, now: now) }
}

let now = Timestamp(milliseconds: 1_767_571_200_000)

extension Node {
  func all(class name: String) -> [Node] {
    all.filter { ($0[.class] ?? "").split(separator: " ").contains(Substring(name)) }
  }

  func byID(_ id: String) -> Node? { first { $0[.id] == id } }
}

@Suite struct AnnexScreenTests {
  @Test(arguments: ["/eyemon/sign-in", "/eyemon/sign-up", "/eyemon/settings", "/eyemon/me", "/eyemon/nowhere"])
  func everyScreenHasOneTitle(path: String) {
    let page = Visit(path, signedIn: path == "/eyemon/me").page
    #expect(page.all.filter { $0.name == .h1 }.count == 1)
    #expect(page.byID("title")?.name == .h1)
  }

  @Test(arguments: MePlace.allCases)
  func everyPlaceOfThePersonHasOneTitleAndTheWayBack(place: MePlace) {
    let page = Visit("/eyemon/me/" + place.rawValue, signedIn: true).page
    #expect(page.all.filter { $0.name == .h1 }.count == 1)
    #expect(page.all(class: "back").count == (place == .overview ? 0 : 1))
  }

  @Test func theLanguageCanBeChosenBeforeSigningIn() {
    let settings = Visit("/eyemon/settings").page
    #expect(settings.all(class: "segment").count == 6)
    #expect(settings.all(class: "back").count == 1)
    #expect(Visit("/eyemon/me", signedIn: true).page.all(class: "back").isEmpty)
  }

  @Test func everyFieldHasALabelAndALineForItsError() throws {
    let page = Visit("/eyemon/sign-up").page
    let fields = page.all.filter { $0.name == .input }
    #expect(fields.count == 3)
    for field in fields {
      let id = try #require(field[.id])
      #expect(page.all.contains { $0.name == .label && $0[.for] == id })
      #expect(page.byID(try #require(field[.ariaDescribedby])) != nil)
    }
  }

  @Test func aFaultyFieldSaysSo() {
    var visit = Visit("/eyemon/sign-up")
    visit.send(.account(.emailTyped("no")))
    visit.send(.account(.fieldLeft(.email)))
    #expect(visit.page.byID("email")?[.ariaInvalid] == "true")
    #expect(visit.page.byID("email-hint")?.shownText.isEmpty == false)
  }
}
