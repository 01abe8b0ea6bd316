#!/usr/bin/env python3
"""Sends the API what its own description allows, and what it does not: no 500, no answer that is not described.

    scripts/schemathesis_run.py [EXAMPLES]

Without a number: 20 examples a route, or 500 with MARU_TEST_SCALE=all. Starts a server of its own.
"""

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

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# After these the caller is nobody: each has a person of its own.
LAST = ["/v1/users/logout", "/v1/users/withdraw", "/v1/me/erase", "/v1/me/sessions", "/v1/me/sessions/{session_id}"]


def people(url, key, other):
    """Somebody who has said something, with the ids that a stranger could not guess."""
    caller, opponent = api.join(url, key), api.join(url, other)
    room = caller.open_room(opponent)
    said = [caller.send(room["room_id"], f"안녕하세요 {number}") for number in range(3)]
    return caller, {
        "room_id": [room["room_id"]], "user_id": [opponent.user_id, caller.user_id],
        "chat_id": [message["chat_id"] for message in said],
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


def main(examples):
    is_all = os.environ.get("MARU_TEST_SCALE") == "all"
    pairs = [("eyemon", "eyemon-doctor")]
    if is_all:
        pairs += [("eyemon-doctor", "eyemon"), ("flatbread", "flatbread")]
    failed, began = 0, time.time()
    with tempfile.TemporaryDirectory() as folder:
        server = live.Server(folder).start()
        try:
            for key, other in pairs:
                caller, known = people(server.url, key, other)
                without = [word for path in LAST for word in ("--exclude-path", path)]
                failed += run(server.url, caller, known, examples, *without) != 0
                for path in LAST:
                    caller, known = people(server.url, key, other)
                    failed += run(server.url, caller, known, min(examples, 20), "--include-path", path) != 0
        finally:
            if server.stop() != 0:
                failed += 1
                print("the server did not end well", file=sys.stderr)
    total = len(pairs) * (1 + len(LAST))
    print(f"{total - failed} passed, {failed} failed in {time.time() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else None
    sys.exit(main(int(given or (500 if os.environ.get("MARU_TEST_SCALE") == "all" else 20))))
