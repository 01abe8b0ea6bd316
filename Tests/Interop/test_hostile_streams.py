"""Ten thousand requests with something wrong in them, from a seed: no crash, no hang, no memory left behind."""

import os
import random
import socket

import requests

from live import resident

STREAMS = int(os.environ.get("MARU_MALFORMED_STREAMS", "10000"))
LINES = [b"GET / HTTP/1.1", b"POST /v1/users/login HTTP/1.1", b"HEAD /eyemon/ HTTP/1.1", b"GET /healthz HTTP/1.0"]
FIELDS = [
    b"Host: maru.test", b"SeSACKey: eyemon", b"Content-Length: 5", b"Content-Length: 7", b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: identity", b"Expect: 100-continue", b"Connection: Upgrade", b"Upgrade: websocket",
    b"Range: bytes=0-,5-9,-0", b"Cookie: " + b"a" * 3_000, b" folded: yes", b"Bad Name: x", b"X:\x00", b"Host: two",
]
BODIES = [
    b"", b"hello", b'{"email":', b"5\r\nhello\r\n0\r\n\r\n", b"5;x=y\r\nhello\r\nFFFFFFFFFFFFFFFFF\r\n", b"-1\r\n",
]


def stream(seed):
    source = random.Random(seed)
    end = source.choice([b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r"])
    head = [source.choice(LINES)] + source.choices(FIELDS, k=source.randrange(6))
    text = bytearray(end.join(head) + end + end + source.choice(BODIES))
    for _ in range(source.randrange(4)):
        text[source.randrange(len(text))] = source.randrange(256)
    return bytes(text[: source.randrange(1, len(text) + 1)])


def throw(server, seeds):
    for seed in seeds:
        with server.connect() as connection:
            try:
                connection.sendall(stream(seed))
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            except ConnectionError:
                pass


def test_malformed_requests_leave_the_server_as_it_was(start_server):
    server = start_server(MARU_CONNECTION_RATE="100000", MARU_REQUEST_RATE="100000", MARU_SESSION_RATE="100000")
    throw(server, range(STREAMS // 5))
    before = resident(server.process)
    throw(server, range(STREAMS // 5, STREAMS))
    assert resident(server.process) - before < 8_000, "kilobytes that ten thousand streams left behind"
    assert requests.get(server.url + "/healthz", timeout=5).status_code == 200
    assert server.stop() == 0
