import FeatureCore
import Markup
import Wire

extension Runtime {
  func performOnFiles(_ effect: Effect) {
    switch effect {
    case .setAccess(let key, let token):
      HostCall(key, token ?? "").perform(.setAccess, number: token == nil ? 0 : 1)
    case .upload(let file, let room): HostCall(file, room).perform(.upload)
    case .cancelUpload(let file): HostCall(file).perform(.cancelUpload)
    case .dropFiles(let files): perform(.dropFiles, files)
    case .pruneFiles(let files): perform(.pruneFiles, files)
    case .erasePictures(let paths): perform(.erasePictures, paths)
    case .openFile(let path, let name, let saves):
      HostCall(path, name).perform(.openFile, number: saves ? 1 : 0)
    case .pushLayer: HostCall().perform(.pushLayer)
    default: break
    }
  }

  private func perform(_ operation: HostOperation, _ texts: [String]) {
    var call = HostCall()
    for text in texts { call.add(text) }
    call.perform(operation)
  }

  func fileEvent(_ delivery: inout Delivery) -> ShellEvent? {
    let first = delivery.inbox.text() ?? ""
    switch delivery.kind {
    case .uploadMoved: return .uploadMoved(file: first, permille: Int(delivery.a))
    case .uploadEnded:
      let body = delivery.inbox.bytes() ?? []
      switch delivery.a {
      case -1: return .uploadEnded(file: first, .lost)
      case 0: return .uploadEnded(file: first, .unreachable)
      default: return .uploadEnded(file: first, .response(HTTPResponse(Int(delivery.a), body: body)))
      }
    case .fileNotKept: return .fileNotKept(first)
    case .fileRefused: return .fileRefused(HTTPResponse(Int(delivery.a), body: Array(first.utf8)))
    case .accessRefused: return .accessRefused(first)
    default: return nil
    }
  }

  /// By file: id, name, type, size, width and height.
  func broughtFiles(_ inbox: inout Inbox) -> [BroughtFile] {
    var files: [BroughtFile] = []
    while let id = inbox.text(), let name = inbox.text(), let type = inbox.text(), let size = inbox.text(),
      let width = inbox.number(), let height = inbox.number()
    {
      files.append(
        BroughtFile(
          id: id, name: name, type: type, size: Int64(size) ?? 0, width: Int(width), height: Int(height)))
    }
    return files
  }
}
