"""The process: start, health, logs, orderly end, and what is still there afterwards."""

import json
import os
import re
import resource
import signal
import subprocess
import threading
from pathlib import Path

import api
import live
import pytest
import requests


def run(*arguments):
    command = [str(live.binary()), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL)


def test_help_helps():
    for arguments in (["--help"], ["serve", "--help"]):
        answer = run(*arguments)
        assert answer.returncode == 0
        assert "serve" in answer.stdout
    for flag in ("--listen", "--data", "--demo"):
        assert flag in run("serve", "--help").stdout


def test_the_version_is_one_line():
    answer = run("version")
    assert answer.returncode == 0 and re.fullmatch(r"maru \d+\.\d+\.\d+.*\n", answer.stdout)


@pytest.mark.parametrize("text", ["serve --nonsense", "nonsense", "serve --listen", "serve --listen no", "serve x"])
def test_what_is_not_understood_is_refused(text):
    answer = run(*text.split())
    assert answer.returncode not in (0, -signal.SIGILL, -signal.SIGTRAP, -signal.SIGSEGV)
    assert answer.stderr.strip() and answer.stdout == ""


def test_a_port_in_use_is_said_in_words(server, tmp_path):
    answer = run("serve", "--listen", f"127.0.0.1:{server.port}", "--data", str(tmp_path / "data"))
    assert answer.returncode > 0 and str(server.port) in answer.stderr


def test_health_is_public_and_metrics_are_not(server):
    assert requests.get(server.url + "/healthz", timeout=5).status_code == 200
    assert requests.get(server.url + "/readyz", timeout=5).status_code == 200
    assert requests.get(server.url + "/metrics", timeout=5).status_code in (404, 444)
    metrics = requests.get(server.admin_url + "/metrics", timeout=5)
    assert metrics.status_code == 200 and metrics.headers["Content-Type"].startswith("text/plain")
    for line in metrics.text.strip().splitlines():
        assert re.fullmatch(r"#.*|[a-zA-Z_:][\w:]*(\{.*\})? [-+0-9.eEINFNa]+", line), line


def test_each_request_has_one_log_line_with_the_id_of_its_answer(start_server):
    server = start_server()
    answer = requests.get(server.url + "/v1/chats?next=secret", headers={"SeSACKey": "eyemon"}, timeout=5)
    request_id = answer.headers["X-Request-Id"]
    # Lines are written behind the answer; all of them are there once the server has stopped.
    server.stop()
    lines = [json.loads(line) for line in server.log().splitlines() if request_id in line]
    assert len(lines) == 1
    assert lines[0]["status"] == 401 and lines[0]["method"] == "GET" and lines[0]["path"] == "/v1/chats"
    assert "secret" not in json.dumps(lines[0])


def test_secrets_do_not_reach_the_log(start_server):
    server = start_server()
    person = api.join(server.url)
    person.get("/v1/chats")
    server.stop()
    log = server.log()
    assert "/v1/chats" in log
    for secret in (api.PASSWORD, person.access_token, person.refresh_token):
        assert secret not in log


def test_everything_is_there_after_a_restart(start_server):
    server = start_server()
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)["room_id"]
    sent = [patient.send(room, str(number), client_id=f"c{number}") for number in range(5)]
    doctor.mark_read(room, 3)
    before = doctor.rooms()
    server.restart()
    assert doctor.messages(room) == sent, "ids, dates and tokens outlive the process"
    assert doctor.rooms() == before
    assert patient.send(room, "0", client_id="c0") == sent[0]
    assert patient.send(room, "다음")["seq"] == 6


def test_what_was_acknowledged_outlives_a_kill(start_server):
    server = start_server()
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)["room_id"]
    acknowledged = []

    def talk():
        try:
            while True:
                acknowledged.append(patient.send(room, str(len(acknowledged)), client_id=f"k{len(acknowledged)}"))
        except (requests.RequestException, AssertionError):
            pass

    talker = threading.Thread(target=talk)
    talker.start()
    while len(acknowledged) < 20 and talker.is_alive():
        talker.join(0.01)
    server.kill()
    talker.join(15)
    server.start()
    messages = doctor.messages(room)
    assert messages[: len(acknowledged)] == acknowledged
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))


