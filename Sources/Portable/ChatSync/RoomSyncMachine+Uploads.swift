import Contract
import Domain
import Wire

extension RoomSyncMachine {
  /// One file at a time, in the order in which the items leave.
  mutating func uploadNext(_ commands: inout [Command]) {
    guard isOutboxRestored, isWriter, !isUploadResting, uploadInFlight == nil else { return }
    for item in outbox where !item.isStuck {
      guard let file = item.files.first(where: { $0.attachment == nil }) else { continue }
      uploadInFlight = file.id
      commands.append(.upload(clientID: item.clientID, file))
      return
    }
  }

  mutating func finishUpload(
    _ clientID: String, _ file: String, _ result: SyncResult<Attachment>, _ entropy: UInt64,
    _ commands: inout [Command]
  ) {
    guard uploadInFlight == file else { return }
    uploadInFlight = nil
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }),
      let place = outbox[index].files.firstIndex(where: { $0.id == file })
    else { return }
    switch result {
    case .success(let attachment):
      reach()
      outbox[index].files[place].state = .uploaded(attachment)
    case .refused(let error): outbox[index].files[place].state = .failed(error.code)
    case .unreachable:
      uploadFailures += 1
      isUploadResting = true
      let pause = Backoff.milliseconds(afterFailures: uploadFailures, entropy: entropy)
      commands.append(.startTimer(.upload, milliseconds: pause))
      return
    }
    commands.append(.write([ChatRecords.write(outbox[index], in: roomID)]))
  }

  mutating func cancelUpload(of item: OutboxItem, _ commands: inout [Command]) {
    guard let file = uploadInFlight, item.files.contains(where: { $0.id == file }) else { return }
    uploadInFlight = nil
    commands.append(.cancelUpload(clientID: item.clientID, fileID: file))
  }
}
