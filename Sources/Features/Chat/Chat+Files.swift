import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  static func files(_ state: inout State, _ action: FileAction, _ moment: Moment) -> [Effect] {
    switch action {
    case .attachTapped:
      state.files.isAttachOpen.toggle()
      return []
    case .brought(let files): return bring(&state, files)
    case .removed(let id): return putBack(&state, id)
    case .uploadMoved(let file, let permille):
      state.files.progress[file] = permille
      state.refreshRows()
      return []
    case .uploadEnded(let file, let outcome): return uploadEnded(&state, file, outcome, moment)
    case .notKept: return say(&state, .notKept)
    case .openTapped(let path, let name): return [.openFile(path: path, name: name, saves: false)]
    case .saveTapped(let path, let name): return [.openFile(path: path, name: name, saves: true)]
    case .openingFailed(let response):
      return say(&state, response.status == 0 ? .unreachable : .refused(APIError(parsing: response).code))
    case .playTapped(let path):
      state.files.playing = path
      state.refreshRows()
      return []
    case .pictureTapped, .viewerMoved, .viewerClosed, .layerLeft: return view(&state, action)
    }
  }

  private static func bring(_ state: inout State, _ files: [ChosenFile]) -> [Effect] {
    guard let room = state.conversation?.roomID else { return [.dropFiles(files.map { $0.id })] }
    state.files.isAttachOpen = false
    var chosen = state.files.chosen[room] ?? []
    var refused: [String] = []
    var reason: ErrorCode?
    for file in files {
      if let code = FileRules.refusal(file, beside: chosen.count) {
        reason = reason ?? code
        refused.append(file.id)
      } else {
        chosen.append(file)
      }
    }
    state.files.chosen[room] = chosen
    var effects: [Effect] = refused.isEmpty ? [] : [.dropFiles(refused)]
    if let reason { effects += say(&state, .refused(reason)) }
    if refused.count < files.count {
      effects.append(.announce(ChatWords(state.setting.language).chosen(chosen.count)))
      effects.append(.focus(elementID: composerID))
    }
    return effects
  }

  private static func putBack(_ state: inout State, _ id: String) -> [Effect] {
    guard let room = state.conversation?.roomID else { return [] }
    state.files.chosen[room]?.removeAll { $0.id == id }
    return [.dropFiles([id]), .focus(elementID: composerID)]
  }

  private static func view(_ state: inout State, _ action: FileAction) -> [Effect] {
    switch action {
    case .pictureTapped(let path):
      guard state.files.viewer.isNone else { return [] }
      state.files.viewer = Viewer(path: path)
      return [.pushLayer]
    case .viewerMoved(let step):
      let pictures = state.pictures
      guard let viewer = state.files.viewer,
        let index = pictures.firstIndex(where: { $0.attachment.path == viewer.path }),
        pictures.indices.contains(index + step)
      else { return [] }
      state.files.viewer?.path = pictures[index + step].attachment.path
      return []
    case .viewerClosed: return closeViewer(&state)
    case .layerLeft: state.files.viewer = nil
    default: break
    }
    return []
  }

  /// By the browser's way back, so that no empty step stays in its history.
  static func closeViewer(_ state: inout State) -> [Effect] {
    guard state.files.viewer?.isClosing == false else { return [] }
    state.files.viewer?.isClosing = true
    return [.goBack]
  }
}
