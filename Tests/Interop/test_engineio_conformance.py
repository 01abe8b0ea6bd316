"""Engine.IO protocol 4 against the example server, case by case as the protocol's public suite goes through it."""

import base64
import json
import threading
import time

import pytest
import requests
import websocket

from protocol_server import (
    CONNECT_TIMEOUT, MAX_PAYLOAD, PING_INTERVAL, PING_TIMEOUT, WAIT, Polling, ProtocolServer, closes, read,
)

PATHS = ["engine.io", "socket.io"]
HANDSHAKE = {"sid", "upgrades", "pingInterval", "pingTimeout", "maxPayload"}


@pytest.fixture(scope="module")
def server():
    running = ProtocolServer()
    yield running
    assert running.stop() == 0


def check_handshake(value, upgrades):
    assert set(value) == HANDSHAKE
    assert isinstance(value["sid"], str) and value["sid"]
    assert value["upgrades"] == upgrades
    assert (value["pingInterval"], value["pingTimeout"]) == (PING_INTERVAL, PING_TIMEOUT)
    assert value["maxPayload"] == MAX_PAYLOAD


# MARK: Handshake


@pytest.mark.parametrize("path", PATHS)
def test_polling_opens_a_session(server, path):
    answer = requests.get(server.polling(path), timeout=WAIT)
    assert answer.status_code == 200 and answer.text.startswith("0")
    assert answer.headers["Content-Type"] == "text/plain; charset=UTF-8"
    check_handshake(json.loads(answer.text[1:]), ["websocket"])


@pytest.mark.parametrize("path", PATHS)
def test_a_websocket_opens_a_session(server, path):
    socket = server.socket(path)
    text = socket.recv()
    assert text.startswith("0")
    check_handshake(json.loads(text[1:]), [])
    socket.close()


