"""A real `maru` process for tests: started on a free port with a folder of its own, stopped, killed, started again."""

import os
import signal
import socket
import subprocess
import time
import uuid
from pathlib import Path

import requests

ROOT = Path(__file__).resolve().parents[2]
STARTS_WITHIN = 20
# Tests come from one address, many at a time, and are not there to measure argon2.
GENEROUS = {
    "MARU_PASSWORD_MEBIBYTES": "1", "MARU_LOGIN_TRIES": "100000", "MARU_ACCOUNT_TRIES": "100000",
    "MARU_EMAIL_CHECKS": "100000", "MARU_MESSAGES_PER_MINUTE": "1000000", "MARU_SEARCHES_PER_MINUTE": "1000000",
    "MARU_DOCTORS_WAIT": "off", "MARU_CODES_PER_MINUTE": "100000", "MARU_CONSULT_OPEN": "on",
    "MARU_PHONE": "on",
}


def built(name):
    """A product from the folder MARU_BUILT, or else of the release build, or of the debug build."""
    named = os.environ.get("MARU_BUILT")
    for folder in [named] if named else [".build/release", ".build/debug"]:
        if (ROOT / folder / name).is_file():
            return ROOT / folder / name
    raise RuntimeError(f"no {name} was built: `swift build -c release --product {name}` first")


def binary():
    """The command under test: MARU_BINARY, or what was built."""
    return Path(os.environ.get("MARU_BINARY") or built("maru"))


def ports():
    """Several test runs may share a machine: MARU_TEST_PORTS=FIRST-LAST keeps each in its own range, of which each
    process of a run has its part."""
    first, last = (int(part) for part in os.environ.get("MARU_TEST_PORTS", "26000-26999").split("-"))
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    part = (last + 1 - first) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return range(first + number * part, first + (number + 1) * part)


def free_port(given=set()):
    for port in ports():
        if port in given:
            continue
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        given.add(port)
        return port
    raise RuntimeError("no free port in the range")


class Server:
    """`Server(folder)` starts nothing yet. The port stays the same over restarts."""

    def __init__(self, folder, *flags, environment=None):
        self.folder, self.flags, self.environment = Path(folder), flags, environment or {}
        self.environment = self.database() | self.environment
        self.port, self.admin_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.admin_url = f"http://127.0.0.1:{self.admin_port}"
        self.log_path = self.folder / "maru.log"
        self.process = None

    @staticmethod
    def database():
        """A database of this server's own, where the tests were given PostgreSQL (MARU_TEST_POSTGRES); else SQLite."""
        given = os.environ.get("MARU_TEST_POSTGRES")
        if not given:
            return {}
        name = "maru_" + uuid.uuid4().hex
        subprocess.run(["psql", "-q", given, "-c", f"CREATE DATABASE {name}"], check=True, timeout=60)
        return {"MARU_DATABASE": given.replace("/postgres?", f"/{name}?")}

    def start(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [str(binary()), "serve", "--listen", f"127.0.0.1:{self.port}"]
        command += ["--admin", f"127.0.0.1:{self.admin_port}", "--data", str(self.folder / "data"), *self.flags]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=os.environ | GENEROUS | self.environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log,
            )
        self.wait_until_ready()
        return self

    def wait_until_ready(self):
        limit = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < limit:
            if self.process.poll() is not None:
                raise RuntimeError(f"maru ended with {self.process.returncode}:\n{self.log()[-2000:]}")
            try:
                if requests.get(self.url + "/readyz", timeout=2).status_code == 200:
                    return
            except requests.RequestException:
                time.sleep(0.02)
        raise RuntimeError(f"maru was not ready within {STARTS_WITHIN} s:\n{self.log()[-2000:]}")

    def stop(self, within=15):
        """SIGTERM, and the status that it ended with. A server that hangs is a failure, not a wait."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"maru did not end within {within} s of SIGTERM") from None
        finally:
            self.process = None

    def kill(self):
        """SIGKILL: what a power cut looks like to the process."""
        self.process.kill()
        self.process.wait()
        self.process = None

    def restart(self):
        self.stop()
        return self.start()

    def log(self):
        return self.log_path.read_text("utf-8", errors="replace") if self.log_path.exists() else ""

    def connect(self, timeout=5):
        """A raw TCP connection, for what no HTTP library would send."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)


def resident(process):
    """Kilobytes of memory that a server holds."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("the server is gone")
