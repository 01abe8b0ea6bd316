"""What no honest client sends, over raw sockets. Each test ends with a request that shows that the server lives."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import live
import pytest
import requests

HOST = b"Host: maru.test\r\n"


def talk(server, *chunks, pause=0.0, timeout=15):
    """Sends the chunks and reads until the server closes; what came, and whether it closed."""
    with server.connect(timeout) as connection:
        try:
            for chunk in chunks:
                connection.sendall(chunk)
                time.sleep(pause)
        except OSError:
            pass
        return read_all(connection)


def read_all(connection):
    received = b""
    while True:
        try:
            part = connection.recv(65536)
        except TimeoutError:
            return received, False
        except OSError:
            return received, True
        if not part:
            return received, True
        received += part


def statuses(received):
    return [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]


def lives(server):
    assert requests.get(server.url + "/healthz", timeout=5).status_code == 200


AMBIGUOUS = {
    "both lengths": b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX",
    "two lengths": b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
    "list of lengths": b"Content-Length: 4, 5\r\n\r\nabcde",
    "signed length": b"Content-Length: +4\r\n\r\nabcd",
    "negative length": b"Content-Length: -1\r\n\r\n",
    "hex length": b"Content-Length: 0x4\r\n\r\nabcd",
    "huge length": b"Content-Length: 99999999999999999999\r\n\r\n",
    "length with blank inside": b"Content-Length: 1 0\r\n\r\n0123456789",
    "blank before colon": b"Content-Length : 4\r\n\r\nabcd",
    "folded header": b"X-A: b\r\n c\r\nContent-Length: 0\r\n\r\n",
    "bare line feed in head": b"X-A: b\nContent-Length: 0\r\n\r\n",
    "bare carriage return": b"X-A: b\rX-B: c\r\nContent-Length: 0\r\n\r\n",
    "nul in value": b"X-A: b\x00c\r\nContent-Length: 0\r\n\r\n",
    "unknown coding": b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunked is not last": b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "odd coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked twice": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "bad chunk size": b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "signed chunk size": b"Transfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n",
    "huge chunk size": b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc\r\n0\r\n\r\n",
    "chunk longer than said": b"Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
    "chunk ends in bare line feed": b"Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n",
}


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_a_request_that_two_could_read_differently_is_refused(server, name):
    head = b"POST /v1/users/login HTTP/1.1\r\n" + HOST + b"SeSACKey: eyemon\r\n"
    smuggled = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    received, closed = talk(server, head + AMBIGUOUS[name] + smuggled)
    assert closed, "the connection cannot be trusted any more"
    assert len(statuses(received)) <= 1, received
    assert not statuses(received) or statuses(received)[0] in (400, 413, 501), received
    lives(server)


@pytest.mark.parametrize(
    "line",
    [
        b"GET  / HTTP/1.1\r\n", b"GET / HTTP/1.1 \r\n", b"GET /\r\n", b"GET / HTTP/9.9\r\n", b"G\x00T / HTTP/1.1\r\n",
        b" GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\n", b"\xff\xfe\xfd\r\n", b"GET /\xff HTTP/1.1\r\n",
    ],
)
def test_a_request_line_that_is_none_is_refused(server, line):
    received, closed = talk(server, line + HOST + b"\r\n")
    assert closed and all(status in (400, 405, 501, 505) for status in statuses(received)), received
    lives(server)


def test_host_is_needed_once(server):
    for hosts in (b"", HOST + HOST, b"Host: a b\r\n"):
        received, closed = talk(server, b"GET /healthz HTTP/1.1\r\n" + hosts + b"\r\n")
        assert closed and statuses(received) == [400]


def test_a_head_beyond_the_limit_is_refused(server):
    received, closed = talk(server, b"GET / HTTP/1.1\r\n" + HOST, *[b"X-A: " + b"a" * 8000 + b"\r\n"] * 40)
    assert closed and statuses(received) in ([431], [])
    received, closed = talk(server, b"GET / HTTP/1.1\r\n" + HOST + b"X: y\r\n" * 2000 + b"\r\n")
    assert closed and statuses(received) in ([431], [400], [])
    received, closed = talk(server, b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n")
    assert closed and statuses(received) in ([414], [431], [])
    lives(server)


def test_a_body_beyond_the_limit_is_refused_before_it_is_read(server):
    head = b"POST /v1/users/login HTTP/1.1\r\n" + HOST + b"SeSACKey: eyemon\r\n"
    received, closed = talk(server, head + b"Content-Length: 9000000000\r\n\r\n")
    assert closed and statuses(received) == [413]
    chunks = [b"100000\r\n" + b"a" * 0x100000 + b"\r\n"] * 64
    received, closed = talk(server, head + b"Transfer-Encoding: chunked\r\n\r\n", *chunks)
    assert closed and statuses(received) in ([413], [])
    lives(server)


def test_pipelined_requests_are_answered_in_order(server):
    one = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    other = b"GET /v1/nowhere HTTP/1.1\r\n" + HOST + b"SeSACKey: eyemon\r\n\r\n"
    last = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    received, closed = talk(server, one + other + one + last)
    assert closed and statuses(received) == [200, 444, 200, 200]


def test_a_request_in_single_bytes_is_one_request(server):
    request = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    received, closed = talk(server, *[bytes([byte]) for byte in request], pause=0.002)
    assert closed and statuses(received) == [200]


def test_chunked_bodies_are_read(server):
    head = b"POST /v1/users/validation/email HTTP/1.1\r\n" + HOST + b"SeSACKey: eyemon\r\nConnection: close\r\n"
    body = b'9;x=y\r\n{"email":\r\n13\r\n"chunk@example.com"\r\n1\r\n}\r\n0\r\nTrailer: x\r\n\r\n'
    received, closed = talk(server, head + b"Transfer-Encoding: chunked\r\n\r\n" + body)
    assert closed and statuses(received) == [200], received


def test_expect_is_answered_before_the_body(server):
    head = b"POST /v1/users/validation/email HTTP/1.1\r\n" + HOST + b"SeSACKey: eyemon\r\nConnection: close\r\n"
    body = b'{"email":"expect@example.com"}'
    with server.connect() as connection:
        connection.sendall(head + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(body))
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")
        connection.sendall(body)
        assert statuses(read_all(connection)[0]) == [200]


def test_head_answers_without_a_body(server):
    received, closed = talk(server, b"HEAD /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    assert closed and statuses(received) == [200] and received.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("start", [b"", b"GET / HTTP/1.1\r\n", b"POST /v1/users/login HTTP/1.1\r\n"])
def test_a_slow_sender_is_dropped(start_server, start):
    server = start_server(MARU_HEAD_SECONDS="1", MARU_BODY_SECONDS="2", MARU_IDLE_SECONDS="2")
    extra = HOST + b"SeSACKey: eyemon\r\nContent-Length: 1000\r\n\r\n" if start.startswith(b"POST") else b"X-A: b\r\n"
    with server.connect(15) as connection:
        connection.sendall(start + (extra if start else b""))
        began = time.monotonic()
        dropped = False
        while time.monotonic() - began < 12 and not dropped:
            dropped = trickle(connection, b"a" if start else b"")
        assert dropped, "one byte now and then must not hold a connection"
    lives(server)


def trickle(connection, byte):
    """Sends one byte and looks for a moment whether the server has closed."""
    try:
        connection.settimeout(0.3)
        connection.sendall(byte)
        return connection.recv(4096) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_many_idle_connections_do_not_keep_others_out(server):
    idle = [server.connect() for _ in range(300)]
    try:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: lives(server), range(40)))
    finally:
        for connection in idle:
            connection.close()


def test_a_reader_that_never_reads_is_not_buffered_without_end(server):
    """The server takes no more requests than it can give answers to, and keeps few of those."""
    request = b"GET /eyemon/ HTTP/1.1\r\n" + HOST + b"\r\n"
    before, sent = live.resident(server.process), 0
    with server.connect(3) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(OSError):
            for _ in range(10_000):
                connection.sendall(request * 200)
                sent += 200
        lives(server)
        assert live.resident(server.process) - before < 16 << 10, sent
