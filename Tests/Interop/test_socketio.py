"""Realtime, heard by a Socket.IO client that is not ours, over each transport that the reference names."""

import json
import queue
import threading
import time

import api
import pytest
import requests
import socketio
import websocket

TRANSPORTS = {"websocket": ["websocket"], "polling": ["polling"], "upgrade": ["polling", "websocket"]}
WAIT = 10


class Listener:
    """A connected client that keeps what it hears, by namespace and event."""

    def __init__(self, url, namespaces, transports="websocket", headers=None, auth=None, reconnects=False):
        self.client = socketio.Client(reconnection=reconnects, reconnection_delay=0.2, reconnection_delay_max=0.5)
        self.heard = {}
        self.errors = queue.Queue()
        self.joined = queue.Queue()
        self.left = queue.Queue()
        for namespace in namespaces:
            self.listen(namespace)
        self.client.connect(
            url, headers=headers or {}, auth=auth, transports=TRANSPORTS[transports], namespaces=namespaces,
            wait=False,
        )

    def listen(self, namespace):
        def keep(event):
            events = self.heard.setdefault((namespace, event), queue.Queue())
            self.client.on(event, handler=lambda *arguments: events.put(arguments), namespace=namespace)

        for event in ("chat", "change", "read", "room", "typing", "presence", "presences", "reservation", "message"):
            keep(event)
        self.client.on("connect", handler=lambda: self.joined.put(namespace), namespace=namespace)
        self.client.on("disconnect", handler=lambda *_: self.left.put(namespace), namespace=namespace)
        self.client.on("connect_error", handler=lambda data=None: self.errors.put(data), namespace=namespace)

    def wait_joined(self, count=1):
        return {self.joined.get(timeout=WAIT) for _ in range(count)}

    def next(self, namespace, event="chat"):
        arguments = self.heard[(namespace, event)].get(timeout=WAIT)
        assert len(arguments) == 1, f"{event} carries one object, not {arguments}"
        return arguments[0]

    def hears_nothing(self, namespace, event="chat", seconds=0.3):
        try:
            return self.heard[(namespace, event)].get(timeout=seconds) is None
        except queue.Empty:
            return True

    def error(self):
        return self.errors.get(timeout=WAIT)["message"]

    def close(self):
        self.client.disconnect()


@pytest.fixture
def listen(server):
    """`listen(person, *namespaces)`: connected and joined; ends with the test."""
    open_ones = []

    def start(person, *namespaces, joined=True, url=server.url, **options):
        if person is not None:
            options.setdefault("headers", person.headers())
        listener = Listener(url, list(namespaces), **options)
        open_ones.append(listener)
        if joined:
            assert listener.wait_joined(len(namespaces)) == set(namespaces)
        return listener

    yield start
    for listener in open_ones:
        listener.close()


def chats(room):
    return f"/chats-{room['room_id']}"


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_a_message_reaches_everybody_in_the_room(transports, listen, patient, doctor, room):
    mine = listen(patient, chats(room), transports=transports)
    theirs = listen(doctor, chats(room), transports=transports)
    sent = patient.send(room["room_id"], "눈이 아파요 👁️")
    assert theirs.next(chats(room)) == sent, "the event is the message of the REST answer"
    assert mine.next(chats(room)) == sent, "the sender hears it too"
    reply = doctor.send(room["room_id"], "언제부터요?")
    assert mine.next(chats(room)) == reply


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_a_burst_arrives_whole_and_in_order(transports, listen, patient, doctor, room):
    theirs = listen(doctor, chats(room), transports=transports)
    for number in range(60):
        patient.send(room["room_id"], str(number))
    assert [theirs.next(chats(room))["seq"] for _ in range(60)] == list(range(1, 61))
    assert theirs.hears_nothing(chats(room))


