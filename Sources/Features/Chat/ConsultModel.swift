import ChatSync
import Domain
import FeatureCore
import Wire

/// What a consult room is about, above its messages.
public struct ConsultModel: Equatable, Sendable {
  /// When the consultation is, and whether the patient may write yet, or any longer.
  public let title: String
  /// What every patient is to know; empty for the doctor.
  public let care: String
  public let label: String
  public let reservationID: String

  /// nil where the open room is no consult.
  public init?(_ state: Chat.State, now: Timestamp) {
    guard let room = state.conversation?.roomID, let consult = state.rooms[room]?.consult else { return nil }
    let words = ChatWords(state.setting.language)
    let dates = LocalDates(state.setting.language, state.setting.zone)
    let time = consult.start.map { dates.moment($0, now: now) }
    let isPatient = state.role == .patient
    let limit: String
    if isPatient, now < consult.opensAt {
      limit = words.writableFrom(dates.moment(consult.opensAt, now: now))
    } else if isPatient, let end = consult.closesAt, end <= now {
      limit = words.readOnly
    } else {
      limit = ""
    }
    title = ChatWords.joined(words.consult(time), limit)
    care =
      isPatient
      ? ChatWords.joined(words.care, consult.answerTime.isEmpty ? words.noAnswerTime : consult.answerTime) : ""
    label = words.showReservation
    reservationID = consult.reservationID
  }
}

extension ChatWords {
  func consult(_ time: String?) -> String {
    guard let time else { return language.say("시간을 정하는 중인 진료", "Consultation, time to be set", "時間調整中の診療") }
    return language.say(time + " 진료", "Consultation: " + time, time + "の診療")
  }
  func writableFrom(_ time: String) -> String {
    language.say(time + "부터 쓸 수 있어요", "you can write from " + time, time + "から書けます")
  }
  var readOnly: String { language.say("끝나서 읽기만 할 수 있어요", "over, read only", "終了。閲覧のみ") }
  /// Not for emergencies; who reads it.
  var care: String {
    language.say(
      "응급이면 119에 전화하세요 · 두 분만 볼 수 있어요", "In an emergency call 119 · Only you two can read this",
      "緊急の場合は119番へ · お二人だけが読めます")
  }
  var noAnswerTime: String { language.say("정해진 답변 시간은 없어요", "No set answer time", "返信時間は未定です") }
  var showReservation: String { language.say("예약 보기", "Show the reservation", "予約を見る") }
}
