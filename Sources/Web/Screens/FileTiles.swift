import AppCore
import Chat
import Components
import Domain
import Markup

/// The files of a bubble: pictures as an album, then the others as cards.
func fileTiles(_ tiles: [FileTile]) -> Node<ConsultApp.Action> {
  let pictures = tiles.filter { $0.kind == .image }
  return div(.key("files"), .class("files")) {
    if pictures.count == 1 { picture(pictures[0], .box(width: pictures[0].width, height: pictures[0].height)) }
    if pictures.count > 1 {
      div(.key("album"), .class("album n\(pictures.count)")) {
        for tile in pictures { picture(tile, .nothing) }
      }
    }
    for (index, tile) in tiles.enumerated() where tile.kind != .image {
      card(tile, key: "\(index)")
    }
  }
}

/// It stays the same element when the picture that was sent from here gets its place on the server.
private func picture(
  _ tile: FileTile, _ box: Attribute<ConsultApp.Action>
) -> Node<ConsultApp.Action> {
  button(
    .class("pic"), .type("button"), .label(tile.spoken), box,
    tile.path.map { .onClick(.chat(.files(.pictureTapped(path: $0)))) } ?? .aria(.ariaDisabled, true)
  ) {
    image(tile.picture)
    faults(tile)
    if let progress = tile.progress { span(.class("ring"), .progress(progress), .aria(.ariaHidden, true)) }
  }
}

/// Shown by the style sheet where the picture could not be loaded.
@NodeBuilder<ConsultApp.Action>
private func faults(_ tile: FileTile) -> [Node<ConsultApp.Action>] {
  span(.class("fault retry"), .text(tile.labels.retry))
  span(.class("fault gone"), .text(tile.labels.gone))
}

func image(_ key: String?) -> Node<ConsultApp.Action> {
  img(.set(.alt, ""), key.map { .picture($0) } ?? .nothing)
}

private func card(_ tile: FileTile, key: String) -> Node<ConsultApp.Action> {
  if tile.isPlaying, let path = tile.path {
    let attributes: [Attribute<ConsultApp.Action>] = [
      .key(key + "/film"), .class("film"), .flag(.controls, true), .flag(.playsinline, true), .label(tile.spoken),
      .film(path),
    ]
    return Node(tile.kind == .video ? .video : .audio, attributes)
  }
  if tile.kind == .pdf, tile.path != nil {
    return div(.key(key), .class("doc")) {
      button(.class("pic"), .type("button"), .label(tile.spoken), opening(tile)) {
        image(tile.picture)
        faults(tile)
      }
      plainCard(tile)
    }
  }
  return plainCard(tile, key: key)
}

/// What it is, and beside it the way to save it. Before it is sent it can do nothing.
private func plainCard(_ tile: FileTile, key: String? = nil) -> Node<ConsultApp.Action> {
  div(key.map { .key($0) } ?? .nothing, .class("card")) {
    span(.class("mark"), .aria(.ariaHidden, true)) { icon(tile.kind == .video || tile.kind == .audio ? .play : .page) }
    button(
      .class("words"), .type("button"), .label(tile.spoken), opening(tile)
    ) {
      strong(.text(tile.name))
      small(.text(tile.detail))
      if let progress = tile.progress { span(.class("bar-line"), .progress(progress), .aria(.ariaHidden, true)) }
    }
    if let path = tile.path {
      button(
        .class("icon-btn"), .type("button"), .label(tile.labels.save + ", " + tile.name),
        .onClick(.chat(.files(.saveTapped(path: path, name: tile.name))))
      ) { icon(.save) }
    }
  }
}

private func opening(_ tile: FileTile) -> Attribute<ConsultApp.Action> {
  guard let path = tile.path else { return .aria(.ariaDisabled, true) }
  switch tile.kind {
  case .video, .audio: return .onClick(.chat(.files(.playTapped(path: path))))
  case .pdf: return .onClick(.chat(.files(.openTapped(path: path, name: tile.name))))
  case .image, .file: return .onClick(.chat(.files(.saveTapped(path: path, name: tile.name))))
  }
}
