"""The process that decodes what strangers sent: what holds it back, and what becomes of it."""

import os
import signal
import struct
import subprocess
import time
from pathlib import Path

import live
import pictures
import pytest
from api import join
from test_files import upload

NORMALISE, SHRINK, MEASURE, DRAW = 1, 2, 3, 4
JPEG, PNG, GIF, WEBP, HEIF, PDF = 1, 2, 3, 4, 5, 6
NO_NETWORK, NO_WRITING, NO_PROCESSES, SYSTEM_FILES_ONLY, MEMORY_LIMIT = 1, 2, 4, 8, 16


class Worker:
    """Speaks to a worker as the server does."""

    def __init__(self):
        command = [str(live.binary()), "media-worker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}, cwd="/")
        kind, self.held, *_ = self.answer()
        assert kind == 1

    def answer(self):
        head = self.process.stdout.read(40)
        return struct.unpack(">5q", head) if len(head) == 40 else None

    def ask(self, kind, argument, content, side=16_384, pixels=100_000_000, seconds=20, count=None):
        count = len(content) if count is None else count
        head = struct.pack(">5q", kind << 32 | argument, side << 32 | seconds, pixels, 1 << 27, count)
        try:
            self.process.stdin.write(head + content)
            self.process.stdin.flush()
        except BrokenPipeError:
            return None, b""
        answer = self.answer()
        return answer, self.process.stdout.read(answer[4]) if answer and answer[0] == 2 else b""

    def close(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def worker():
    running = Worker()
    yield running
    running.close()


def test_a_worker_gives_up_what_it_does_not_need(worker):
    needed = NO_NETWORK | NO_WRITING | NO_PROCESSES | MEMORY_LIMIT
    assert worker.held & needed == needed
    status = Path(f"/proc/{worker.process.pid}/status").read_text()
    assert "NoNewPrivs:\t1" in status and "Seccomp:\t2" in status
    limits = Path(f"/proc/{worker.process.pid}/limits").read_text()
    assert f"Max address space         {3 << 30}" in limits and "Max file size             0" in limits


def test_a_worker_decodes_one_file_after_the_other(worker):
    for size in (10, 500):
        answer, made = worker.ask(NORMALISE, PNG, pictures.encoded(pictures.colours(size, 20), "PNG"))
        assert answer[0] == 2 and answer[2] >> 32 == size and pictures.opened(made).size == (size, 20)
    answer, made = worker.ask(MEASURE, 0, pictures.pdf(pages=7))
    assert (answer[0], answer[3], made) == (2, 7, b"")


@pytest.mark.parametrize("kind, argument", [(0, 0), (9, 1), (NORMALISE, 0), (NORMALISE, 99), (-1, 0)])
def test_who_breaks_the_protocol_is_left(worker, kind, argument):
    assert worker.ask(kind, argument, b"x") == (None, b"")
    assert worker.process.wait(5) == 0


def test_a_promise_of_too_many_bytes_is_not_believed(worker):
    assert worker.ask(NORMALISE, PNG, b"x", count=1 << 40) == (None, b"")


def test_the_loader_is_the_one_that_was_named(worker):
    content = pictures.encoded(pictures.colours(30, 20), "PNG")
    for format in (JPEG, GIF, WEBP, HEIF):
        assert worker.ask(NORMALISE, format, content)[0][:2] == (3, 1)
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
    for format in (JPEG, PNG, GIF, WEBP, HEIF):
        assert worker.ask(NORMALISE, format, svg)[0][:2] == (3, 1)


def test_processor_time_ends_a_worker_that_takes_too_much(worker):
    worker.ask(NORMALISE, PNG, pictures.encoded(pictures.colours(30, 20), "PNG"), seconds=1)
    soft = [line.split()[3] for line in Path(f"/proc/{worker.process.pid}/limits").read_text().splitlines()
            if line.startswith("Max cpu time")]
    assert int(soft[0]) <= 5


def workers(server):
    found = []
    for task in Path("/proc").iterdir():
        try:
            fields = (task / "stat").read_text().rsplit(")", 1)[1].split() if task.name.isdigit() else []
        except OSError:
            continue
        if fields and int(fields[1]) == server.process.pid and fields[0] != "Z":
            found.append(int(task.name))
    return found


def test_a_killed_worker_costs_one_file_at_most(start_server):
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    picture = pictures.encoded(pictures.colours(300, 200), "PNG")
    assert workers(server) == [], "none before the first picture"
    upload(patient, room, ("a.png", picture))
    for worker in workers(server):
        os.kill(worker, signal.SIGKILL)
    for _ in range(3):
        try:
            upload(patient, room, ("a.png", picture))
            break
        except AssertionError:
            continue
    upload(patient, room, ("a.png", picture))
    assert len(workers(server)) <= 2
    server.stop()


def test_a_server_that_ends_takes_its_workers_along(start_server):
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    upload(patient, patient.open_room(doctor), ("a.png", pictures.encoded(pictures.colours(30, 20), "PNG")))
    (worker,) = workers(server)
    server.kill()
    # Its pipe is closed: it reads the end and goes.
    limit = time.monotonic() + 10
    while Path(f"/proc/{worker}").exists() and time.monotonic() < limit:
        time.sleep(0.02)
    assert not Path(f"/proc/{worker}").exists() or " Z " in Path(f"/proc/{worker}/stat").read_text()


def test_a_full_disk_is_said_and_nothing_is_half_kept(start_server, tmp_path, monkeypatch):
    """A limit on the size of files stands in for a disk without room."""
    program = tmp_path / "maru-on-a-full-disk"
    program.write_text(f"#!/bin/bash\ntrap '' XFSZ\nulimit -f 2048\nexec {live.binary()} \"$@\"\n")
    program.chmod(0o755)
    monkeypatch.setenv("MARU_BINARY", str(program))
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    answer = upload(patient, room, ("a.mp4", pictures.MP4 * 4), status=503)
    assert answer["retry_after"] > 0
    kept = [path.name for path in (server.folder / "data/files").rglob("*") if path.is_file()]
    assert kept == ["sealed-with"]
    upload(patient, room, ("a.mp4", pictures.MP4))
