"""Pushes through the wire of each service, against stand-ins that check tokens and decrypt what arrives."""

import api
import pytest
import push_services
import requests
import socketio
from push_services import Apple, Browser, Firebase

APPLE_TOKEN = "0f" * 32


@pytest.fixture
def browser():
    service = Browser()
    yield service
    service.stop()


@pytest.fixture
def firebase():
    service = Firebase()
    yield service
    service.stop()


@pytest.fixture
def apple(tmp_path):
    service = Apple(tmp_path)
    yield service
    service.stop()


def pair(server):
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor", "김안과")
    return patient, doctor, patient.open_room(doctor)["room_id"]


def subscribe(person, browser, **more):
    key = requests.get(person.base + "/v1/push/key", headers={"SeSACKey": person.key}, timeout=5)
    browser.server_key = api.ok(key)["key"]
    answer = person.put("/v1/me/push", browser.subscription(**more))
    assert answer.status_code == 200 and answer.content == b"", answer.text


def show(person, level):
    assert api.ok(person.put("/v1/me/notification-settings", {"level": level})) == {"level": level}


def test_a_browser_gets_what_only_it_can_read(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    patient.send(room, "결과가 나왔나요?")
    push = browser.got.wait()[0]
    assert push["title"] == "EyeMon Doctor" and push["body"] == "새 메시지가 있습니다", "nothing of it shows by default"
    assert push["room_id"] == room and push["target"] == f"/chats/{room}"
    show(doctor, "full")
    patient.send(room, "급해요 🙏")
    second = browser.got.wait(2)[1]
    assert second["title"] == patient.nick and second["body"] == "급해요 🙏"
    assert second["topic"] == push["topic"] and len(push["topic"]) <= 32
    show(doctor, "sender")
    patient.send(room, "셋")
    assert browser.got.wait(3)[2]["body"] == "새 메시지가 있습니다"


def test_long_texts_fit_into_one_record(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    show(doctor, "full")
    patient.send(room, "긴" * 4_000)
    assert browser.got.wait()[0]["body"].endswith("…")


def test_a_subscription_that_is_gone_is_forgotten(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    browser.answers = [(410, {}, b"")]
    patient.send(room, "하나")
    browser.got.wait()
    patient.send(room, "둘")
    browser.got.stays(1, 5)


def test_a_service_that_is_busy_is_asked_again(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    browser.answers = [(503, {}, b""), (429, {"Retry-After": "1"}, b"")]
    patient.send(room, "하나")
    assert len({push["topic"] for push in browser.got.wait(3)}) == 1
    browser.got.stays(3, 3)


def test_nobody_is_reached_within_the_private_network(server):
    person = api.join(server.url)
    keys = Browser()
    for endpoint in ("http://127.0.0.1:1/x", "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "x", ""):
        answer = person.put("/v1/me/push", keys.subscription() | {"endpoint": endpoint})
        assert answer.status_code == 400, endpoint
    keys.stop()


def test_who_looks_at_the_room_gets_none(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    client = socketio.Client()
    client.connect(
        server.url, namespaces=[f"/chats-{room}"], transports=["websocket"],
        headers={"SeSACKey": doctor.key, "Authorization": doctor.access_token})
    patient.send(room, "보고 있나요?")
    browser.got.stays(0, 2.5)
    client.disconnect()
    patient.send(room, "이제는?")
    browser.got.wait()


def test_the_muted_the_blocked_and_the_signed_out_get_none(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    api.ok(doctor.put(f"/v1/chats/{room}/mute", {"muted": True}))
    patient.send(room, "하나")
    browser.got.stays(0, 2)
    api.ok(doctor.put(f"/v1/chats/{room}/mute", {"muted": False}))
    doctor.block(patient)
    patient.send(room, "둘")
    browser.got.stays(0, 4)
    doctor.block(patient, blocked=False)
    assert doctor.post("/v1/users/logout").status_code == 200
    patient.send(room, "셋")
    browser.got.stays(0, 4)


def test_a_push_outlives_the_server(start_server, browser):
    server = start_server("--push-local")
    patient, doctor, room = pair(server)
    subscribe(doctor, browser)
    for number in range(3):
        patient.send(room, str(number))
        server.kill()
        server.start()
        browser.got.wait(number + 1)
    browser.got.stays(3, 2)


def test_firebase_gets_a_token_of_its_own_and_the_push(start_server, firebase, tmp_path):
    server = start_server("--fcm-key", str(firebase.key_file(tmp_path)), "--fcm-server", firebase.url)
    patient, doctor, room = pair(server)
    assert doctor.put("/v1/users/deviceToken", {"deviceToken": "fcm:token"}).status_code == 200
    patient.send(room, "하나")
    message = firebase.got.wait()[0]
    assert message["token"] == "fcm:token"
    assert message["notification"] == {"title": "EyeMon Doctor", "body": "새 메시지가 있습니다"}
    assert message["data"]["room_id"] == room and message["apns"]["payload"]["room_id"] == room
    firebase.tokens.append("another")  # the first one was taken back
    patient.send(room, "둘")
    firebase.got.wait(2)
    assert len(firebase.tokens) == 3
    gone = b'{"error":{"code":404,"details":[{"errorCode":"UNREGISTERED"}]}}'
    firebase.answers = [(404, {}, gone)]
    patient.send(room, "셋")
    firebase.got.wait(3)
    patient.send(room, "넷")
    firebase.got.stays(3, 5)


def test_apple_gets_what_older_clients_read(start_server, apple):
    server = start_server(*apple.flags())
    patient, doctor, room = pair(server)
    assert doctor.put("/v1/users/deviceToken", {"deviceToken": APPLE_TOKEN}).status_code == 200
    show(doctor, "full")
    patient.send(room, "안녕하세요")
    push = apple.got.wait()[0]
    assert push["device"] == APPLE_TOKEN and push["topic"] == "com.example.doctor"
    assert push["payload"]["aps"]["alert"] == {"title": patient.nick, "body": "안녕하세요"}
    assert push["payload"]["room_id"] == room
    apple.answers = [(403, b'{"reason":"ExpiredProviderToken"}'), (410, b'{"reason":"Unregistered"}')]
    patient.send(room, "둘")
    apple.got.wait(3)
    patient.send(room, "셋")
    apple.got.stays(3, 5)


def test_older_clients_name_their_device_when_they_sign_in(start_server, firebase, tmp_path):
    server = start_server("--fcm-key", str(firebase.key_file(tmp_path)), "--fcm-server", firebase.url)
    patient, doctor, room = pair(server)
    body = {"email": doctor.email, "password": api.PASSWORD, "deviceToken": "tablet"}
    again = requests.post(
        server.url + "/v1/users/login", headers={"SeSACKey": doctor.key}, json=body, timeout=10)
    assert again.status_code == 200
    patient.send(room, "하나")
    assert firebase.got.wait()[0]["token"] == "tablet"
    # Somebody else signs in on the same tablet: the first one gets nothing there any more.
    other = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "박안과", "deviceToken": "tablet"}
    joined = requests.post(server.url + "/v1/users/join", headers={"SeSACKey": "eyemon-doctor"}, json=other, timeout=10)
    assert joined.status_code == 200
    patient.send(room, "둘")
    firebase.got.stays(1, 5)


def test_a_direct_push_reaches_people_of_ones_rooms_only(start_server, browser):
    server = start_server("--push-local", "--pushes-per-minute", "3")
    patient, doctor, _ = pair(server)
    stranger = api.join(server.url, "eyemon-doctor")
    subscribe(doctor, browser)
    show(doctor, "full")
    text = {"title": "제목", "subtitle": "부제", "body": "내용"}
    assert patient.post("/v1/notifications/push", {"user_id": stranger.user_id, **text}).status_code == 404
    assert patient.post("/v1/notifications/push", {"user_id": doctor.user_id, "title": "x"}).status_code == 400
    answer = patient.post("/v1/notifications/push", {"user_ids": [doctor.user_id], **text})
    assert answer.status_code == 200 and answer.content == b""
    push = browser.got.wait()[0]
    assert (push["title"], push["subtitle"], push["body"]) == (f"{patient.nick} · 제목", "부제", "내용")
    assert patient.post("/v1/notifications/push", {"user_id": doctor.user_id, **text}).status_code == 200
    refused = patient.post("/v1/notifications/push", {"user_id": doctor.user_id, **text})
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0


def test_the_inbox_tells_and_forgets_nothing(start_server):
    server = start_server()
    patient, doctor, room = pair(server)
    told = push_services.Got()
    counts = push_services.Got()
    client = socketio.Client()
    client.on("notice", told.add, namespace="/me")
    client.on("notices", counts.add, namespace="/me")
    client.connect(
        server.url, namespaces=["/me"], transports=["websocket"],
        headers={"SeSACKey": doctor.key, "Authorization": doctor.access_token})
    assert counts.wait() == [{"unread": 0}]
    message = patient.send(room, "하나")
    notice = told.wait()[0]
    assert notice["kind"] == "message" and notice["body"] == "하나" and notice["unread"] == 1
    page = api.ok(doctor.get("/v1/me/notifications"))
    assert page["unread"] == 1 and page["next_cursor"] == ""
    assert page["data"] == [{name: value for name, value in notice.items() if name != "unread"}]
    doctor.mark_read(room, message["seq"])
    assert counts.wait(2)[1] == {"unread": 0}, "reading the room reads its notice"
    assert api.ok(doctor.get("/v1/me/notifications"))["unread"] == 0
    patient.post("/v1/notifications/push", {"user_id": doctor.user_id, "title": "t", "body": "b"})
    page = api.ok(doctor.get("/v1/me/notifications", params={"limit": 1}))
    assert page["unread"] == 1 and page["data"][0]["kind"] == "push" and page["next_cursor"]
    assert api.ok(doctor.post("/v1/me/notifications/read", {"all": True})) == {"unread": 0}
    assert counts.wait(3)[2] == {"unread": 0}
    client.disconnect()
    rest = api.ok(doctor.get("/v1/me/notifications", params={"cursor": page["next_cursor"]}))
    assert [row["kind"] for row in rest["data"]] == ["message"]
