import FeatureCore

typealias ChatDates = LocalDates

extension LocalDates {
  init(_ setting: Chat.Setting) { self.init(setting.language, setting.zone) }
}
