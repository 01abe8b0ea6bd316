import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Schedule

@Suite struct ClinicGroupTests {
  private let store = TestStore<ClinicGroup>(ClinicGroup.State())

  private var clinic: Clinic {
    Clinic(
      id: ID("c/1"), name: "밝은마루안과", address: "", phone: "", place: GeoPlace(longitude: 0, latitude: 0)!,
      hours: [
        ClinicHours(weekday: 1, from: clock("13:30"), to: clock("18:00")),
        ClinicHours(weekday: 1, from: clock("09:00"), to: clock("12:30")),
      ], pictures: ["/data/clinics/a.png", "/data/clinics/b.png"])
  }

  private func show() {
    var form = schedule
    form.clinicID = ID("c/1")
    #expect(store.arrange(.shown) == [BookingAPI.schedule.ask(Nothing(), ClinicGroup.findTag)])
    #expect(
      store.arrange(.answered(ClinicGroup.findTag, reply(BookingAPI.schedule.response(form))))
        == [BookingAPI.clinic.ask(ID("c/1"), ClinicGroup.loadTag)])
    store.arrange(.answered(ClinicGroup.loadTag, reply(BookingAPI.clinic.response(clinic))))
  }

  private func change(_ edit: ClinicEdit) -> Effect {
    BookingAPI.changeClinic.ask(Addressed(ID("c/1"), edit), ClinicGroup.changeTag)
  }

  @Test func hoursAreWrittenAsTexts() {
    show()
    #expect(store.state.hours == ["09:00-12:30 13:30-18:00", "", "", "", "", "", ""])
    store.arrange(.hoursTyped(6, "09:00-13:00, 12:00-15:00"))
    #expect(store.arrange(.saveTapped) == [])
    #expect(fields().map { $0.error != nil } == [false, false, false, false, false, true, false])
    store.arrange(.hoursTyped(6, "09:00-13:00,14:00-15:00"))
    let hours = [
      ClinicHours(weekday: 1, from: clock("09:00"), to: clock("12:30")),
      ClinicHours(weekday: 1, from: clock("13:30"), to: clock("18:00")),
      ClinicHours(weekday: 6, from: clock("09:00"), to: clock("13:00")),
      ClinicHours(weekday: 6, from: clock("14:00"), to: clock("15:00")),
    ]
    #expect(store.arrange(.saveTapped) == [change(ClinicEdit(hours: hours))])
    // A second press, and coming back meanwhile, do nothing.
    #expect(store.arrange(.saveTapped) == [] && store.arrange(.shown) == [])
    var saved = clinic
    saved.hours = hours
    store.arrange(.answered(ClinicGroup.changeTag, reply(BookingAPI.changeClinic.response(saved))))
    #expect(store.state.isSaved && store.state.hours[5] == "09:00-13:00 14:00-15:00")
  }

  @Test(arguments: ["9-18", "09:00", "18:00-09:00", "09:00-12:00-13:00", "09:00-12:00 11:00-13:00", "-", "월"])
  func timesThatCannotBeReadAreNotSent(text: String) {
    #expect(ClinicGroup.State.spans(text) == nil)
  }

  @Test func picturesComeAndGoBesideHoursThatAreNotSaved() throws {
    show()
    store.arrange(.hoursTyped(2, "09:00-18:00"))
    let effects = store.arrange(.pictureChosen("file1", isPicture: true))
    guard case .ask(let request, .person, ClinicGroup.pictureTag)? = effects.first else {
      Issue.record("not sent")
      return
    }
    #expect(request.path == "/v1/clinics/c%2F1/pictures" && request.body == Array("file1".utf8))
    #expect(request.headers["Content-Type"] == "multipart/form-data")
    var more = clinic
    more.pictures.append("/data/clinics/c.png")
    let answer = reply(BookingAPI.addClinicPictures.response(more))
    #expect(store.arrange(.answered(ClinicGroup.pictureTag, answer)) == [.dropFiles(["file1"])])
    #expect(store.state.clinic.value?.pictures.count == 3 && store.state.hours[1] == "09:00-18:00")
    #expect(
      store.arrange(.pictureRemoved("/data/clinics/b.png"))
        == [change(ClinicEdit(pictures: ["/data/clinics/a.png", "/data/clinics/c.png"]))])
    store.arrange(.answered(ClinicGroup.changeTag, reply(BookingAPI.changeClinic.response(clinic))))
    #expect(store.state.hours[1] == "09:00-18:00")
  }

  @Test func whatIsNoPictureIsSaidSo() {
    show()
    #expect(store.arrange(.pictureChosen("f", isPicture: false)) == [.dropFiles(["f"])])
    #expect(form()?.notice == "이 파일은 사진으로 쓸 수 없어요")
    store.arrange(.pictureChosen("g", isPicture: true))
    #expect(
      store.arrange(.answered(ClinicGroup.pictureTag, reply(APIError.fileCount.response))) == [.dropFiles(["g"])])
    #expect(form()?.notice == "사진은 20장까지예요")
  }

  @Test func whoeverWorksInNoClinicIsToldSo() {
    store.arrange(.shown)
    #expect(ClinicGroup.parts(store.state, .ko, when).isEmpty)
    store.arrange(.answered(ClinicGroup.findTag, reply(BookingAPI.schedule.response(schedule))))
    for language in Language.allCases {
      guard case .text(let text)? = ClinicGroup.parts(store.state, language, when).first else {
        Issue.record("nothing is said")
        return
      }
      #expect(!text.isEmpty)
    }
  }

  private func form() -> PageModel<ClinicGroup.Action>.Form? {
    guard case .form(let form)? = ClinicGroup.parts(store.state, .ko, when).first else { return nil }
    return form
  }

  private func fields() -> [PageModel<ClinicGroup.Action>.Field] { form()?.fields ?? [] }
}
