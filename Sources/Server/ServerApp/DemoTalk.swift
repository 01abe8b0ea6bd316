import Domain
import Storage
import Wire

/// A past conversation between two demo people.
struct DemoTalk: Sendable {
  static let minute: Int64 = 60_000
  static let day: Int64 = 24 * 60 * minute

  struct Line: Sendable {
    /// Whole days before today.
    var daysAgo: Int64
    /// Minutes after midnight in Seoul.
    var minuteOfDay: Int64
    var isPatient: Bool
    var text: String
  }

  var patient: String
  var doctor: String
  var lines: [Line]
  /// Lines at the end that the other side has not read.
  var unread: Int64

  func write(patient: RowID<Person>, doctor: RowID<Person>, _ tables: Tables, now: Timestamp) throws {
    let seoul = 9 * 60 * Self.minute
    let midnight = (now.milliseconds + seoul) / Self.day * Self.day - seoul
    var instants = lines.map {
      Timestamp(milliseconds: midnight - $0.daysAgo * Self.day + $0.minuteOfDay * Self.minute)
    }
    // Nothing was said in the future: early in the day, everything happened a day before.
    if let last = instants.last, last >= now {
      instants = instants.map { $0.adding(milliseconds: -Self.day) }
    }
    guard let first = instants.first else { return }
    let room = try tables.rooms.findOrInsert(
      realm: .eyemon, patient, doctor, at: first.adding(milliseconds: -2 * Self.minute)
    ).id
    for (line, instant) in zip(lines, instants) {
      guard let place = try tables.rooms.advance(room, at: instant) else { return }
      let message = NewMessage(roomID: room, senderID: line.isPatient ? patient : doctor, content: line.text)
      _ = try tables.messages.insert(message, at: place)
    }
    let count = Int64(lines.count)
    let lastIsPatient = lines.last?.isPatient ?? true
    _ = try tables.rooms.moveRead(of: patient, in: room, to: lastIsPatient ? count : count - unread)
    _ = try tables.rooms.moveRead(of: doctor, in: room, to: lastIsPatient ? count - unread : count)
  }

  static let all = [afterSurgery, dryEye, childMyopia, floaters]

  private static func says(_ daysAgo: Int64, _ hour: Int64, _ minute: Int64, patient text: String) -> Line {
    Line(daysAgo: daysAgo, minuteOfDay: hour * 60 + minute, isPatient: true, text: text)
  }

  private static func says(_ daysAgo: Int64, _ hour: Int64, _ minute: Int64, doctor text: String) -> Line {
    Line(daysAgo: daysAgo, minuteOfDay: hour * 60 + minute, isPatient: false, text: text)
  }

  private static let floaters = DemoTalk(
    patient: "patient1@maru.demo", doctor: "doctor1@maru.demo",
    lines: [
      says(2, 9, 12, patient: "선생님, 안녕하세요. 어제 저녁부터 왼쪽 눈에 까만 점이 떠다녀요."),
      says(2, 9, 13, patient: "밝은 벽을 보면 더 잘 보이고, 눈을 움직이면 따라와요."),
      says(2, 9, 20, doctor: "안녕하세요, 민지 님. 많이 놀라셨겠어요. 말씀하신 증상은 비문증으로 보입니다."),
      says(2, 9, 21, doctor: "몇 가지만 여쭤볼게요. 번개처럼 번쩍이는 빛이 보이거나, 커튼처럼 가려지는 부분이 있나요?"),
      says(2, 9, 24, patient: "번쩍이는 건 없고, 가려지는 곳도 없어요. 점이 서너 개 정도예요."),
      says(2, 9, 28, doctor: "다행입니다. 그래도 갑자기 생긴 비문증은 망막을 한 번 확인하는 것이 안전해요. 이번 주 안에 산동 검사를 받으시길 권합니다."),
      says(2, 9, 29, doctor: "검사 후 네다섯 시간은 눈이 부시니 운전은 하지 마시고 선글라스를 챙겨 오세요."),
      says(2, 9, 33, patient: "네, 내일 오전에 갈게요. 감사합니다!"),
      says(1, 17, 40, doctor: "오늘 검사 결과 망막에 찢어진 곳은 없었습니다. 유리체가 조금 떨어져 나오면서 생긴 비문증이라 지켜보셔도 됩니다."),
      says(1, 17, 41, doctor: "다만 점이 갑자기 많아지거나, 빛이 번쩍이거나, 시야 한쪽이 가려지면 밤이라도 바로 응급실로 가셔야 해요."),
      says(1, 17, 55, patient: "휴, 안심이에요. 기억해 둘게요 🙏"),
      says(0, 8, 50, patient: "선생님, 점이 어제보다 조금 옅어진 것 같아요. 운동은 해도 될까요?"),
    ], unread: 1)