BAD_QUERIES = [
    ({"transport": "polling"}, 5), ({"EIO": "abc", "transport": "polling"}, 5),
    ({"EIO": "3", "transport": "polling"}, 5),
    ({"EIO": "2", "transport": "polling"}, 5), ({"EIO": "", "transport": "polling"}, 5),
    ({"EIO": "4"}, 0), ({"EIO": "4", "transport": "abc"}, 0), ({}, 0),
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("query,code", BAD_QUERIES)
def test_polling_with_a_bad_query_is_refused_in_words(server, path, query, code):
    answer = requests.get(f"{server.http}/{path}/", params=query, timeout=WAIT)
    assert answer.status_code == 400
    words = {0: "Transport unknown", 5: "Unsupported protocol version"}
    assert answer.json() == {"code": code, "message": words[code]}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_only_get_opens_a_session(server, path, method):
    answer = requests.request(method, server.polling(path), timeout=WAIT)
    assert answer.status_code == 400
    assert answer.json() == {"code": 2, "message": "Bad handshake method"}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("query", ["transport=websocket", "EIO=abc&transport=websocket", "EIO=3&transport=websocket",
                                   "EIO=4", "EIO=4&transport=abc"])
def test_a_websocket_with_a_bad_query_is_refused(server, path, query):
    with pytest.raises(websocket.WebSocketBadStatusException) as failure:
        websocket.create_connection(f"{server.ws}/{path}/?{query}", timeout=WAIT)
    assert failure.value.status_code == 400


def test_a_plain_request_for_the_websocket_transport_is_refused(server):
    answer = requests.get(server.http + "/engine.io/?EIO=4&transport=websocket", timeout=WAIT)
    assert (answer.status_code, answer.json()) == (400, {"code": 3, "message": "Bad request"})


def test_an_unknown_session_is_refused_in_words(server):
    for transport in ("polling", "websocket"):
        answer = requests.get(server.http + f"/engine.io/?EIO=4&transport={transport}&sid=nobody", timeout=WAIT)
        assert (answer.status_code, answer.json()) == (400, {"code": 1, "message": "Session ID unknown"})


# MARK: Messages


TEXTS = ["4hello", "4test1\x1e4test2\x1e4test3", "4", "4한글 😀", "4hello\x1ebAQIDBA==", "bAQIDBA==", "b"]


@pytest.mark.parametrize("body", TEXTS)
def test_polling_echoes_payloads(server, body):
    session = Polling(server, "engine.io")
    posted = session.post(body.encode())
    assert (posted.status_code, posted.text) == (200, "ok")
    answer = session.get()
    assert answer.status_code == 200
    assert answer.content.decode() == body


@pytest.mark.parametrize("body", ["abc", "7", "", "\x1e", "4a\x1e", "\x1e4a", "4a\x1e\x1e4b", "b!!", "bA"])
def test_polling_closes_upon_an_invalid_payload(server, body):
    session = Polling(server, "engine.io")
    assert session.post(body).status_code == 400
    assert session.get().status_code == 400


@pytest.mark.parametrize("body", ["2", "5", "0{}"])
def test_polling_closes_upon_a_packet_that_clients_do_not_send(server, body):
    session = Polling(server, "engine.io")
    assert session.post(body).status_code == 200
    assert session.get().status_code == 400


def test_polling_closes_upon_two_polls_at_a_time(server):
    session, answers = Polling(server, "engine.io"), []
    first = threading.Thread(target=lambda: answers.append(session.get()))
    first.start()
    time.sleep(0.05)
    second = requests.get(session.url + "&t=burst", timeout=WAIT)
    first.join()
    assert (answers[0].status_code, answers[0].text) == (200, "1")
    assert second.status_code == 400
    assert session.get().status_code == 400


def test_a_post_beyond_the_limit_closes(server):
    session = Polling(server, "engine.io")
    assert session.post("4" + "a" * (MAX_PAYLOAD - 1)).status_code == 200
    assert len(session.get().content) == MAX_PAYLOAD
    assert session.post("4" + "a" * MAX_PAYLOAD).status_code == 413
    assert session.get().status_code == 400


@pytest.mark.parametrize("text", ["4hello", "4", "4한글 😀", "4" + "a" * 70_000])
def test_a_websocket_echoes_text(server, text):
    socket = server.greeted("engine.io")
    socket.send(text)
    assert read(socket) == text
    socket.close()


@pytest.mark.parametrize("size", [0, 1, 4, 125, 126, 65_535, 65_536, MAX_PAYLOAD])
def test_a_websocket_echoes_binary(server, size):
    # Made before the session: its heartbeat leaves a client half a second.
    sent = (bytes(range(256)) * (size // 256 + 1))[:size]
    socket = server.greeted("engine.io")
    socket.send_binary(sent)
    assert read(socket) == sent
    socket.close()


@pytest.mark.parametrize("text", ["abc", "7", "", "bAQIDBA==", "2", "5", "0{}"])
def test_a_websocket_closes_upon_an_invalid_packet(server, text):
    socket = server.greeted("engine.io")
    socket.send(text)
    assert closes(socket)


def test_a_websocket_message_beyond_the_limit_closes(server):
    socket = server.greeted("engine.io")
    socket.send_binary(b"a" * (MAX_PAYLOAD + 1))
    assert closes(socket)


# MARK: Heartbeat


@pytest.mark.parametrize("path", PATHS)
def test_polling_is_pinged(server, path):
    session = Polling(server, path)
    for _ in range(3):
        answer = session.get()
        assert (answer.status_code, answer.text) == (200, "2")
        assert session.post("3").status_code == 200
        if path == "socket.io":
            break  # nobody joined: the session ends after a second

@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_polling_ends_with_the_ping_time_out(server, path, method):
    session = Polling(server, path)
    time.sleep((PING_INTERVAL + PING_TIMEOUT) / 1000)
    late = requests.request(method, session.url, data="4" if method == "POST" else None, timeout=WAIT)
    assert late.status_code == 400


def test_a_waiting_poll_hears_of_the_ping_time_out(server):
    session = Polling(server, "engine.io")
    assert session.get().text == "2"
    assert session.get().text == "1"
    assert session.get().status_code == 400


@pytest.mark.parametrize("path", PATHS)
def test_a_websocket_is_pinged(server, path):
    socket = server.greeted(path)
    for _ in range(3):
        assert socket.recv() == "2"
        socket.send("3")
    socket.close()


@pytest.mark.parametrize("path", PATHS)
def test_a_websocket_ends_with_the_ping_time_out(server, path):
    started = time.monotonic()
    socket = server.greeted(path)
    assert closes(socket)
    assert time.monotonic() - started >= (PING_INTERVAL + PING_TIMEOUT) / 1000 - 0.01


# MARK: Close


@pytest.mark.parametrize("path", PATHS)
def test_polling_is_closed_by_the_client(server, path):
    session, answers = Polling(server, path), []
    poll = threading.Thread(target=lambda: answers.append(session.get()))
    poll.start()
    time.sleep(0.05)
    assert session.post("1").status_code == 200
    poll.join()
    assert (answers[0].status_code, answers[0].text) == (200, "6")
    assert session.get().status_code == 400


@pytest.mark.parametrize("path", PATHS)
def test_a_websocket_is_closed_by_the_client(server, path):
    socket = server.greeted(path)
    socket.send("1")
    assert closes(socket)


# MARK: Upgrade


def probe(server, session, path="engine.io"):
    socket = server.socket(path, sid=session.sid)
    socket.send("2probe")
    assert socket.recv() == "3probe"
    return socket


def test_polling_upgrades(server):
    session = Polling(server, "engine.io")
    socket = probe(server, session)
    # A no-operation packet ends the polling cleanly.
    answer = session.get()
    assert (answer.status_code, answer.text) == (200, "6")
    socket.send("5")
    socket.send("4hello")
    assert read(socket) == "4hello"
    socket.close()


def test_a_waiting_poll_is_sent_home_by_the_probe(server):
    session, answers = Polling(server, "engine.io"), []
    poll = threading.Thread(target=lambda: answers.append(session.get()))
    poll.start()
    time.sleep(0.05)
    socket = probe(server, session)
    poll.join()
    assert answers[0].text == "6"
    socket.close()


def test_what_waits_moves_with_the_upgrade(server):
    session = Polling(server, "engine.io")
    socket = probe(server, session)
    assert session.post("4one\x1ebAQ==").status_code == 200
    socket.send("5")
    assert read(socket) == "4one"
    assert read(socket) == b"\x01"
    socket.close()


@pytest.mark.parametrize("path", PATHS)
def test_requests_for_an_upgraded_session_are_refused(server, path):
    session = Polling(server, path)
    socket = server.socket(path, sid=session.sid)
    socket.send("2probe")
    socket.send("5")
    assert socket.recv() == "3probe"
    assert session.get().status_code == 400
    assert session.post("4x").status_code == 400
    if path == "engine.io":
        socket.send("4hello")
        assert read(socket) == "4hello"
    socket.close()


@pytest.mark.parametrize("path", PATHS)
def test_a_second_websocket_for_an_upgraded_session_is_refused(server, path):
    session = Polling(server, path)
    socket = probe(server, session, path)
    socket.send("5")
    time.sleep(0.05)
    with pytest.raises(websocket.WebSocketBadStatusException) as failure:
        server.socket(path, sid=session.sid)
    assert failure.value.status_code == 400
    if path == "engine.io":
        socket.send("4hello")
        assert read(socket) == "4hello"
    socket.close()


def test_a_failed_probe_leaves_the_polling_as_it_was(server):
    session = Polling(server, "engine.io")
    socket = server.socket("engine.io", sid=session.sid)
    socket.send("4hello")
    assert closes(socket)
    assert session.post("4still").status_code == 200
    assert session.get().text == "4still"


# MARK: Socket.IO's own time limit


def test_without_a_namespace_a_session_ends_after_a_second(server):
    started = time.monotonic()
    socket = server.greeted()
    try:
        while read(socket):
            pass
    except (websocket.WebSocketException, ConnectionError):
        pass
    assert CONNECT_TIMEOUT / 1000 - 0.05 < time.monotonic() - started < 3


def test_base64_of_every_length_survives(server):
    for size in range(0, 9):
        session = Polling(server, "engine.io")
        body = b"b" + base64.b64encode(bytes(range(size)))
        assert session.post(body).status_code == 200
        assert session.get().content == body
