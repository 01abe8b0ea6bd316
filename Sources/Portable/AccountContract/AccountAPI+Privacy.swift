import Contract
import JSON
import Wire

extension AccountAPI {
  /// The newest archive, with a new link where it is ready.
  public static var export: APICall<Nothing, ExportState> {
    APICall(
      .get, "/v1/me/export", "export", "The archive of the caller's data.", input: .nothing,
      output: ExportState.form)
  }

  /// Asks for an archive; one that is being made, or has just been made, is that one.
  public static var startExport: APICall<Nothing, ExportState> {
    APICall(
      .post, "/v1/me/export", "startExport", "Makes an archive of the caller's data.", input: .nothing,
      output: ExportState.form, refusals: [503])
  }

  public static var erasePreview: APICall<Nothing, ErasePreview> {
    APICall(
      .get, "/v1/me/erase", "erasePreview", "What erasing the account would ask for.", input: .nothing,
      output: ErasePreview.form)
  }

  /// Erases the account. With its password; without one the sign-in must be fresh (ten minutes).
  /// - Throws: 400 `wrong_credentials`, 400 `proof_needed`, 409 `open_reservations` (its body has the list in `open`).
  public static var erase: APICall<String?, Nothing> {
    APICall(
      .post, "/v1/me/erase", "erase", "Erases the account, with a password or a fresh sign-in as proof.",
      input: optionalText("password"), output: .nothing, refusals: [409])
  }

  /// As older clients have it: without any proof but the session.
  /// - Throws: 409 `open_reservations`.
  public static var withdraw: APICall<Nothing, Withdrawn> {
    APICall(
      .get, "/v1/users/withdraw", "withdraw", "Erases the account, as older clients ask for it.", input: .nothing,
      output: Withdrawn.form, refusals: [409])
  }

  public static var fileOpenings: APICall<RecordQuery, RecordPage<FileOpeningEntry>> {
    APICall(
      .get, "/v1/me/file-openings", "fileOpenings", "Who opened which file of the caller's consults.",
      input: RecordQuery.form, output: RecordPage.form(of: FileOpeningEntry.form))
  }

  public static var activity: APICall<RecordQuery, RecordPage<ActivityEntry>> {
    APICall(
      .get, "/v1/me/activity", "activity", "What happened to the caller's account.", input: RecordQuery.form,
      output: RecordPage.form(of: ActivityEntry.form))
  }

  private static func optionalText(_ name: String) -> APIForm<String?> {
    APIForm<String?>([OpenAPI.Schema.text(name).optional]) { text in
      guard let text else { return [:] }
      return [name: .string(text)]
    } read: { (fields) throws(APIError) in
      fields.text(name)
    }
  }
}

extension APIError {
  /// - Parameter open: what stands in the way.
  public static func openReservations(_ open: [OpenMatter]) -> HTTPResponse {
    let error = openReservations
    var object = (try? JSONValue(parsing: error.response.body))?.object ?? JSONObject()
    object["open"] = .array(open.map { .object(OpenMatter.form.print($0)) })
    return HTTPResponse(error.status, json: .object(object))
  }
}
