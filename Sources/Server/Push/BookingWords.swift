import JSON
import Storage

/// What a notice about a reservation says, in the language of whoever reads it: the row holds facts.
struct BookingWords {
  static let kind = "reservation"

  let news: String
  let name: String
  let local: String
  let zone: String
  let target: String

  /// nil for every other notice.
  init?(_ row: NoticeRow) {
    guard row.kind == Self.kind, let facts = try? JSONValue(parsing: Array(row.body.utf8)) else { return nil }
    news = row.title
    name = facts["name"]?.string ?? ""
    local = facts["local"]?.string ?? ""
    zone = facts["zone"]?.string ?? ""
    target = row.subtitle
  }

  func words(_ language: String) -> (title: String, body: String) {
    let title = Self.titles[news]?.in(language) ?? Self.other.in(language)
    return (title, [when(language), name].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private struct Text {
    var ko: String
    var en: String
    var ja: String

    init(_ ko: String, _ en: String, _ ja: String) {
      self.ko = ko
      self.en = en
      self.ja = ja
    }

    func `in`(_ language: String) -> String {
      switch language {
      case "en": en
      case "ja": ja
      default: ko
      }
    }
  }

  private static let other = Text("예약 소식이 있습니다", "News about a reservation", "予約のお知らせがあります")
  private static let titles: [String: Text] = [
    "requested": Text("새 예약 요청이 있습니다", "New reservation request", "新しい予約リクエストがあります"),
    "confirmed": Text("예약이 확정되었습니다", "Reservation confirmed", "予約が確定しました"),
    "declined": Text(
      "예약이 승인되지 않아 전액 환불됩니다", "Request declined; you are refunded in full", "予約は承認されず、全額返金されます"),
    "cancelled": Text("예약이 취소되었습니다", "Reservation cancelled", "予約がキャンセルされました"),
    "moved": Text("예약 시간이 변경되었습니다", "Reservation moved to another time", "予約の時間が変更されました"),
    "expired": Text("결제되지 않아 예약이 해제되었습니다", "Not paid in time; the hold has ended", "お支払いがなく、予約が解除されました"),
    "offered": Text("기다리던 시간이 비었습니다", "A time you waited for is free", "お待ちの時間に空きが出ました"),
    "tomorrow": Text("내일 진료가 있습니다", "Your consultation is tomorrow", "明日は診察があります"),
    "today": Text("오늘 진료가 있습니다", "Your consultation is today", "今日は診察があります"),
    "soon": Text("1시간 뒤 진료가 시작됩니다", "Your consultation starts in an hour", "1時間後に診察が始まります"),
  ]

  /// `12월 1일 09:30 (한국 시간)`: whoever is elsewhere has another clock.
  private func when(_ language: String) -> String {
    let time = time(language)
    return time.isEmpty || zone.isEmpty ? time : "\(time) (\(zoneName(language)))"
  }

  private func zoneName(_ language: String) -> String {
    if let known = Self.zones[zone] { return known.in(language) }
    let city = zone.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? zone
    return Text(city + " 시간", city + " time", city + "時間").in(language)
  }

  private static let zones = [
    "Asia/Seoul": Text("한국 시간", "Korea time", "韓国時間"), "Asia/Tokyo": Text("일본 시간", "Japan time", "日本時間"),
  ]

  private func time(_ language: String) -> String {
    let parts = local.split(separator: "T")
    guard parts.count == 2 else { return "" }
    let date = parts[0].split(separator: "-").compactMap { Int($0) }
    guard date.count == 3 else { return "" }
    return switch language {
    case "en": "\(parts[0]) \(parts[1])"
    case "ja": "\(date[1])月\(date[2])日 \(parts[1])"
    default: "\(date[1])월 \(date[2])일 \(parts[1])"
    }
  }
}
