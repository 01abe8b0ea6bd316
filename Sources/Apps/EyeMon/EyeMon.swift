import AppCore
import Domain
import FeatureCore

/// The app of the patients.
public enum EyeMon {
  public static let configuration = AppConfiguration(
    app: .eyemon,
    basePath: "/eyemon",
    name: Words(ko: "아이몬", en: "EyeMon", ja: "アイモン"),
    slogan: Words(ko: "눈이 궁금할 땐, 안과 의사와 바로 채팅", en: "Ask an eye doctor, right in a chat", ja: "目のことは、眼科医にチャットで相談"),
    tabs: [.doctors, .rooms, .me],
    home: .doctors,
    isTwoColumn: false)
}
