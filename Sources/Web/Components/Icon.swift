import Markup

/// Line drawings on a 24 × 24 grid. They say nothing to screen readers: the control around them has the name.
public enum Icon {
  case eye, eyeOff, chat, doctor, settings, back, send, check, cloud, search, more, close, down, pin, mute, allRead
  case calendar, plus, camera, album, page, play, save, forward, person

  var strokes: String {
    switch self {
    case .eye: "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0"
    case .eyeOff:
      "M4 10c2 3 4.8 4.5 8 4.5s6-1.5 8-4.5M6.5 13l-1.7 2.5M17.5 13l1.7 2.5M12 14.5v3"
    case .chat: "M4 5h16v11.5H10L5.5 20v-3.5H4z"
    case .doctor:
      "M8.5 7.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M4.5 20.5c.5-4.5 3.5-7 7.5-7s7 2.5 7.5 7M12 15.5v4M10 17.5h4"
    case .person: "M8.5 7.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M4.5 20.5c.5-4.5 3.5-7 7.5-7s7 2.5 7.5 7"
    case .settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
    case .back: "M15 5l-7 7 7 7"
    case .send: "M12 19V5M5.5 11.5L12 5l6.5 6.5"
    case .check: "M5 12.5l4.5 4.5L19 7.5"
    case .cloud: "M7 18a4.5 4.5 0 0 1-.6-8.96 6 6 0 0 1 11.5 1.4A3.8 3.8 0 0 1 17.5 18M4 4l16 16"
    case .more:
      "M11 5.5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 18.5a1 1 0 1 0 2 0 1 1 0 1 0-2 0"
    case .close: "M6 6l12 12M18 6L6 18"
    case .down: "M6 9.5l6 6 6-6"
    case .pin: "M9 4h6l-.8 6 3.3 3.5h-11L9.8 10zM12 13.5V20"
    case .mute: "M6.5 16.5V11a5.5 5.5 0 0 1 8.6-4.5M17.5 10v6.5h-10M10.5 19.5h3M4 4l16 16"
    case .allRead: "M2.5 12.5l4 4L15 8M11 16l.5.5L20.5 7.5"
    case .calendar: "M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7"
    case .plus: "M12 5v14M5 12h14"
    case .camera: "M4 8h4l1.5-2.5h5L16 8h4v11H4zM8.5 13.2a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0"
    case .album: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M14.5 9v.01"
    case .page: "M6 3.5h8l4 4v13H6zM14 3.5v4h4"
    case .play: "M8 5.5l11 6.5-11 6.5z"
    case .save: "M12 4v11M7 10.5l5 5 5-5M5 20h14"
    case .forward: "M9 5l7 7-7 7"
    case .search: "M4.5 11a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M16 16l4.5 4.5"
    }
  }
}

public func icon<A>(_ icon: Icon) -> Node<A> {
  svg(.set(.viewBox, "0 0 24 24"), .aria(.ariaHidden, true)) { path(.set(.d, icon.strokes)) }
}
