"""The example `ProtocolServer` as a process, and the little that tests of its wire need."""

import json
import subprocess
import time

import requests
import websocket

import live

# What the example promises; milliseconds and bytes.
PING_INTERVAL, PING_TIMEOUT, CONNECT_TIMEOUT, MAX_PAYLOAD = 300, 200, 1_000, 1_000_000
WAIT = 10


class ProtocolServer:
    def __init__(self):
        self.port = live.free_port()
        self.http, self.ws = f"http://127.0.0.1:{self.port}", f"ws://127.0.0.1:{self.port}"
        command = [str(live.built("ProtocolServer")), str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert "ready" in self.process.stdout.readline()

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(10)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def polling(self, path="socket.io", **query):
        query = {"EIO": 4, "transport": "polling"} | query
        return requests.Request("GET", f"{self.http}/{path}/", params=query).prepare().url

    def socket(self, path="socket.io", **query):
        """A WebSocket that has not read anything."""
        query = {"EIO": 4, "transport": "websocket"} | query
        url = requests.Request("GET", f"{self.http}/{path}/", params=query).prepare().url
        return websocket.create_connection(url.replace("http", "ws", 1), timeout=WAIT)

    def greeted(self, path="socket.io"):
        """A WebSocket after its greeting."""
        socket = self.socket(path)
        assert socket.recv().startswith("0")
        return socket

    def joined(self, packet="40"):
        """A WebSocket in a namespace, with welcome and `auth` read."""
        socket = self.greeted()
        socket.send(packet)
        assert read(socket).startswith("40") and '"auth"' in read(socket)
        return socket


class Polling:
    """A session by long polling; one connection for each direction."""

    def __init__(self, server, path="socket.io"):
        self.gets, self.posts = requests.Session(), requests.Session()
        answer = self.gets.get(server.polling(path), timeout=WAIT)
        assert answer.status_code == 200
        self.handshake = json.loads(answer.text[1:])
        self.sid = self.handshake["sid"]
        self.url = server.polling(path, sid=self.sid)

    def get(self):
        return self.gets.get(self.url, timeout=WAIT)

    def post(self, body):
        return self.posts.post(self.url, data=body, timeout=WAIT)


def read(socket):
    """The next message that is no ping; binary ones are bytes. Pings are answered."""
    while True:
        message = socket.recv()
        if message != "2":
            return message
        socket.send("3")


def closes(socket, within=5):
    """Whether the server ends the connection by itself."""
    socket.settimeout(within)
    limit = time.monotonic() + within
    try:
        while time.monotonic() < limit:
            opcode, _ = socket.recv_data()
            if opcode == websocket.ABNF.OPCODE_CLOSE:
                return True
    except websocket.WebSocketTimeoutException:
        return False
    except (websocket.WebSocketConnectionClosedException, ConnectionError):
        return True
    return False
