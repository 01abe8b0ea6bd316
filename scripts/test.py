#!/usr/bin/env python3
"""Runs the parts of the gate in order, prints the minutes of each, and ends with `N passed, N failed`.

    scripts/test.py gate|all [PART …]

`all` sets MARU_TEST_SCALE=all, by which tests choose the full counts.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTEST = [".venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no"]

# Modules whose tests run under the thread sanitizer as well, in `all`.
CONCURRENT = "Sockets,HTTPServer,RealtimeServer"
ONLY_IN_ALL = {"tsan"}
# Part: its commands. Parts run in this order; `maru` and `web` build what `interop` and `browser` then use.
PARTS = {
    "checks": [
        ["python3", "scripts/test_checks.py"],
        ["python3", "scripts/check-imports.py"],
        ["python3", "scripts/check-budgets.py"],
        ["python3", "scripts/check-words.py"],
        ["python3", "scripts/check-security.py"],
        ["sh", "-c", "swift format lint --strict --parallel --recursive $(scripts/swift-paths.sh)"],
    ],
    # One test at a time: live tests block their thread, and two of them would hold both threads that tasks run on.
    "unit": [["swift", "test", "--no-parallel"]],
    "fuzz": [["python3", "scripts/fuzz.py"]],
    "tsan": [
        ["env", f"MARU_ONLY={CONCURRENT}", "swift", "test", "--sanitize=thread", "--scratch-path", ".build/tsan",
         "--no-parallel"],
    ],
    "maru": [
        ["swift", "build", "-c", "release", "--product", "maru"],
        ["swift", "build", "-c", "release", "--product", "ProtocolServer"],
        ["swift", "build", "-c", "release", "--product", "ProtocolClient"],
    ],
    "simulate": [
        ["swift", "build", "-c", "release", "--product", "Simulate"],
        [".build/release/Simulate", "GATE=1"],
    ],
    "web": [["scripts/build-web.sh"], ["python3", "scripts/check-web.py"]],
    "interop": [PYTEST + ["Tests/Interop"]],
    # The description of the API against the API.
    "schema": [[".venv/bin/python", "scripts/schemathesis_run.py"]],
    # Storage, areas and server once more, on a PostgreSQL of their own.
    "postgres": [
        ["scripts/with-postgres.sh", "swift", "test", "--no-parallel", "--filter",
         "^(PostgresTests|StorageTests|AccountsTests|ChatsTests|FilesTests|PrivacyTests|ProfilesTests|ServerAppTests)"],
        ["scripts/with-postgres.sh"] + PYTEST
        + [f"Tests/Interop/{name}" for name in ("test_kill.py", "test_chats.py", "test_lifecycle.py")],
    ],
    "browser": [PYTEST + ["BrowserTests"]],
}
# What a run should take, and after how many minutes it is ended (a slow machine is no fault of the code).
BUDGET_MINUTES = {"gate": 25, "all": 80}
LIMIT_MINUTES = {"gate": 80, "all": 480}

QUIET = re.compile(r"^(◇|✔) |^\[\d+/\d+\] |^Test (Case|Suite) '.*' (started|passed)|^\s*$")
COUNTS = [
    re.compile(r"Test run with (?P<passed>\d+) tests? in"),
    re.compile(r"^Ran (?P<passed>\d+) tests? in"),
    re.compile(r"^(?P<passed>\d+) passed, (?P<failed>\d+) failed in"),
    re.compile(
        r"^(?=.* in \d)(?:.*?(?P<failed>\d+) failed)?(?:.*?(?P<passed>\d+) passed)?(?:.*?(?P<errors>\d+) error)?"
    ),
]
FAILED_TEST = re.compile(r"^✘ Test (?!run with ).* failed after|^(?:FAIL|ERROR): ")


class Part:
    """One part: its output line by line, what it counted, and how it ended."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.seconds = name, 0, 0, 0.0
        self.ended_well = True

    def read(self, line):
        if FAILED_TEST.match(line):
            self.failed += 1
            self.passed -= 1
            return
        for pattern in COUNTS:
            match = pattern.search(line)
            if match and any(match.groups()):
                groups = {key: int(value or 0) for key, value in match.groupdict().items()}
                self.passed += groups.get("passed", 0)
                self.failed += groups.get("failed", 0) + groups.get("errors", 0)
                return

    def run(self, command, deadline):
        environment = dict(os.environ, PYTHONUNBUFFERED="1")
        before = self.passed + self.failed
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
        )
        timer = threading.Timer(max(1, deadline - time.time()), os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        try:
            for line in process.stdout:
                self.read(line)
                if not QUIET.match(line):
                    print("   ", line.rstrip(), flush=True)
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGTERM)
            raise
        finally:
            status = process.wait()
            timer.cancel()
        if self.passed + self.failed == before:
            self.passed += status == 0
        if status != 0:
            self.ended_well = False
            print(f"    {' '.join(command)}: ended with {status}", flush=True)


def run_part(name, deadline):
    part, started = Part(name), time.time()
    print(f"== {name}", flush=True)
    for command in PARTS[name]:
        part.run(command, deadline)
    if not part.ended_well and part.failed == 0:
        part.failed = 1
    part.seconds = time.time() - started
    return part


def main(scale, names):
    unknown = [name for name in names if name not in PARTS]
    if scale not in BUDGET_MINUTES or unknown:
        print(f"usage: scripts/test.py gate|all [{'|'.join(PARTS)} …]", file=sys.stderr)
        return 2
    if scale == "all":
        os.environ["MARU_TEST_SCALE"] = "all"
    deadline = time.time() + LIMIT_MINUTES[scale] * 60
    wanted = names or [name for name in PARTS if scale == "all" or name not in ONLY_IN_ALL]
    parts = [run_part(name, deadline) for name in PARTS if name in wanted]
    print("\n  minutes   passed   failed   part")
    for part in parts:
        print(f"  {part.seconds / 60:7.1f} {part.passed:8d} {part.failed:8d}   {part.name}")
    together = sum(part.seconds for part in parts) / 60
    print(f"  {together:7.1f}                     together (budget: {BUDGET_MINUTES[scale]})\n")
    passed, failed = sum(part.passed for part in parts), sum(part.failed for part in parts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]))
