"""What no honest Socket.IO client sends, over raw sockets: 10,000 broken WebSocket streams and odd polls."""

import os
import random
import socket

import pytest
import requests

from live import resident

STREAMS = int(os.environ.get("MARU_MALFORMED_STREAMS", "10000"))
POLL = "/socket.io/?EIO=4&transport=polling"
UPGRADE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: maru.test\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PACKETS = [b"40", b"40/me,{}", b"41", b"42[\"x\"]", b"451-[\"x\",{\"_placeholder\":true,\"num\":0}]", b"3", b"1", b"5"]


def frame(random, payload):
    opcode = random.choice([0, 1, 1, 1, 2, 8, 9, 10, 3])
    first = opcode | (0x80 if random.random() < 0.8 else 0) | (0x40 if random.random() < 0.05 else 0)
    mask = random.randbytes(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    length = len(payload)
    if random.random() < 0.05:
        head = bytes([first, 0x80 | 127]) + random.choice([2**63 + 1, 2**62, 2**31, 200_000]).to_bytes(8, "big")
    elif length < 126:
        head = bytes([first, 0x80 | length])
    else:
        head = bytes([first, 0x80 | 126]) + length.to_bytes(2, "big")
    return head + mask + masked


def stream(seed):
    source = random.Random(seed)
    bytes_ = bytearray()
    for _ in range(source.randrange(1, 6)):
        payload = source.choice(PACKETS) if source.random() < 0.6 else source.randbytes(source.randrange(200))
        bytes_ += frame(source, payload)
    for _ in range(source.randrange(3)):
        bytes_[source.randrange(len(bytes_))] = source.randrange(256)
    return bytes(bytes_[: source.randrange(1, len(bytes_) + 1)])


def throw(server, seeds):
    for seed in seeds:
        with server.connect() as connection:
            connection.sendall(UPGRADE + stream(seed))
            if seed % 50 == 0:
                # Some wait for the end of it; a stream that is only cut short keeps the server waiting, rightly.
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass


def test_malformed_streams_leave_the_server_as_it_was(start_server):
    server = start_server(MARU_CONNECTION_RATE="100000", MARU_REQUEST_RATE="100000", MARU_SESSION_RATE="100000")
    throw(server, range(STREAMS // 5))
    before = resident(server.process)
    throw(server, range(STREAMS // 5, STREAMS))
    assert resident(server.process) - before < 16_000, "kilobytes that ten thousand streams left behind"
    assert requests.get(server.url + "/healthz", timeout=5).status_code == 200
    assert server.stop() == 0


def open_session(server):
    body = requests.get(server.url + POLL, timeout=5).text
    return POLL + "&sid=" + body.split('"sid":"')[1].split('"')[0]


@pytest.mark.parametrize(
    "body", [b"", b"\x1e", b"4\x1e\x1e4", b"9", b"4" + b"[" * 100_000, b"bAAA\xff", b"0{}", b"4" * 200_000, b"\xff\xfe"]
)
def test_a_body_that_is_no_payload_ends_the_session(server, body):
    session = open_session(server)
    posted = requests.post(server.url + session, data=body, timeout=5)
    assert posted.status_code in (200, 400, 413)
    answer = requests.get(server.url + session, timeout=5)
    assert answer.status_code == 400 and answer.json()["code"] == 1


def test_thousands_of_packets_in_one_body_are_no_work(server):
    session = open_session(server)
    posted = requests.post(server.url + session, data=b"\x1e".join([b"6"] * 60_000), timeout=5)
    assert posted.status_code == 400


def test_many_namespaces_are_refused_in_words(server):
    session = open_session(server)
    names = [f"40/{number}," for number in range(100)]
    assert requests.post(server.url + session, data="\x1e".join(names), timeout=5).text == "ok"
    text = ""
    while "Too many namespaces" not in text:
        text = requests.get(server.url + session, timeout=5).text


def test_an_id_of_another_shape_is_unknown(server):
    for sid in ("", "A" * 15, "A" * 5_000, "%00", "../../etc", "한"):
        answer = requests.get(server.url + POLL, params={"sid": sid}, timeout=5)
        assert answer.status_code == 400, sid[:20]
