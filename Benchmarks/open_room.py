"""How long the browser's script works until a room with 100,000 kept messages shows its last page. Prints milliseconds.

The messages are put into the app's own store; the server is then out of reach, so that only the device is measured.
"""

import re
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Both have a conftest; the one of the browser is meant.
sys.path[:0] = [str(ROOT / "BrowserTests"), str(ROOT / "Tests/Interop")]

import api  # noqa: E402
import conftest as browser  # noqa: E402
import live  # noqa: E402
from apps import EyeMon  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

MESSAGES = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
ROUNDS = 5
LIMIT = 100

FILL = """async ([name, room, sender, count]) => {
  const database = await new Promise(done => { indexedDB.open(name).onsuccess = event => done(event.target.result); });
  for (let start = 1; start <= count; start += 5000) {
    const transaction = database.transaction("records", "readwrite");
    const store = transaction.objectStore("records");
    for (let seq = start; seq < start + 5000 && seq <= count; seq++) {
      const at = new Date(1767571200000 + seq * 1000).toISOString();
      store.put(JSON.stringify({
        chat_id: String(seq).padStart(24, "0"), room_id: room, seq, version: seq, content: `${seq}번째 말입니다`,
        createdAt: at, updatedAt: at, sender, files: [],
      }), `m/${room}/${String(seq).padStart(16, "0")}`);
    }
    await new Promise(done => { transaction.oncomplete = done; });
  }
  const transaction = database.transaction("records", "readwrite");
  transaction.objectStore("records").put(JSON.stringify({ version: count, newest: count, gone: [] }), `k/${room}`);
  await new Promise(done => { transaction.oncomplete = done; });
}"""


def script_milliseconds(devtools):
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(entry["value"] for entry in metrics if entry["name"] == "ScriptDuration") * 1000


def measure(page, server, patient, doctor, room):
    app = EyeMon(page, server).sign_in(patient)
    app.open_room(room)
    app.expect_message("처음 말")
    sender = {"user_id": doctor.user_id, "nick": doctor.nick}
    page.evaluate(FILL, [f"maru/eyemon/{patient.user_id}", room, sender, MESSAGES])
    page.context.set_offline(True)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    times = []
    for _ in range(ROUNDS):
        app.open("/chats")
        row = app.row(re.compile(doctor.nick))
        expect(row).to_be_visible()
        page.wait_for_timeout(500)
        before = script_milliseconds(devtools)
        row.click()
        expect(page.locator(".msg").last).to_contain_text(f"{MESSAGES}번째 말입니다")
        times.append(script_milliseconds(devtools) - before)
    return times


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = live.Server(Path(folder) / "maru").start()
        chromium = playwright.chromium.launch(executable_path=browser.CHROMIUM, args=["--no-sandbox"])
        try:
            patient, doctor = api.join(server.url, "eyemon", "이하늘"), api.join(server.url, "eyemon-doctor", "박새눈")
            room = patient.open_room(doctor)["room_id"]
            doctor.send(room, "처음 말")
            page = chromium.new_context(locale="ko-KR", timezone_id="Asia/Seoul", **browser.SIZES["phone"]).new_page()
            times = measure(page, server, patient, doctor, room)
        finally:
            chromium.close()
            server.stop()
    median = statistics.median(times)
    listed = ", ".join(f"{time:.1f}" for time in times)
    print(f"room with {MESSAGES} kept messages: last page after {median:.1f} ms of script, at most {LIMIT} ({listed})")
    return 0 if median < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
