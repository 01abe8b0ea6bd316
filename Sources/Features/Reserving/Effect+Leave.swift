import FeatureCore

extension Effect {
  private static let mark = "leave:"

  /// To a page of the server that is no place of the app: the whole page goes.
  static func leave(_ url: String) -> Effect { .pushPath(mark + url) }

  /// Features name their places without the app's prefix.
  public func placed(under basePath: String) -> Effect {
    switch self {
    case .pushPath(let path):
      path.utf8.starts(with: Self.mark.utf8)
        ? .pushPath(String(Substring(path.utf8.dropFirst(Self.mark.utf8.count)))) : .pushPath(basePath + path)
    case .replacePath(let path): .replacePath(basePath + path)
    default: self
    }
  }
}
