#!/usr/bin/env python3
"""Figures of our server beside node-ws and python-socketio: the same load, the same run, the same two cores.

The server is pinned to the first core, the load generator to the second. Differences under 20 % mean nothing.
"""

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / ".build/release"
SECONDS = int(os.environ.get("MARU_BENCH_SECONDS", "3"))
PORTS = iter(range(int(os.environ.get("MARU_BENCH_PORT", "27000")), 65_000))

SERVERS = {
    "maru, WebSocket": ("raw", [str(RELEASE / "RealtimeBench")]),
    "node-ws": ("raw", ["node", str(ROOT / "Benchmarks/peers/node_ws.js")]),
    "maru, Socket.IO": ("socketio", [str(RELEASE / "RealtimeBench")]),
    "python-socketio": ("socketio", [sys.executable, str(ROOT / "Benchmarks/peers/python_socketio.py")]),
}
PAIRS = [("maru, WebSocket", "node-ws"), ("maru, Socket.IO", "python-socketio")]
# Name, scenario, mode of the server, clients, in flight.
RUNS = [
    ("requests/s, 100-byte JSON, 64 clients", "http", "echo", 64, 1),
    ("echoes/s, 128 bytes, 64 clients", "echo", "echo", 64, 1),
    ("deliveries/s, 200 clients, 1 in flight", "broadcast", "broadcast", 200, 1),
    ("deliveries/s, 200 clients, 8 in flight", "broadcast", "broadcast", 200, 8),
    ("deliveries/s, 1000 clients, 8 in flight", "broadcast", "broadcast", 1000, 8),
]
IDLE_CLIENTS = 2000
ECHO, BROADCAST = RUNS[1][0], RUNS[3][0]
IDLE = f"kB per idle client, {IDLE_CLIENTS} clients"
WHOLE = "deliveries/s, authorised and stored, 200 clients, 8 in flight"
SOCKETIO, NODE, PYTHON = "maru, Socket.IO", "node-ws", "python-socketio"
# What is compared with what: the ratio that is wanted at least. node-ws is raw WebSocket in each of them.
TARGETS = [
    (BROADCAST, SOCKETIO, BROADCAST, NODE, 2.5),
    (BROADCAST, SOCKETIO, BROADCAST, PYTHON, 10),
    (ECHO, SOCKETIO, ECHO, NODE, 1.2),
    (ECHO, SOCKETIO, ECHO, PYTHON, 15),
    (WHOLE, "maru serve", BROADCAST, NODE, 1),
]
IDLE_TARGET = 3.0


def pinned(core, command):
    if shutil.which("taskset") and (os.cpu_count() or 1) > 1:
        return ["taskset", "-c", str(core), *command]
    return command


class Running:
    """A server under load, from its start until the block ends."""

    def __init__(self, name, mode):
        self.dialect, command = SERVERS[name]
        self.port = next(PORTS)
        self.process = subprocess.Popen(pinned(0, [*command, mode, str(self.port)]), stdin=subprocess.DEVNULL)

    def __enter__(self):
        limit = time.monotonic() + 15
        while time.monotonic() < limit and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        self.__exit__()
        raise SystemExit(f"{self.process.args} did not start")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def load(self, scenario, clients, in_flight, seconds=SECONDS):
        words = [scenario, self.dialect, self.port, clients, in_flight, seconds]
        return pinned(1, [str(RELEASE / "LoadGenerator"), *map(str, words)])

    def memory(self):
        return resident(self.process)