def test_an_upgraded_session_ends_on_websocket(listen, patient, room):
    listener = listen(patient, chats(room), transports="upgrade")
    limit = time.monotonic() + WAIT
    while listener.client.transport() != "websocket" and time.monotonic() < limit:
        time.sleep(0.02)
    assert listener.client.transport() == "websocket"
    sent = patient.send(room["room_id"], "after the upgrade")
    assert listener.next(chats(room)) == sent


def test_messages_sent_during_the_upgrade_are_not_lost(listen, patient, doctor, room):
    stop = threading.Event()
    count = 0

    def send():
        nonlocal count
        while not stop.is_set():
            patient.send(room["room_id"], "while it upgrades")
            count += 1

    for _ in range(3):
        stop.clear()
        listener = listen(doctor, chats(room), transports="upgrade")
        sender = threading.Thread(target=send)
        sender.start()
        first = listener.next(chats(room))["seq"]
        time.sleep(0.5)
        stop.set()
        sender.join()
        heard = [first] + [listener.next(chats(room))["seq"] for _ in range(count - first)]
        assert heard == list(range(first, count + 1))
        listener.close()


def test_the_main_namespace_accepts_and_says_nothing(listen, patient, room):
    listener = listen(patient, "/", chats(room))
    listener.client.emit("join", room["room_id"])
    listener.client.emit("chat", {"roomId": room["room_id"], "content": "x"}, namespace=chats(room))
    listener.client.emit("joinRoom", room["room_id"], namespace=chats(room))
    sent = patient.send(room["room_id"], "by REST only")
    assert listener.next(chats(room)) == sent
    assert listener.hears_nothing("/")
    assert len(patient.messages(room["room_id"])) == 1


def test_the_connect_payload_wins_over_the_headers(listen, patient, doctor, room):
    auth = {"SeSACKey": patient.key, "Authorization": patient.access_token}
    listener = listen(None, chats(room), headers={"SeSACKey": "wrong", "Authorization": "wrong"}, auth=auth)
    sent = doctor.send(room["room_id"], "hello")
    assert listener.next(chats(room)) == sent
    listen(None, chats(room), auth=auth)


def test_a_leading_bearer_is_stripped(listen, patient, room):
    listen(None, chats(room), headers=patient.headers(Authorization="Bearer " + patient.access_token))


def test_what_is_asked_in_vain_is_answered_in_the_words_of_the_reference(listen, server, patient, doctor, room):
    stranger = api.join(server.url)
    cases = [
        (None, chats(room), {}, "This service sesac_memolease only"),
        (None, chats(room), {"SeSACKey": "nobody", "Authorization": patient.access_token},
         "This service sesac_memolease only"),
        (None, chats(room), patient.headers(Authorization="nonsense"), "인증할 수 없는 엑세스 토큰입니다."),
        (None, chats(room), patient.headers(Authorization=""), "인증할 수 없는 엑세스 토큰입니다."),
        (patient, "/rooms", None, "Invalid namespace"),
        (patient, "/chats-12", None, "채팅방을 찾을 수 없습니다."),
        (patient, "/chats-" + "0" * 24, None, "채팅방을 찾을 수 없습니다."),
        (stranger, chats(room), None, "채팅방 참여자가 아닙니다."),
    ]
    for person, namespace, headers, text in cases:
        options = {"headers": headers} if headers is not None else {}
        assert listen(person, namespace, joined=False, **options).error() == text, (namespace, headers)


def test_a_refused_namespace_leaves_the_others_alone(listen, patient, room):
    listener = listen(patient, "/rooms", chats(room), joined=False)
    assert listener.error() == "Invalid namespace"
    assert listener.wait_joined() == {chats(room)}
    sent = patient.send(room["room_id"], "still here")
    assert listener.next(chats(room)) == sent


