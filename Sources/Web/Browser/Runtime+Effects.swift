import FeatureCore
import Wire

extension Runtime {
  func perform(_ effect: Effect) {
    switch effect {
    case .tellTyping: break
    case .call(_, let tag):
      // The root turns calls into requests; one that comes this far has no answer.
      tell(.httpAnswered(tag, .unreachable))
    case .http(let request, let tag): fetch(request, tag)
    case .ask, .wish, .admitSignIn, .tellAnnex, .push: performForAnnex(effect)
    case .cancel(let tag): cancel(tickets.close(tag))
    case .startTimer(let milliseconds, let tag):
      cancel(tickets.close(tag, only: .timer))
      let ticket = tickets.issue(.timer, tag)
      HostCall().perform(.startTimer, ticket: ticket, number: Int32(clamping: milliseconds))
    case .readRecords, .readRange, .writeRecords, .openStore, .eraseStore: performOnStore(effect)
    case .openSocket, .sendSocket, .closeSocket: performOnSocket(effect)
    case .pushPath(let path): HostCall(path).perform(.pushPath)
    case .replacePath(let path): HostCall(path).perform(.replacePath)
    case .goBack: HostCall().perform(.goBack)
    case .savePreference(let name, let value):
      HostCall(name, value ?? "").perform(.savePreference, number: value == nil ? 0 : 1)
    case .setAccess, .upload, .cancelUpload, .dropFiles, .pruneFiles, .erasePictures, .openFile, .pushLayer:
      performOnFiles(effect)
    case .copy(let text): HostCall(text).perform(.copy)
    case .focus, .focusForKeyboard, .scrollToEnd, .reveal, .announce, .setDocument:
      afterPatch.append(effect)
      requestFrame()
    }
  }

  private func cancel(_ numbers: [Int32]) {
    for number in numbers { HostCall().perform(.cancel, ticket: number) }
  }

  func fetch(_ request: HTTPRequest, _ tag: Tag, _ operation: HostOperation = .fetch, asking: Asking = .nobody) {
    var call = HostCall(request.method.rawValue, request.target)
    for field in request.headers.fields {
      call.add(field.name)
      call.add(field.value)
    }
    call.perform(
      operation, ticket: tickets.issue(.http, tag), number: asking.rawValue, body: request.body)
  }

  private func performOnStore(_ effect: Effect) {
    switch effect {
    case .readRecords(let prefix, let tag):
      HostCall(prefix).perform(.readRecords, ticket: tickets.issue(.read, tag))
    case .readRange(let from, let through, let tag):
      HostCall(from, through).perform(.readRecords, ticket: tickets.issue(.read, tag))
    case .writeRecords(let changes):
      var call = HostCall()
      for change in changes {
        call.add(change.key)
        // Nothing at all deletes.
        call.add(change.value.map { "=" + $0 } ?? "")
      }
      call.perform(.writeRecords, ticket: tickets.issue(.write, nil))
    case .openStore(let account):
      _ = tickets.closeStore()
      HostCall(account ?? "").perform(.openStore)
    case .eraseStore(let account): HostCall(account).perform(.eraseStore)
    default: break
    }
  }

  private func performOnSocket(_ effect: Effect) {
    switch effect {
    case .openSocket(let path):
      lastSocket &+= 1
      socket = lastSocket
      HostCall(path).perform(.openSocket, ticket: socket)
    case .sendSocket(let text): HostCall(text).perform(.sendSocket)
    case .closeSocket:
      socket = 0
      HostCall().perform(.closeSocket)
    default: break
    }
  }

  func carryOutOnPage(_ effect: Effect) {
    switch effect {
    case .focus(let id): HostCall(id).perform(.focus)
    case .focusForKeyboard(let id): HostCall(id).perform(.focus, number: 1)
    case .reveal(let id): HostCall(id).perform(.reveal)
    case .scrollToEnd(let id): HostCall(id).perform(.scrollToEnd)
    case .announce(let text): HostCall(text).perform(.announce)
    case .setDocument(let title, let language): HostCall(title, language).perform(.setDocument)
    default: break
    }
  }
}
