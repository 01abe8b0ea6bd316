import AccountContract
import Contract
import Testing
import Wire

@Suite struct HomeCallTests {
  @Test func bannersAreAsOlderClientsReadThem() throws {
    let banner = Banner(name: "출석", imagePath: "/data/banners/a.png", pagePath: "/event-application")
    let response = AccountAPI.banners.response([banner])
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"data":[{"name":"출석","imageUrl":"/data/banners/a.png","#
        + #""payload":{"type":"WEBVIEW","value":"/event-application"}}]}"#)
    #expect(try AccountAPI.banners.read(response) == [banner])
  }

  @Test func attendanceCountsDays() throws {
    let attendance = Attendance(days: 3, isNew: false)
    #expect(try AccountAPI.attend.read(AccountAPI.attend.response(attendance)) == attendance)
  }

  @Test func theLogIsEmptyAndNeedsTheKeyOnly() {
    let request = AccountAPI.requestLog.request(Nothing(), key: "flatbread", accessToken: "secret")
    #expect(request.headers["Authorization"] == nil)
    #expect(
      String(decoding: AccountAPI.requestLog.response(Nothing()).body, as: UTF8.self) == #"{"count":0,"logs":[]}"#)
  }
}