def test_me_hears_new_rooms_messages_and_reads(listen, server, patient, doctor):
    mine = listen(patient, "/me")
    theirs = listen(doctor, "/me")
    room = patient.open_room(doctor)
    sent = patient.send(room["room_id"], "안녕하세요")
    assert mine.next("/me") == sent
    assert theirs.next("/me", "room")["room_id"] == room["room_id"], "the doctor's list fills by itself"
    assert theirs.next("/me") == sent
    assert doctor.mark_read(room["room_id"], sent["seq"]).status_code == 200
    read = {"room_id": room["room_id"], "user_id": doctor.user_id, "seq": sent["seq"]}
    assert mine.next("/me", "read") == read
    assert theirs.next("/me", "read") == read
    other = listen(api.join(server.url), "/me")
    patient.send(room["room_id"], "private")
    assert other.hears_nothing("/me")


def test_signing_out_ends_what_the_session_hears(listen, server, patient, doctor, room):
    twin = api.login(server.url, patient.email)
    gone, stays = listen(patient, chats(room), "/me"), listen(twin, chats(room))
    assert patient.post("/v1/users/logout").status_code == 200
    assert {gone.left.get(timeout=WAIT) for _ in range(2)} == {chats(room), "/me"}
    sent = doctor.send(room["room_id"], "for those who are here")
    assert stays.next(chats(room)) == sent
    assert gone.hears_nothing(chats(room))


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_a_client_comes_back_by_itself_after_a_restart(transports, start_server):
    server = start_server()
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    listener = Listener(server.url, [chats(room)], transports, patient.headers(), reconnects=True)
    try:
        listener.wait_joined()
        server.kill()
        listener.left.get(timeout=60)
        server.start()
        listener.wait_joined()
        sent = doctor.send(room["room_id"], "after the restart")
        assert listener.next(chats(room)) == sent
    finally:
        listener.close()


def test_an_orderly_stop_says_goodbye(start_server):
    server = start_server()
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    listener = Listener(server.url, [chats(room)], "websocket", patient.headers())
    listener.wait_joined()
    assert server.stop() == 0
    assert listener.left.get(timeout=WAIT) == chats(room)


@pytest.mark.parametrize("query", ["EIO=3&transport=polling", "transport=polling", "EIO=3&transport=websocket"])
def test_an_older_protocol_is_refused_in_words(server, query):
    response = requests.get(f"{server.url}/socket.io/?{query}", timeout=WAIT)
    assert response.status_code == 400
    assert response.json() == {"code": 5, "message": "Unsupported protocol version"}


def test_a_foreign_page_may_not_connect(server):
    response = requests.get(
        f"{server.url}/socket.io/?EIO=4&transport=polling", headers={"Origin": "https://evil.example"}, timeout=WAIT
    )
    assert response.status_code == 403
    assert not [name for name in response.headers if name.lower().startswith("access-control")]
    with pytest.raises(websocket.WebSocketBadStatusException):
        websocket.create_connection(
            server.url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket", origin="https://evil.example"
        )


def test_the_words_on_the_wire_are_those_of_the_reference(server, patient, room):
    """A client that opens no main namespace and adds a query item of its own, byte by byte."""
    socket = websocket.create_connection(
        server.url.replace("http", "ws") + f"/socket.io/?transport=websocket&room_id={room['room_id']}&EIO=4",
        header=[f"{name}: {value}" for name, value in patient.headers().items()], timeout=WAIT,
    )
    handshake = socket.recv()
    assert handshake[0] == "0"
    assert json.loads(handshake[1:]).keys() >= {"sid", "upgrades", "pingInterval", "pingTimeout", "maxPayload"}
    socket.send(f"40{chats(room)},")
    assert socket.recv().startswith(f"40{chats(room)}," + '{"sid":"')
    sent = patient.send(room["room_id"], "글자 그대로")
    start = f"42{chats(room)},"
    text = socket.recv()
    assert text.startswith(start) and json.loads(text[len(start):]) == ["chat", sent]
    socket.send("41" + chats(room) + ",")
    socket.send("2")
    assert socket.recv() == "" or not socket.connected, "a ping of the client breaks the protocol"
    socket.close()
