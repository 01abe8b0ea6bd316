import Domain

extension Language {
  /// The first language of the browser that we speak; Korean where there is none.
  public init(among tags: [String]) {
    for tag in tags {
      let code = String(decoding: tag.utf8.prefix(2), as: UTF8.self)
      if let language = Language(rawValue: code) {
        self = language
        return
      }
    }
    self = .ko
  }
}
