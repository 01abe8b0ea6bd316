#!/usr/bin/env python3
"""Runs the parts of the gate, prints the minutes of each, and ends with `N passed, N failed`.

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
PYTEST = [".venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no", "--durations=8"]
# A test that hangs fails, and the others go on. The longest of the full figures takes a quarter of an hour.
PYTEST += ["--timeout", "1800" if sys.argv[1:2] == ["all"] else "240"]
# Files beside each other, each with servers of its own.
BESIDE = ["--numprocesses", "2", "--dist", "loadfile"]
# What is tested is optimised as what ships is: the optimiser has had faults that no other build shows. One build serves
# unit tests, servers and simulator; its flags have a folder of their own, so that `swift build` and the gate do not
# undo each other's work. A clean build is quickest without what only editors and debuggers read.
BUILT = ".build/test/release"
FLAGS = ["-c", "release", "--scratch-path", ".build/test"]
FLAGS += [f"-Xswiftc={flag}" for flag in ("-enable-testing", "-gnone", "-index-ignore-system-modules")]
BUILD_TESTS = ["swift", "build"] + FLAGS + ["--build-tests"]
# One test at a time: live tests block their thread, and two of them would hold both threads that tasks run on.
# `swift test` would build with flags of its own, all once more, and let no other run use the folder meanwhile.
SWIFT_TEST = [f"{BUILT}/maruPackageTests.xctest", "--testing-library", "swift-testing", "--no-parallel"]

# Modules whose tests run under the thread sanitizer as well, in `all`.
CONCURRENT = "Sockets,HTTPServer,RealtimeServer"
ONLY_IN_ALL = {"tsan"}
ON_POSTGRES = "Postgres|Storage|Accounts|Bookings|Chats|Files|Jobs|Payments|Privacy|Profiles|Providers|Push|ServerApp"
LIVE_ON_POSTGRES = ["kill", "chats", "lifecycle", "bookings"]
if sys.argv[1:2] == ["all"]:
    LIVE_ON_POSTGRES += ["chat_log", "chat_people", "search", "files", "tus", "accounts", "sessions"]
    LIVE_ON_POSTGRES += ["payments", "paid_reservations", "checkout"]
TERMINAL = [f"Tests/Interop/test_{name}.py" for name in ("terminal", "terminal_tls")]
# Part: its commands. `maru`, `web` and `tests` build what others then use.
PARTS = {
    "checks": [
        ["python3", "scripts/test_checks.py"],
        ["python3", "scripts/check-imports.py"],
        ["python3", "scripts/check-budgets.py"],
        ["python3", "scripts/check-words.py"],
        ["python3", "scripts/check-security.py"],
        ["sh", "-c", "swift format lint --strict --parallel --recursive $(scripts/swift-paths.sh)"],
    ],
    "tests": [BUILD_TESTS],
    "unit": [BUILD_TESTS, SWIFT_TEST],
    "fuzz": [["python3", "scripts/fuzz.py"]],
    "tsan": [["scripts/tsan.sh", CONCURRENT]],
    "maru": [
        ["swift", "build"] + FLAGS + ["--product", product] for product in ("maru", "ProtocolServer", "ProtocolClient")
    ],
    "simulate": [["swift", "build"] + FLAGS + ["--product", "Simulate"], [f"{BUILT}/Simulate", "GATE=1"]],
    "web": [["scripts/build-web.sh"], ["python3", "scripts/check-web.py"]],
    "interop": [PYTEST + BESIDE + ["Tests/Interop"] + [f"--ignore={path}" for path in TERMINAL]],
    # The examples of the kit, which are built with the tests.
    "terminal": [PYTEST + TERMINAL],
    # The description of the API against the API.
    "schema": [[".venv/bin/python", "scripts/schemathesis_run.py"]],
    # Storage, areas and server once more, on a PostgreSQL of their own.
    "postgres": [BUILD_TESTS, ["scripts/with-postgres.sh"] + SWIFT_TEST + ["--filter", f"^({ON_POSTGRES})Tests"]],
    "postgres-live": [
        ["scripts/with-postgres.sh"] + PYTEST + [f"Tests/Interop/test_{name}.py" for name in LIVE_ON_POSTGRES],
    ],
    "browser": [PYTEST + ["BrowserTests"]],
}
# Lanes run beside each other: compilers, browsers and servers that wait leave a core idle.
LANES = [
    ["checks", "maru", "tests", "unit", "tsan", "simulate"],
    ["web", "browser"],
    ["interop", "postgres-live", "fuzz", "schema", "terminal", "postgres"],
]
# What another lane makes, and a part uses.
NEEDS = {name: ["maru"] for name in ("browser", "interop", "postgres-live", "schema")}
NEEDS |= {name: ["tests"] for name in ("terminal", "postgres")}
# Each lane has ports of its own.
PORTS = ["26000-27999", "28000-29999", "30000-31999"]
# What a run should take, and after how many minutes it is ended (a slow machine is no fault of the code).
BUDGET_MINUTES = {"gate": 25, "all": 80}
LIMIT_MINUTES = {"gate": 80, "all": 480}

QUIET = re.compile(
    r"^(◇|✔) |^\[\d+/\d+\] |^remark: Incremental|^warning: ignoring '-enable-batch"
    r"|^Test (Case|Suite) '.*' (started|passed)|^\s*$"
)
COUNTS = [
    re.compile(r"Test run with (?P<passed>\d+) tests? in"),
    re.compile(r"^Ran (?P<passed>\d+) tests? in"),
    re.compile(r"^(?P<passed>\d+) passed, (?P<failed>\d+) failed in"),
    re.compile(
        r"^(?=.* in \d)(?:.*?(?P<failed>\d+) failed)?(?:.*?(?P<passed>\d+) passed)?(?:.*?(?P<errors>\d+) error)?"
    ),
]
FAILED_TEST = re.compile(r"^✘ Test (?!run with ).* failed after|^(?:FAIL|ERROR): ")
# What tells, at the end of a run, which test failed and why.
TELLING = re.compile(r"^✘ Test .* recorded an issue|^(?:FAIL|ERROR|error): |^(?:FAILED|ERROR) |^\S+: error: ")

# Groups of processes that a run has started.
RUNNING = set()


class Part:
    """One part: its output line by line, what it counted, and how it ended."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0
        # From start to end, and what it computed; not what it left to services and browsers of its own.
        self.seconds, self.computing = 0.0, 0.0
        self.ended_well = True
        self.telling = []

    def read(self, line):
        if TELLING.match(line):
            self.telling.append(line.rstrip()[:300])
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

    def run(self, command, deadline, ports, say):
        environment = dict(os.environ, PYTHONUNBUFFERED="1", NO_COLOR="1", MARU_BUILT=BUILT)
        environment.setdefault("MARU_TEST_PORTS", ports)
        before = self.passed + self.failed
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
        )
        RUNNING.add(process.pid)
        timer = threading.Timer(max(1, deadline - time.time()), os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        try:
            for line in process.stdout:
                self.read(line)
                if not QUIET.match(line):
                    say(f"    {line.rstrip()}")
        finally:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = status = os.waitstatus_to_exitcode(status)
            self.computing += used.ru_utime + used.ru_stime
            RUNNING.discard(process.pid)
            timer.cancel()
        if self.passed + self.failed == before:
            self.passed += status == 0
        if status != 0:
            self.ended_well = False
            ended = f"{' '.join(command)}: ended with {status}"
            self.telling.append(ended)
            say(f"    {ended}")


def run_part(name, deadline, ports, say):
    part, started = Part(name), time.time()
    say(f"== {name}")
    for command in PARTS[name]:
        part.run(command, deadline, ports, say)
    if not part.ended_well and part.failed == 0:
        part.failed = 1
    part.seconds = time.time() - started
    return part


def print_now(line):
    print(line, flush=True)


def run_lanes(lanes, deadline):
    """The first lane is heard as it runs, the others when they have ended."""
    parts, said = [[] for _ in lanes], [[] for _ in lanes]
    over = {name: threading.Event() for lane in lanes for name in lane}

    def run(index, say):
        for name in lanes[index]:
            for needed in NEEDS.get(name, []):
                if needed in over:
                    over[needed].wait()
            try:
                parts[index].append(run_part(name, deadline, PORTS[index], say))
            finally:
                over[name].set()

    beside = [threading.Thread(target=run, args=(index, said[index].append)) for index in range(1, len(lanes))]
    for thread in beside:
        thread.start()
    try:
        run(0, print_now)
        for thread in beside:
            thread.join()
    except KeyboardInterrupt:
        for group in list(RUNNING):
            os.killpg(group, signal.SIGTERM)
        raise
    for lines in said:
        for line in lines:
            print_now(line)
    return sum(parts, [])


def main(scale, names):
    unknown = [name for name in names if name not in PARTS]
    if scale not in BUDGET_MINUTES or unknown:
        print(f"usage: scripts/test.py gate|all [{'|'.join(PARTS)} …]", file=sys.stderr)
        return 2
    if scale == "all":
        os.environ["MARU_TEST_SCALE"] = "all"
    started = time.time()
    deadline = started + LIMIT_MINUTES[scale] * 60
    wanted = names or [name for name in PARTS if scale == "all" or name not in ONLY_IN_ALL]
    lanes = [[name for name in lane if name in wanted] for lane in LANES]
    parts = run_lanes([lane for lane in lanes if lane], deadline)
    print("\n  minutes  computing   passed   failed   part")
    for part in parts:
        print(f"  {part.seconds / 60:7.1f} {part.computing / 60:10.1f} {part.passed:8d} {part.failed:8d}   {part.name}")
    together = (time.time() - started) / 60
    print(f"  {together:7.1f}                                from start to end (budget: {BUDGET_MINUTES[scale]})\n")
    for part in parts:
        if part.failed:
            print("\n".join([f"failed in {part.name}:"] + [f"    {line}" for line in part.telling[:20]]))
    passed, failed = sum(part.passed for part in parts), sum(part.failed for part in parts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]))
