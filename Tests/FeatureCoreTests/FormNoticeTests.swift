import Contract
import Domain
import FeatureCore
import Testing

struct FormNoticeTests {
  @Test func theRightAppIsNamedWhicheverWayInWasTaken() {
    for notice in [FormNotice.word("wrong_app"), .refused(.wrongApp, retryAfterSeconds: nil)] {
      #expect(notice.text(.ko).contains("아이몬 닥터"))
    }
  }
}
