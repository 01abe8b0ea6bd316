import Accounts
import Contract
import Wire

/// Who serves each `APICall`. What is not in the table does not exist: 444, and the API description does not name it.
struct CallTable: Sendable {
  struct Entry: Sendable {
    let outline: APICallOutline
    /// The caller is nil where the key is enough.
    let answer: @Sendable (HTTPRequest, [String], API.Call, Principal?) async throws -> HTTPResponse
  }

  private(set) var entries: [Entry] = []

  var outlines: [APICallOutline] { entries.map { $0.outline } }

  /// Serves a person's call with a value.
  mutating func serve<Input, Output>(
    _ call: APICall<Input, Output>,
    _ handle: @escaping @Sendable (Input, API.Call, Principal) async throws -> Output
  ) {
    respond(call) { input, request, caller in call.response(try await handle(input, request, caller)) }
  }

  /// Serves a person's call with a whole response: headers, cookies.
  mutating func respond<Input, Output>(
    _ call: APICall<Input, Output>,
    _ handle: @escaping @Sendable (Input, API.Call, Principal) async throws -> HTTPResponse
  ) {
    add(call.outline) { request, parameters, context, caller in
      guard let caller else { throw APIError.accessInvalid }
      return try await handle(call.read(request, parameters: parameters), context, caller)
    }
  }

  /// Serves a person's call whose body the handler reads by itself.
  mutating func respondRaw(
    _ outline: APICallOutline,
    _ handle: @escaping @Sendable (HTTPRequest, API.Call, Principal) async throws -> HTTPResponse
  ) {
    add(outline) { request, _, context, caller in
      guard let caller else { throw APIError.accessInvalid }
      return try await handle(request, context, caller)
    }
  }

  /// Serves a call that needs the key alone.
  mutating func serveAnyone<Input, Output>(
    _ call: APICall<Input, Output>, _ handle: @escaping @Sendable (Input, API.Call) async throws -> Output
  ) {
    respondToAnyone(call) { input, request in call.response(try await handle(input, request)) }
  }

  mutating func respondToAnyone<Input, Output>(
    _ call: APICall<Input, Output>, _ handle: @escaping @Sendable (Input, API.Call) async throws -> HTTPResponse
  ) {
    add(call.outline) { request, parameters, context, _ in
      try await handle(call.read(request, parameters: parameters), context)
    }
  }

  private mutating func add(
    _ outline: APICallOutline,
    _ answer: @escaping @Sendable (HTTPRequest, [String], API.Call, Principal?) async throws -> HTTPResponse
  ) {
    entries.append(Entry(outline: outline, answer: answer))
    entries.sort { $0.outline.literals > $1.outline.literals }
  }

  func find(_ request: HTTPRequest) -> (entry: Entry, parameters: [String])? {
    let path = RequestPath(request.path)
    for entry in entries {
      if let parameters = entry.outline.parameters(request.method, path) { return (entry, parameters) }
    }
    return nil
  }
}
