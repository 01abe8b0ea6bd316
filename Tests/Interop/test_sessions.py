"""The list of devices, ending them from afar, and keys that change."""

import dataclasses
import queue
import subprocess
import time

import api
import live
import pytest
import requests
import socketio

WITHIN = 1.0


def sign_in(server, email, device, **headers):
    answer = requests.post(
        server.url + "/v1/users/login", headers={"SeSACKey": "eyemon", "X-Device-Name": device} | headers,
        json={"email": email, "password": api.PASSWORD}, timeout=10,
    )
    return api.person_from(server.url, "eyemon", api.ok(answer))


def devices(person):
    return api.ok(person.get("/v1/me/sessions"))["data"]


def refresh(person):
    headers = {"SeSACKey": person.key, "RefreshToken": person.refresh_token}
    return requests.get(person.base + "/v1/auth/refresh", headers=headers, timeout=10)


class Socket:
    """Somebody in `/me` and, as older clients are, in a room; it tells what it hears and when it is put out."""

    def __init__(self, server, person, namespaces, transport):
        self.client = socketio.Client(reconnection=False)
        self.joined, self.reasons, self.left = queue.Queue(), queue.Queue(), queue.Queue()
        for name in namespaces:
            self.client.on("connect", handler=lambda: self.joined.put(1), namespace=name)
            self.client.on("session_ended", handler=self.reasons.put, namespace=name)
            self.client.on("disconnect", handler=lambda *_: self.left.put(time.monotonic()), namespace=name)
        self.client.connect(
            server.url, headers=person.headers(), auth=person.headers(), transports=[transport], namespaces=namespaces,
            wait=False,
        )
        for _ in namespaces:
            self.joined.get(timeout=10)

    def is_put_out(self, since, reason, count):
        assert self.reasons.get(timeout=5) == {"reason": reason}
        for _ in range(count):
            assert self.left.get(timeout=5) - since < WITHIN


def test_the_list_shows_devices_and_marks_the_own_one(server, patient):
    phone = sign_in(server, patient.email, "%ED%95%98%EB%8A%98%EC%9D%98%20iPhone", **{"X-Platform": "iOS"})
    shown = devices(phone)
    assert [entry["is_this"] for entry in shown].count(True) == 1
    (own,) = [entry for entry in shown if entry["is_this"]]
    assert own["device_name"] == "하늘의 iPhone" and own["platform"] == "ios" and own["app"] == "eyemon"
    assert len(own["session_id"]) == 24 and own["created_at"] <= own["last_used_at"]
    assert len(shown) == 2
    # Ids show neither counts nor neighbours, and nobody else's can be ended.
    stranger = api.join(server.url)
    answer = stranger.delete(f"/v1/me/sessions/{own['session_id']}")
    assert answer.status_code == 404
    assert phone.get("/v1/chats").status_code == 200


@pytest.mark.parametrize("transport", ["websocket", "polling"])
def test_a_device_that_is_ended_from_afar_hears_it_at_once(server, patient, doctor, transport):
    room = patient.open_room(doctor)
    tablet = sign_in(server, patient.email, "tablet")
    (target,) = [entry["session_id"] for entry in devices(patient) if entry["device_name"] == "tablet"]
    namespaces = ["/me", f"/chats-{room['room_id']}"]
    socket = Socket(server, tablet, namespaces, transport)
    other = Socket(server, patient, ["/me"], transport)
    since = time.monotonic()
    answer = patient.delete(f"/v1/me/sessions/{target}")
    assert answer.status_code == 200 and answer.content == b""
    socket.is_put_out(since, "remote", len(namespaces))
    assert tablet.get("/v1/chats").status_code == 419
    ended = refresh(tablet)
    assert ended.status_code == 418 and ended.json()["code"] == "session_ended"
    assert patient.get("/v1/chats").status_code == 200
    assert other.left.empty() and other.reasons.empty()
    other.client.disconnect()


def test_signing_out_everywhere(server, patient):
    others = [sign_in(server, patient.email, name) for name in ("a", "b")]
    assert patient.delete("/v1/me/sessions").status_code == 200
    assert [refresh(person).status_code for person in others] == [418, 418]
    assert len(devices(patient)) == 1
    socket = Socket(server, patient, ["/me"], "websocket")
    since = time.monotonic()
    assert patient.delete("/v1/me/sessions?all=true").status_code == 200
    socket.is_put_out(since, "remote", 1)
    assert refresh(patient).status_code == 418


def test_a_stolen_token_puts_the_socket_out(start_server):
    server = start_server(MARU_ROTATION_GRACE_SECONDS="1")
    patient = api.join(server.url)
    first = refresh(patient).json()
    newer = dataclasses.replace(
        patient, access_token=first["accessToken"], refresh_token=first["refreshToken"]
    )
    socket = Socket(server, newer, ["/me"], "websocket")
    deadline = time.monotonic() + 10
    while refresh(patient).status_code == 200:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    socket.is_put_out(time.monotonic(), "reused", 1)
    assert refresh(newer).status_code == 418


def test_the_one_used_longest_ago_makes_room(start_server):
    server = start_server(MARU_SESSIONS_PER_PERSON="3")
    patient = api.join(server.url)
    socket = Socket(server, patient, ["/me"], "websocket")
    people = [sign_in(server, patient.email, str(number)) for number in range(2)]
    time.sleep(0.01)
    since = time.monotonic()
    people.append(sign_in(server, patient.email, "last"))
    socket.is_put_out(since, "crowded_out", 1)
    assert refresh(patient).status_code == 418
    assert {entry["device_name"] for entry in devices(people[0])} == {"0", "1", "last"}


def test_new_keys_sign_nobody_out(start_server):
    server = start_server()
    patient = api.join(server.url)

    def rotate(*flags):
        command = [str(live.binary()), "admin", "rotate-keys", *flags, "--data", str(server.folder / "data")]
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout

    assert "1 older one is still read" in rotate()
    assert patient.get("/v1/chats").status_code == 200
    renewed = refresh(patient).json()
    server.restart()
    assert patient.get("/v1/chats").status_code == 200
    headers = {"SeSACKey": "eyemon", "Authorization": renewed["accessToken"]}
    assert requests.get(server.url + "/v1/chats", headers=headers, timeout=10).status_code == 200
    assert "2 older ones are still read" in rotate()
    assert refresh(patient).status_code == 200
    assert "everybody signs in anew" in rotate("--leaked")
    assert patient.get("/v1/chats").status_code == 401


def test_limits_survive_a_restart(start_server):
    server = start_server(MARU_ACCOUNT_TRIES="3")
    patient = api.join(server.url)

    def guess():
        body = {"email": patient.email, "password": "wrong!2345"}
        return requests.post(server.url + "/v1/users/login", headers={"SeSACKey": "eyemon"}, json=body, timeout=10)

    assert [guess().status_code for _ in range(4)] == [401, 401, 401, 429]
    server.restart()
    refused = guess()
    assert refused.status_code == 429
    assert 0 < refused.json()["retry_after"] <= 201 and refused.headers["Retry-After"]
    assert patient.get("/v1/chats").status_code == 200
