import AnnexCore
import AnnexScreens
import Browser

private func start() {
  Runtime<Annex>(AnnexState(), view: { state, now in annexScreen(state, now: now) }, receive: { .shell($0) }).start()
}

start()