def resident(process):
    """Resident bytes of a server's own process."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def rate(name, scenario, mode, clients, in_flight):
    rates = []
    for _ in range(3):
        with Running(name, mode) as server:
            run = subprocess.run(
                server.load(scenario, clients, in_flight), capture_output=True, text=True, timeout=SECONDS + 60,
                check=False,
            )
        if run.returncode != 0:
            raise SystemExit(f"{name}, {scenario}: {run.stdout}{run.stderr}")
        rates.append(int(run.stdout))
    return statistics.median(rates)


def idle_memory(name):
    """Bytes per client that is connected and silent."""
    with Running(name, "echo") as server:
        # A first round fills what the runtime keeps anyway.
        warm = subprocess.run(server.load("echo", 64, 1, 1), capture_output=True, timeout=60, check=False)
        before = server.memory()
        command = server.load("idle", IDLE_CLIENTS, 1)
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as load:
            if warm.returncode != 0 or load.stdout.readline() != "ready\n":
                raise SystemExit(f"{name}: the clients could not connect")
            time.sleep(1)
            grown = server.memory() - before
            load.stdin.close()
        return max(grown, 0) / IDLE_CLIENTS


def call(base, method, path, body, **headers):
    """An answer of the API of `maru serve`, as JSON."""
    headers = {"Content-Type": "application/json", "SeSACKey": "eyemon"} | headers
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Serving:
    """`maru serve` with two people and their room, from its start until the block ends."""

    limits = ("--request-rate", "--session-rate", "--connection-rate", "--address-connections", "--shed-milliseconds")

    def __init__(self):
        self.port = next(PORTS)
        self.folder = tempfile.TemporaryDirectory()
        command = [str(RELEASE / "maru"), "serve", "--listen", f"127.0.0.1:{self.port}", "--admin", "off"]
        command += ["--log", "none", "--messages-per-minute", "1000000", "--password-mebibytes", "1"]
        command += ["--data", self.folder.name + "/data", "--loops", "1"]
        command += [word for name in self.limits for word in (name, "0")]
        self.process = subprocess.Popen(
            pinned(0, command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            env=os.environ | {"MARU_DOCTORS_WAIT": "off", "MARU_CONSULT_OPEN": "on"},
        )

    def __enter__(self):
        try:
            self.environment = os.environ | self.room()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def room(self):
        """Who may listen and speak in which room."""
        base = f"http://127.0.0.1:{self.port}"
        people = []
        for number, app in enumerate(("eyemon", "eyemon-doctor")):
            form = {"email": f"b{number}@example.com", "password": "maru!2345", "nick": f"손님{number}"}
            people.append(retried(lambda form=form, app=app: call(base, "POST", "/v1/users/join", form, SeSACKey=app)))
        token = people[0]["accessToken"]
        room = call(base, "POST", "/v1/chats", {"opponent_id": people[1]["user_id"]}, Authorization=token)
        return {"MARU_BENCH_KEY": "eyemon", "MARU_BENCH_TOKEN": token, "MARU_BENCH_ROOM": room["room_id"]}

    def load(self, scenario, clients, in_flight, seconds=SECONDS):
        words = [scenario, "socketio", self.port, clients, in_flight, seconds]
        return pinned(1, [str(RELEASE / "LoadGenerator"), *map(str, words)])


def whole_path(clients=200, in_flight=8):
    """Deliveries a second of the real server: each message is authorised, committed with fsync and fanned out."""
    with Serving() as server:
        run = subprocess.run(
            server.load("chat", clients, in_flight), capture_output=True, text=True, timeout=SECONDS + 60, check=False,
            env=server.environment,
        )
    if run.returncode != 0:
        raise SystemExit(f"the whole path: {run.stdout}{run.stderr}")
    return int(run.stdout)


def idle_in_a_room():
    """Bytes of `maru serve` per client that has joined a room and is silent."""
    with Serving() as server:
        # A first round fills what the runtime keeps anyway.
        warm = subprocess.run(
            server.load("chat", 64, 1, 1), capture_output=True, timeout=60, check=False, env=server.environment)
        before = resident(server.process)
        command = server.load("idle", IDLE_CLIENTS, 1)
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=server.environment
        ) as load:
            if warm.returncode != 0 or load.stdout.readline() != "ready\n":
                raise SystemExit("maru serve: the clients could not join the room")
            time.sleep(1)
            grown = resident(server.process) - before
            load.stdin.close()
        return max(grown, 0) / IDLE_CLIENTS


def retried(action, seconds=20):
    limit = time.monotonic() + seconds
    while True:
        try:
            return action()
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.05)


def targets(rates, idle):
    """The table of what is promised; answers how many promises were missed."""
    print(f"\n{'':74}{'ratio':>8}{'target':>8}")
    missed = 0
    for run, name, other_run, other, target in TARGETS:
        ratio = rates[run][name] / max(rates[other_run][other], 1)
        missed += ratio < target
        title = f"{name} ÷ {other}: {run}"
        print(f"{title[:73]:74}{ratio:8.1f}{target:8.1f}  {'' if ratio >= target else 'missed'}")
    missed += idle > IDLE_TARGET
    title = f"maru serve: {IDLE}, in a room"
    print(f"{title:74}{idle:8.1f}{IDLE_TARGET:8.1f}  {'' if idle <= IDLE_TARGET else 'missed'}")
    return missed


def row(title, figures, text, better):
    """One line of the table; a ratio says how many times better ours is."""
    cells = []
    for ours, theirs in PAIRS:
        ratio = better(figures[ours], figures[theirs])
        cells.append(f"{text(figures[ours]):>17}{text(figures[theirs]):>17}{ratio:8.1f}")
    print(f"{title:42}" + "".join(cells), flush=True)


def main():
    heads = "".join(f"{ours:>17}{theirs:>17}{'ratio':>8}" for ours, theirs in PAIRS)
    print(f"{'':42}{heads}", flush=True)
    rates = {}
    for title, *run in RUNS:
        figures = {name: rate(name, *run) for name in SERVERS}
        rates[title] = figures
        row(title, figures, lambda value: f"{value:,}", lambda ours, theirs: ours / max(theirs, 1))
    figures = {name: idle_memory(name) for name in SERVERS}
    row(IDLE, figures, lambda value: f"{value / 1000:.1f}", lambda ours, theirs: theirs / max(ours, 1))
    rates[WHOLE] = {"maru serve": whole_path()}
    print(f"{WHOLE}: {rates[WHOLE]['maru serve']:,}")
    sys.exit(1 if targets(rates, idle_in_a_room() / 1000) else 0)


if __name__ == "__main__":
    main()
