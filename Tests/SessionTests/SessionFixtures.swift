import Contract
import Domain
import Session

func person(_ name: String) -> Person { Person(id: ID("id-" + name), nick: name) }

func answer(_ name: String = "mina", _ token: String = "a1", refresh: String = "") -> SessionAnswer {
  SessionAnswer(
    person: person(name), email: name + "@maru.test", role: .patient, accessToken: token, refreshToken: refresh)
}

func signedIn(_ name: String = "mina", _ token: String = "a1") -> SessionMachine {
  var machine = SessionMachine(renewal: .cookie(.eyemon))
  _ = machine.receive(.signedIn(answer(name, token)))
  return machine
}

func restoring(_ name: String = "mina") -> SessionMachine {
  var machine = SessionMachine(renewal: .cookie(.eyemon))
  _ = machine.receive(.restore(person: ID("id-" + name), refreshToken: nil, isLeaving: false))
  return machine
}

let refreshEndpoint = Endpoint.refreshWebSession(.eyemon)

extension SessionMachine {
  mutating func receive(_ event: Event) -> [Command] { receive(event, entropy: 0) }
}
