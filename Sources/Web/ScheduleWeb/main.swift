import Browser
import Schedule
import ScheduleScreens

private func start() {
  Runtime<Schedule>(Schedule.State(), view: { state, _ in scheduleScreen(state) }, receive: { .shell($0) }).start()
}

start()