  private static let dryEye = DemoTalk(
    patient: "patient2@maru.demo", doctor: "doctor2@maru.demo",
    lines: [
      says(6, 14, 2, patient: "하루 종일 모니터를 보는데 오후만 되면 눈이 뻑뻑하고 따가워요."),
      says(6, 14, 10, doctor: "도현 님, 건성안일 가능성이 높습니다. 인공눈물은 쓰고 계신가요?"),
      says(6, 14, 12, patient: "약국에서 산 걸 하루에 한두 번 넣어요."),
      says(6, 14, 16, doctor: "방부제가 없는 일회용 인공눈물로 하루 네 번에서 여섯 번, 눈이 불편하기 전에 미리 넣어 보세요."),
      says(6, 14, 17, doctor: "그리고 20분마다 20초씩 먼 곳을 보고, 저녁에는 따뜻한 찜질을 5분씩 해 주시면 기름샘이 부드러워집니다."),
      says(6, 14, 20, patient: "렌즈는 계속 껴도 되나요?"),
      says(6, 14, 23, doctor: "2주 동안은 안경을 써 주세요. 그 사이 좋아지는 정도를 보고 정하겠습니다."),
      says(1, 11, 5, patient: "찜질을 꾸준히 했더니 따가운 게 훨씬 덜해졌어요!"),
      says(1, 11, 30, doctor: "정말 잘하셨어요. 인공눈물은 하루 네 번으로 줄이고, 다음 주 진료 때 눈물막 검사를 다시 해 봅시다."),
    ], unread: 1)

  private static let childMyopia = DemoTalk(
    patient: "patient3@maru.demo", doctor: "doctor3@maru.demo",
    lines: [
      says(9, 19, 30, patient: "초등학교 2학년 아이가 칠판 글씨가 안 보인다고 해요. 안경을 쓰면 눈이 더 나빠진다는 말도 있던데요."),
      says(9, 19, 48, doctor: "소라 님, 안경 때문에 근시가 나빠지지는 않아요. 오히려 맞지 않게 지내면 아이가 더 피곤해합니다."),
      says(9, 19, 49, doctor: "정확한 도수는 조절마비 검사로 확인해야 해요. 안약을 넣고 한 시간쯤 걸리니 오후 시간을 비워 두시면 좋습니다."),
      says(9, 19, 55, patient: "네, 토요일에 예약했어요."),
      says(4, 12, 15, doctor: "검사 결과 양쪽 -1.50디옵터입니다. 진행이 빠른 나이라 저농도 아트로핀과 야외 활동을 함께 권해 드려요."),
      says(4, 12, 16, doctor: "하루 두 시간 정도 밖에서 노는 것이 근시 진행을 늦추는 데 도움이 됩니다."),
      says(4, 12, 40, patient: "안약은 자기 전에 넣으면 될까요? 눈부셔하지는 않을까 걱정돼요."),
      says(4, 12, 52, doctor: "네, 자기 전에 한 방울이면 됩니다. 농도가 낮아 눈부심은 드물지만, 불편해하면 바로 알려 주세요."),
      says(0, 7, 45, patient: "일주일 넣었는데 아침에 눈부시다고는 안 해요. 다음 검사는 언제쯤 가면 될까요?"),
      says(0, 7, 46, patient: "학교에서 쓸 안경도 오늘 찾으러 갑니다 😊"),
    ], unread: 2)

  private static let afterSurgery = DemoTalk(
    patient: "patient1@maru.demo", doctor: "doctor2@maru.demo",
    lines: [
      says(13, 10, 0, doctor: "민지 님, 라식 수술 후 일주일이 지났네요. 불편한 곳은 없으신가요?"),
      says(13, 10, 25, patient: "낮에는 잘 보이는데 밤에 가로등이 번져 보여요."),
      says(13, 10, 33, doctor: "수술 후 한두 달은 흔한 증상이고 대부분 서서히 줄어듭니다. 처방한 안약은 시간 맞춰 넣고 계시죠?"),
      says(13, 10, 35, patient: "네! 알람 맞춰서 넣고 있어요."),
      says(13, 10, 38, doctor: "좋습니다. 눈을 비비지 마시고, 3주 뒤 검진 때 뵐게요."),
    ], unread: 0)
}
