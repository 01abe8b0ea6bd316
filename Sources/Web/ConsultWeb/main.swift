import AppCore
import Browser
import EyeMon
import EyeMonDoctor
import Screens

// One program for both: they differ in what is configured, and a browser keeps one program where it opens both.
private func start() {
  let screen = AppScreen()
  let app = [EyeMon.configuration, EyeMonDoctor.configuration][appOfPage()]
  Runtime<ConsultApp>(
    ConsultApp.initialState(app), view: { state, now in screen.draw(state, now: now) }, receive: { .shell($0) }
  ).start()
}

start()