def test_requests_in_flight_are_answered_before_the_end(start_server):
    server = start_server()
    body = json.dumps({"email": "drain@example.com"}).encode()
    with server.connect(10) as connection:
        connection.sendall(
            b"POST /v1/users/validation/email HTTP/1.1\r\nHost: maru.test\r\nSeSACKey: eyemon\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body) + body[:5]
        )
        requests.get(server.url + "/healthz", timeout=5)
        server.process.send_signal(signal.SIGTERM)
        connection.sendall(body[5:])
        answer = connection.recv(4096)
        assert answer.startswith(b"HTTP/1.1 200 "), answer
    assert server.stop() == 0


def test_idle_connections_do_not_delay_the_end(start_server):
    server = start_server()
    idle = [server.connect() for _ in range(20)]
    requests.get(server.url + "/healthz", timeout=5)
    assert server.stop(within=10) == 0
    for connection in idle:
        connection.close()


def test_ctrl_c_is_an_orderly_end(start_server):
    server = start_server()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(10) == 0
    server.process = None


def test_as_many_connections_are_taken_as_the_system_allows(start_server):
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, usual[1]), usual[1]))
    try:
        server = start_server()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)
    assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (usual[1], usual[1])


def test_a_log_that_nobody_reads_does_not_hold_the_end(start_server):
    server = start_server()
    server.stop()
    reader, writer = os.pipe()
    command = [str(live.binary()), "serve", "--listen", f"127.0.0.1:{server.port}", "--admin", "off"]
    command += ["--data", str(server.folder / "data")]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=writer)
    os.close(writer)
    try:
        server.process = process
        server.wait_until_ready()
        session = requests.Session()
        for _ in range(1_000):
            session.get(server.url + "/healthz", timeout=5)
        assert server.stop() == 0
    finally:
        os.close(reader)


def test_the_folder_may_be_named_without_a_path(tmp_path):
    """As `make up` names it: what lies beside it, its key, lies in the working folder."""
    server = live.Server(tmp_path)
    command = [str(live.binary().resolve()), "serve", "--listen", f"127.0.0.1:{server.port}", "--admin", "off"]
    environment = os.environ | server.environment
    server.process = subprocess.Popen(
        command + ["--data", "data"], cwd=tmp_path, stdin=subprocess.DEVNULL, env=environment
    )
    try:
        server.wait_until_ready()
        assert (tmp_path / "data.key").stat().st_mode & 0o077 == 0
    finally:
        assert server.stop() == 0


def test_one_folder_serves_one_server(start_server):
    server = start_server()
    port = live.free_port()
    answer = run("serve", "--listen", f"127.0.0.1:{port}", "--data", str(server.folder / "data"))
    assert answer.returncode > 0 and answer.stderr.strip()
    assert requests.get(server.url + "/healthz", timeout=5).status_code == 200


def test_demo_people_are_made_once(start_server):
    server = start_server("--demo")
    doctors = api.join(server.url).get("/v1/doctors").json()["data"]
    assert len(doctors) == 3
    server.restart()
    assert api.join(server.url).get("/v1/doctors").json()["data"] == doctors


def test_a_server_that_may_run_on_one_core_has_one_loop(start_server):
    """A container may have fewer cores than the machine."""
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(own)})
    try:
        server = start_server()
    finally:
        os.sched_setaffinity(0, own)
    names = [path.read_text().strip() for path in Path(f"/proc/{server.process.pid}/task").glob("*/comm")]
    # A thread that has just begun still bears its maker's name.
    assert {name for name in names if name.startswith("loop-")} == {"loop-0"}


def test_a_page_of_another_origin_connects_where_it_is_named(start_server):
    friend, stranger = "https://app.example", "https://evil.example"
    server = start_server("--page-origins", friend)
    path = server.url + "/socket.io/?EIO=4&transport=polling"
    answer = requests.get(path, headers={"Origin": friend}, timeout=5)
    assert answer.status_code == 200 and answer.headers["Access-Control-Allow-Origin"] == friend
    assert requests.get(path, headers={"Origin": stranger}, timeout=5).status_code == 403
    for wrong in ("app.example", "https://app.example/", "https://app.example/x"):
        answer = run("serve", "--page-origins", wrong)
        assert answer.returncode > 0 and wrong in answer.stderr
