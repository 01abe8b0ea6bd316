import AppCore
import Browser
import EyeMonDoctor
import Screens

private func start() {
  let screen = AppScreen()
  Runtime<ConsultApp>(
    ConsultApp.initialState(EyeMonDoctor.configuration),
    view: { state, now in screen.draw(state, now: now) },
    receive: { .shell($0) }
  ).start()
}

start()
