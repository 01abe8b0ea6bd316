#!/usr/bin/env python3
"""Figures of our server beside node-ws and python-socketio: the same load, the same run, the same two cores.

The server is pinned to the first core, the load generator to the second. Differences under 20 % mean nothing.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
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
        """Resident bytes of the server's own process."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0


def rate(name, scenario, mode, clients, in_flight):
    best = 0
    for _ in range(2):
        with Running(name, mode) as server:
            run = subprocess.run(
                server.load(scenario, clients, in_flight), capture_output=True, text=True, timeout=SECONDS + 60,
                check=False,
            )
        if run.returncode != 0:
            raise SystemExit(f"{name}, {scenario}: {run.stdout}{run.stderr}")
        best = max(best, int(run.stdout))
    return best


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
    for title, *run in RUNS:
        figures = {name: rate(name, *run) for name in SERVERS}
        row(title, figures, lambda value: f"{value:,}", lambda ours, theirs: ours / max(theirs, 1))
    figures = {name: idle_memory(name) for name in SERVERS}
    title = f"kB per idle client, {IDLE_CLIENTS} clients"
    row(title, figures, lambda value: f"{value / 1000:.1f}", lambda ours, theirs: theirs / max(ours, 1))


if __name__ == "__main__":
    main()
