/// What a dialog offers: a list of things to do, perhaps with a row of emoji above it.
public struct SheetModel<Action: Equatable & Sendable>: Equatable, Sendable {
  public struct Item: Equatable, Sendable {
    public var label: String
    /// It cannot be taken back.
    public var isDanger: Bool
    /// For emoji: the person has chosen it before.
    public var isOn: Bool
    public var action: Action

    public init(_ label: String, isDanger: Bool = false, isOn: Bool = false, _ action: Action) {
      self.label = label
      self.isDanger = isDanger
      self.isOn = isOn
      self.action = action
    }
  }

  /// Something that may be written, above the list.
  public struct Field: Equatable, Sendable {
    public var label: String
    public var text: String

    public init(label: String, text: String) {
      self.label = label
      self.text = text
    }
  }

  public var title: String
  /// Read out in place of a title that is not shown.
  public var isTitleShown: Bool
  public var text: String?
  public var emoji: [Item]
  public var field: Field?
  public var items: [Item]
  public var cancelLabel: String
  public var dismiss: Action

  public init(
    title: String, isTitleShown: Bool = true, text: String? = nil, emoji: [Item] = [], items: [Item],
    cancelLabel: String, dismiss: Action
  ) {
    self.title = title
    self.isTitleShown = isTitleShown
    self.text = text
    self.emoji = emoji
    self.items = items
    self.cancelLabel = cancelLabel
    self.dismiss = dismiss
  }
}
