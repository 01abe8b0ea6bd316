import AppCore
import Browser
import EyeMon
import Screens

private func start() {
  let screen = AppScreen()
  Runtime<ConsultApp>(
    ConsultApp.initialState(EyeMon.configuration),
    view: { state, now in screen.draw(state, now: now) },
    receive: { .shell($0) }
  ).start()
}

start()
