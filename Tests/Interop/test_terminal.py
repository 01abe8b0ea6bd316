"""The terminal client of the kit, end to end: piped, against the real server, through restarts and kills."""

import os
import queue
import re
import subprocess
import threading
import time

import api
import live
import pytest

WITHIN = 20


class Terminal:
    """A running client whose lines are read as they come."""

    def __init__(self, url, folder, app="eyemon", *flags):
        command = [str(live.built("TerminalChat")), "--server", url, "--data", str(folder), "--app", app, *flags]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
            env=os.environ | {"LANG": "C.UTF-8"},
        )
        self.lines, self.seen = queue.Queue(), []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def type(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self

    def expect(self, pattern):
        """The next line that matches; what comes before it is skipped."""
        limit = time.monotonic() + WITHIN
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, limit - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"no line like {pattern!r}; there was:\n" + "\n".join(self.seen[-30:]))
            self.seen.append(line)
            if re.search(pattern, line):
                return line

    def expect_all(self, *patterns):
        """A line for each, in any order."""
        left = list(patterns)
        while left:
            line = self.expect("|".join(left))
            left = [pattern for pattern in left if not re.search(pattern, line)]

    def quit(self):
        self.type("/quit")
        return self.process.wait(WITHIN)

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def terminal(tmp_path):
    started = []

    def start(url, name="data", app="eyemon", *flags):
        started.append(Terminal(url, tmp_path / name, app, *flags))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.kill()


def sign_in(terminal, url, person, name, *flags):
    client = terminal(url, name, person.key, *flags)
    client.type(f"/login {person.email} {api.PASSWORD}")
    client.expect("Hello, ")
    client.expect("connected")
    return client


def test_two_terminals_talk(server, terminal, patient, doctor, room):
    ours = sign_in(terminal, server.url, patient, "patient")
    theirs = sign_in(terminal, server.url, doctor, "doctor")
    ours.type("/rooms")
    ours.expect(r"^1\. .*김안과")
    for client in (ours, theirs):
        client.type(f"/open {room['room_id']}")
        client.expect("No messages yet")
    ours.type("눈이 아파요")
    ours.expect(r"^(~ )?#1 이하늘: 눈이 아파요")
    theirs.expect(r"^#1 이하늘: 눈이 아파요")
    ours.expect("김안과 has read #1")
    theirs.type("/typing")
    ours.expect("김안과 is typing")
    theirs.type("/reply 1 언제부터요?")
    ours.expect(r"^#2 김안과: \[> #1 눈이 아파요\] 언제부터요\?")
    ours.type("/edit 1 왼쪽 눈이 아파요", "/react 2 👍")
    theirs.expect(r"~ #1 이하늘: 왼쪽 눈이 아파요 \(edited\)")
    theirs.expect(r"~ #2 .*👍1")
    ours.type("/unreact 2 👍", "/delete 1")
    theirs.expect(r"~ #1 이하늘: \(Deleted\.\)")
    assert ours.quit() == 0 and theirs.quit() == 0


def test_a_file_goes_up_and_comes_down(server, terminal, patient, doctor, room, tmp_path):
    plain = tmp_path / "result.txt"
    plain.write_text(os.urandom(1_500_000).hex())
    ours = sign_in(terminal, server.url, patient, "patient")
    theirs = sign_in(terminal, server.url, doctor, "doctor")
    ours.type(f"/open {room['room_id']}", f"/file {plain} 결과입니다")
    theirs.type(f"/open {room['room_id']}")
    theirs.expect(r"#1 이하늘: 결과입니다 <file result\.txt 3000000 B>")
    folder = tmp_path / "saved"
    folder.mkdir()
    theirs.type(f"/save 1 {folder}")
    theirs.expect("Saved: ")
    assert (folder / "result.txt").read_bytes() == plain.read_bytes()
    assert ours.quit() == 0 and theirs.quit() == 0


