import AppCore
import Domain
import FeatureCore

/// The console of the doctors.
public enum EyeMonDoctor {
  public static let configuration = AppConfiguration(
    app: .eyemonDoctor,
    basePath: "/eyemon-doctor",
    name: Words(ko: "아이몬 닥터", en: "EyeMon Doctor", ja: "アイモン ドクター"),
    slogan: Words(ko: "환자와의 대화를 한눈에", en: "All your patients’ chats at a glance", ja: "患者さんとの会話をひと目で"),
    tabs: [.rooms, .schedule, .me],
    home: .rooms,
    isTwoColumn: true)
}
