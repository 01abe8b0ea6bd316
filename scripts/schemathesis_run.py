#!/usr/bin/env python3
"""Sends the API what its own description allows, and what it does not: no 500, no answer that is not described.

    scripts/schemathesis_run.py [EXAMPLES] [PATHS]

Without a number: 20 examples a route, or 500 with MARU_TEST_SCALE=all; PATHS is a regular expression of the routes that
are called, all without one. Starts a server of its own.
"""

import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Interop"))

import api  # noqa: E402
import live  # noqa: E402
import sandbox  # noqa: E402

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# After these the caller is nobody: each has a person of its own.
LAST = ["/v1/users/logout", "/v1/users/withdraw", "/v1/me/erase", "/v1/me/sessions", "/v1/me/sessions/{session_id}"]


def people(url, key, other):
    """Somebody who has said something, with the ids that a stranger could not guess."""
    caller, opponent = api.join(url, key), api.join(url, other)
    room = caller.open_room(opponent)
    said = [caller.send(room["room_id"], f"안녕하세요 {number}") for number in range(3)]
    known = {
        "room_id": [room["room_id"]], "user_id": [opponent.user_id, caller.user_id],
        "chat_id": [message["chat_id"] for message in said],
    }
    pair = sorted([(key, caller), (other, opponent)], key=lambda each: each[0])
    if [each for each, _ in pair] == ["eyemon", "eyemon-doctor"]:
        known |= practice(pair[0][1], pair[1][1])
    return caller, known


def practice(patient, doctor):
    """A doctor with hours, and reservations of a patient: held, ordered, cancelled."""
    schedule = {
        "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "horizon_days": 30, "needs_approval": True,
        "approval_hours": 24, "fee": 10_000, "currency": "KRW", "languages": ["ko"], "introduction": "",
        "specialty": "망막", "answer_time": "", "exceptions": [], "version": 0,
        "rules": [{"weekday": day, "from": "00:00", "to": "24:00"} for day in range(1, 8)],
        "policy": {"free_hours": 24, "part_hours": 2, "part_percent": 50},
    }
    api.ok(doctor.put("/v1/doctor/schedule", schedule))
    date = (datetime.date.today() + datetime.timedelta(days=2)).isoformat()
    days = api.ok(patient.get(f"/v1/doctors/{doctor.user_id}/slots", params={"from": date, "days": 2}))["days"]
    starts = [slot["start"] for day in days for slot in day["slots"]]
    made = [
        api.ok(patient.post("/v1/reservations", {"doctor_id": doctor.user_id, "start": start, "person_name": "정민지"}))
        for start in starts[:3]
    ]
    ids = [each["reservation_id"] for each in made]
    order = {"estate_id": doctor.user_id, "total_price": 10_000, "reservation_id": ids[0]}
    code = api.ok(patient.post("/v1/orders", order))["order_code"]
    api.ok(patient.post(f"/v1/reservations/{ids[2]}/cancel", {"expected_refund": 0}))
    return {
        "reservation_id": ids, "doctor_id": [doctor.user_id], "estate_id": [doctor.user_id], "order_code": [code],
        "start": starts[3:40],
    }


def run(url, caller, known, examples, *options):
    command = [
        str(ROOT / ".venv/bin/schemathesis"), "run", url + "/openapi.json", "--url", url,
        "--checks", CHECKS, "--max-examples", str(examples), "--phases", "fuzzing", "--workers", "2",
        "--continue-on-failure", "--request-timeout", "20", "--warnings", "off", "--no-color",
        "--suppress-health-check", "all", "--seed", os.environ.get("MARU_SEED", "1"),
        "-H", f"SeSACKey: {caller.key}", "-H", f"Authorization: {caller.access_token}", *options,
    ]
    environment = dict(
        os.environ, SCHEMATHESIS_HOOKS="schemathesis_hooks", PYTHONPATH=str(ROOT / "scripts"),
        MARU_KNOWN_IDS=json.dumps(known))
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, cwd=folder, env=environment).returncode


def main(examples, paths=None):
    is_all = os.environ.get("MARU_TEST_SCALE") == "all"
    pairs = [("eyemon", "eyemon-doctor")]
    if is_all:
        pairs += [("eyemon-doctor", "eyemon"), ("flatbread", "flatbread")]
    failed, began = 0, time.time()
    with tempfile.TemporaryDirectory() as folder:
        shop = sandbox.Sandbox(Path(folder) / "pay").start()
        server = live.Server(folder, "--pay-sandbox", shop.url).start()
        try:
            for key, other in pairs:
                caller, known = people(server.url, key, other)
                without = [word for path in LAST for word in ("--exclude-path", path)]
                if paths:
                    without = ["--include-path-regex", paths]
                failed += run(server.url, caller, known, examples, *without) != 0
                for path in [] if paths else LAST:
                    caller, known = people(server.url, key, other)
                    failed += run(server.url, caller, known, min(examples, 20), "--include-path", path) != 0
        finally:
            shop.stop()
            if server.stop() != 0:
                failed += 1
                print("the server did not end well", file=sys.stderr)
    total = len(pairs) * (1 if paths else 1 + len(LAST))
    print(f"{total - failed} passed, {failed} failed in {time.time() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else None
    examples = int(given or (500 if os.environ.get("MARU_TEST_SCALE") == "all" else 20))
    sys.exit(main(examples, sys.argv[2] if len(sys.argv) > 2 else None))
