"""Socket.IO protocol 5 against the example server, case by case as the protocol's public suite goes through it."""

import json

import pytest

from protocol_server import Polling, ProtocolServer, closes, read


@pytest.fixture(scope="module")
def server():
    running = ProtocolServer()
    yield running
    assert running.stop() == 0


# MARK: Connect


CONNECTS = [("40", "40", '42["auth",{}]'), ('40{"token":"123"}', "40", '42["auth",{"token":"123"}]'),
            ("40/custom,", "40/custom,", '42/custom,["auth",{}]'), ("40/custom", "40/custom,", '42/custom,["auth",{}]'),
            ('40/custom,{"token":"abc"}', "40/custom,", '42/custom,["auth",{"token":"abc"}]'),
            ("40/custom?token=abc,", "40/custom,", '42/custom,["auth",{}]')]


@pytest.mark.parametrize("packet,head,auth", CONNECTS)
def test_connecting_answers_with_an_id_and_the_payload(server, packet, head, auth):
    socket = server.greeted()
    socket.send(packet)
    welcome = read(socket)
    assert welcome.startswith(head)
    handshake = json.loads(welcome[len(head):])
    assert set(handshake) == {"sid"} and isinstance(handshake["sid"], str)
    assert read(socket) == auth
    socket.close()


def test_an_unknown_namespace_is_refused(server):
    socket = server.greeted()
    socket.send("40/random")
    assert read(socket) == '44/random,{"message":"Invalid namespace"}'
    # The session goes on.
    socket.send("40")
    assert read(socket).startswith('40{"sid":')
    socket.close()


UNINVITED = ["4abc", "4", "47", "40[]", '40"token"', "40/custom,[]", '42["message"]', "41", "43[]"]


@pytest.mark.parametrize("packet", UNINVITED)
def test_an_invalid_handshake_closes(server, packet):
    socket = server.greeted()
    socket.send(packet)
    assert closes(socket)


def test_without_a_handshake_the_server_closes(server):
    assert closes(server.greeted(), within=4)


def test_a_namespace_has_an_id_of_its_own(server):
    socket = server.greeted()
    ids = set()
    for packet, head in (("40", "40"), ("40/custom", "40/custom,")):
        socket.send(packet)
        ids.add(json.loads(read(socket)[len(head):])["sid"])
        read(socket)
    assert len(ids) == 2
    socket.close()


# MARK: Disconnect


def test_leaving_the_main_namespace_leaves_the_session_open(server):
    socket = server.joined()
    socket.send("41")
    assert socket.recv() == "2"
    socket.send("3")
    socket.send("40")
    assert read(socket).startswith("40")
    socket.close()


def test_leaving_one_namespace_leaves_the_other(server):
    socket = server.joined()
    socket.send("40/custom")
    assert read(socket).startswith("40/custom,") and "auth" in read(socket)
    socket.send("41/custom")
    socket.send('42["message","message to main namespace"]')
    assert read(socket) == '42["message-back","message to main namespace"]'
    # Nobody is there any more to answer.
    socket.send('42/custom,1["message-with-ack"]')
    socket.send('422["message-with-ack"]')
    assert read(socket) == "432[]"
    socket.close()


# MARK: Messages


ARGUMENTS = ['1,"2",{"3":[true]}', "null", '"한글 😀"', "-1.5e3", '"\\u2028\\u0000"', "[[[]]]", '{"_placeholder":false}']


@pytest.mark.parametrize("namespace", ["", "/custom,"])
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_message_comes_back(server, namespace, arguments):
    socket = server.joined("40" + namespace)
    socket.send(f'42{namespace}["message",{arguments}]')
    back = read(socket)
    assert back.startswith(f"42{namespace}[")
    assert json.loads(back[2 + len(namespace):]) == ["message-back"] + json.loads(f"[{arguments}]")
    socket.close()


PLACEHOLDERS = '{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}'


@pytest.mark.parametrize("namespace", ["", "/custom,"])
def test_a_message_with_binary_parts_comes_back(server, namespace):
    socket = server.joined("40" + namespace)
    socket.send(f'452-{namespace}["message",{PLACEHOLDERS}]')
    socket.send_binary(b"\x01\x02\x03")
    socket.send_binary(b"\x04\x05\x06")
    assert [read(socket) for _ in range(3)] == [
        f'452-{namespace}["message-back",{PLACEHOLDERS}]', b"\x01\x02\x03", b"\x04\x05\x06",
    ]
    socket.close()


@pytest.mark.parametrize("namespace", ["", "/custom,"])
def test_a_message_is_acknowledged(server, namespace):
    socket = server.joined("40" + namespace)
    socket.send(f'42{namespace}456["message-with-ack",1,"2",{{"3":[false]}}]')
    assert read(socket) == f'43{namespace}456[1,"2",{{"3":[false]}}]'
    socket.close()


@pytest.mark.parametrize("namespace", ["", "/custom,"])
def test_a_message_with_binary_parts_is_acknowledged(server, namespace):
    socket = server.joined("40" + namespace)
    socket.send(f'452-{namespace}789["message-with-ack",{PLACEHOLDERS}]')
    socket.send_binary(b"\x01\x02\x03")
    socket.send_binary(b"\x04\x05\x06")
    assert [read(socket) for _ in range(3)] == [
        f"462-{namespace}789[{PLACEHOLDERS}]", b"\x01\x02\x03", b"\x04\x05\x06",
    ]
    socket.close()


def test_binary_parts_travel_by_polling_as_base64(server):
    session = Polling(server)
    assert session.post("40").status_code == 200
    heard = ""
    while "auth" not in heard:
        heard += session.get().text
    packet = '451-9["message-with-ack",{"_placeholder":true,"num":0}]'
    assert session.post(packet + "\x1ebAQIDBA==").status_code == 200
    assert session.get().text == '461-9[{"_placeholder":true,"num":0}]\x1ebAQIDBA=='


INVALID = ["4abc", "42{}", "42", "42[]", "42[1]", '42["connect"]', '42abc["message-with-ack",1,"2",{"3":[false]}]',
           '42["message"', '42["message"]x', "43[]", "431{}", "44", '45["x"]', '451["x"]', "41[]",
           '4299999999999999999["x"]', '42/cust om,["x"]']


@pytest.mark.parametrize("packet", INVALID)
def test_an_invalid_packet_closes(server, packet):
    socket = server.joined()
    socket.send(packet)
    assert closes(socket)


BROKEN_BINARY = [
    ['451-["message",{"_placeholder":true,"num":0}]', '42["message"]'],
    [b"\x01"],
    ['451-["message",{"_placeholder":true,"num":1}]', b"\x01"],
    ['451-["message",{"_placeholder":true,"num":"0"}]', b"\x01"],
    ['451-["message",{"_placeholder":true}]', b"\x01"],
    ['450-["message",{"_placeholder":true,"num":0}]'],
    ['4599-["message"]'],
]


@pytest.mark.parametrize("messages", BROKEN_BINARY)
def test_binary_parts_that_do_not_fit_their_packet_close(server, messages):
    socket = server.joined()
    for message in messages:
        (socket.send_binary if isinstance(message, bytes) else socket.send)(message)
    assert closes(socket)