def test_what_was_typed_without_a_server_is_sent_once_by_the_next_process(start_server, terminal):
    server = start_server()
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)["room_id"]
    first = sign_in(terminal, server.url, patient, "data")
    first.type(f"/open {room}", "하나")
    first.expect(r"#1 .*: 하나")
    server.kill()
    first.expect("Connection lost")
    first.type("둘", "셋", "/what")
    first.expect_all(r"\[(waiting|unconfirmed)\] 둘", r"\[waiting\] 셋", "Unknown command")
    first.kill()

    # Known and waiting messages are there without a server, in the next process.
    second = terminal(server.url, "data", "eyemon")
    second.expect("Hello, ")
    second.type(f"/open {room}")
    second.expect_all(r"#1 .*: 하나", r"\] 둘", r"\] 셋")
    server.start()
    second.expect_all(r"#2 .*: 둘", r"#3 .*: 셋")
    second.type("/wait")
    second.expect("Everything is sent")
    assert second.quit() == 0
    assert [message["content"] for message in patient.messages(room)] == ["하나", "둘", "셋"]


def test_a_restart_of_the_server_ends_nothing(start_server, terminal):
    server = start_server()
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)["room_id"]
    client = sign_in(terminal, server.url, patient, "data")
    client.type(f"/open {room}", "하나")
    client.expect(r"#1 .*: 하나")
    server.restart()
    client.expect("connected")
    doctor.send(room, "돌아왔습니다")
    client.expect(r"#2 .*: 돌아왔습니다")
    assert client.quit() == 0


def says_something(path):
    """Locks are empty, and a key that nothing is sealed with says nothing of anybody."""
    return path.name != "lock" and path.suffix not in (".lock", ".key")


def test_signing_out_leaves_nothing_behind(server, terminal, patient, doctor, room, tmp_path):
    doctor.send(room["room_id"], "비밀")
    client = sign_in(terminal, server.url, patient, "data")
    client.type(f"/open {room['room_id']}")
    client.expect("비밀")
    client.type("/signout")
    client.expect("Signed out")
    client.type("/rooms")
    client.expect("Sign in first")
    limit = time.monotonic() + WITHIN
    while left := [path for path in (tmp_path / "data").rglob("*") if path.is_file() and says_something(path)]:
        assert time.monotonic() < limit, left
        time.sleep(0.02)
    assert client.quit() == 0


def test_control_characters_do_not_reach_the_terminal(server, terminal, patient, doctor, room):
    doctor.send(room["room_id"], "a\x1b[31mb\x07c")
    client = sign_in(terminal, server.url, patient, "data")
    client.type(f"/open {room['room_id']}")
    assert "\x1b" not in client.expect(r"#1 .*a.*b.*c")
    client.quit()


def test_the_archive_holds_a_room_with_its_files(server, patient, doctor, room, tmp_path):
    patient.send(room["room_id"], "하나")
    files = {"files": ("a.txt", b"hello", "text/plain")}
    answer = api.requests.post(
        f"{server.url}/v1/chats/{room['room_id']}/files", headers=patient.headers(), files=files, timeout=10
    )
    path = api.ok(answer)["files"][0]
    api.ok(patient.post(f"/v1/chats/{room['room_id']}", {"content": "둘", "files": [path]}))
    run = [str(live.built("ChatArchiver")), server.url, "eyemon", str(tmp_path)]
    environment = os.environ | {"MARU_EMAIL": patient.email, "MARU_PASSWORD": api.PASSWORD}
    for expected in (f"{room['room_id']}: 2", f"{room['room_id']}: 0"):
        done = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and expected in done.stdout, done.stdout + done.stderr
    folder = tmp_path / room["room_id"]
    assert len((folder / "messages.jsonl").read_text().splitlines()) == 2
    assert (folder / "files" / path.rsplit("/", 1)[1]).read_bytes() == b"hello"
