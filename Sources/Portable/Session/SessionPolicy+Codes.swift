#if !hasFeature(Embedded)
  import Contract
  import JSON
  import Wire

  extension SessionPolicy {
    /// Reads any answer that is no success, with the dialect's own code where it has one.
    public func refusal(_ response: HTTPResponse) -> APIError {
      var error = APIError(parsing: response)
      guard !codes.isEmpty, let text = (try? JSONValue(parsing: response.body))?[codeName]?.string,
        let code = codes[text]
      else { return error }
      error.code = code
      error.isCoded = true
      return error
    }
  }
#endif
