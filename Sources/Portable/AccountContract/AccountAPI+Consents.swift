import Contract
import Wire

extension AccountAPI {
  /// The texts of the app's realm, in the language of the request.
  public static var terms: APICall<Nothing, [TermsText]> {
    APICall(
      .get, "/v1/account/terms", "terms", "What people are asked to agree to, in today's versions.", access: .key,
      input: .nothing, output: TermsText.form.list)
  }

  public static var consents: APICall<Nothing, ConsentAnswer> {
    APICall(
      .get, "/v1/me/consents", "consents", "What the caller agreed to, and what must still be asked.",
      input: .nothing, output: ConsentAnswer.form)
  }

  public static var consent: APICall<ConsentForm, ConsentAnswer> {
    APICall(
      .post, "/v1/me/consents", "consent", "Agrees, or takes back what is not required.", input: ConsentForm.form,
      output: ConsentAnswer.form, refusals: [400])
  }
}
