"""Stand-ins for the services that pushes and mail go through. Each checks what it gets, as the real one would."""

import base64
import json
import os
import socket
import ssl
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import h2.config
import h2.connection
import h2.events
import live
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

WAIT = 20


def plain(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digits(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token_parts(token):
    head, claims, signature = token.split(".")
    return json.loads(plain(head)), json.loads(plain(claims)), f"{head}.{claims}".encode(), plain(signature)


def check_es256(key, signed, signature):
    assert len(signature) == 64
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


class Got:
    """What has arrived, to be waited for."""

    def __init__(self):
        self.items, self.changed = [], threading.Condition()

    def add(self, item):
        with self.changed:
            self.items.append(item)
            self.changed.notify_all()

    def wait(self, count=1):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.items) >= count, WAIT), f"only {self.items}"
            return list(self.items)

    def stays(self, count, seconds=1.5):
        """Nothing more comes for a while."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.items) > count, seconds)
            assert len(self.items) == count, self.items


class HTTPService:
    """A server whose answers a test may choose: `answers` are statuses (and headers and bodies) for the next calls."""

    def __init__(self):
        self.got, self.answers, self.faults = Got(), [], []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                try:
                    status, headers, data = service.answer(self.path, self.headers, body)
                except Exception as error:  # a check that failed is the test's business
                    service.faults.append(error)
                    status, headers, data = 500, {}, b""
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", live.free_port()), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next_answer(self, usual):
        return self.answers.pop(0) if self.answers else usual

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        assert not self.faults, self.faults


class Browser(HTTPService):
    """A browser with its push service: decrypts by RFC 8291 what arrives, and checks who sent it (RFC 8292)."""

    def __init__(self):
        super().__init__()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.server_key = None

    @property
    def public(self):
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def subscription(self, path="/push/1"):
        return {"endpoint": self.url + path, "p256dh": digits(self.public), "auth": digits(self.secret)}

    def answer(self, path, headers, body):
        scheme, _, rest = headers["Authorization"].partition(" ")
        assert scheme == "vapid"
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signed, signature = token_parts(fields["t"])
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == self.url and time.time() < claims["exp"] <= time.time() + 86400
        assert fields["k"] == self.server_key
        check_es256(
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(fields["k"])), signed, signature)
        assert int(headers["TTL"]) > 0 and headers["Content-Encoding"] == "aes128gcm"
        self.got.add({"path": path, "topic": headers["Topic"], **self.open(body)})
        return self.next_answer((201, {}, b""))

    def open(self, body):
        salt, size, count = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + count], body[21 + count:]
        assert len(body) <= 4096 and len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derive(secret, salt, info, length):
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = derive(shared, self.secret, b"WebPush: info\0" + self.public + sender, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1] == 2
        return json.loads(text[:-1])


class Firebase(HTTPService):
    """Google's token endpoint and FCM HTTP v1."""

    def __init__(self):
        super().__init__()
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.tokens = []

    def key_file(self, folder):
        path = folder / "service-account.json"
        path.write_text(json.dumps({
            "type": "service_account", "project_id": "maru-test", "private_key": pem(self.key),
            "client_email": "push@maru-test.example", "token_uri": self.url + "/token",
        }))
        return path

    def answer(self, path, headers, body):
        if path == "/token":
            return self.give_token(headers, body)
        assert path == "/v1/projects/maru-test/messages:send"
        assert headers["Content-Type"].startswith("application/json")
        if headers["Authorization"] != f"Bearer {self.tokens[-1]}":
            return 401, {}, b"{}"
        self.got.add(json.loads(body)["message"])
        return self.next_answer((200, {}, b'{"name":"projects/maru-test/messages/1"}'))

    def give_token(self, headers, body):
        assert headers["Content-Type"] == "application/x-www-form-urlencoded"
        form = parse_qs(body.decode(), strict_parsing=True)
        assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
        head, claims, signed, signature = token_parts(form["assertion"][0])
        assert head["alg"] == "RS256"
        assert claims["iss"] == "push@maru-test.example" and claims["aud"] == self.url + "/token"
        assert claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging"
        assert claims["iat"] <= time.time() + 5 and claims["exp"] - claims["iat"] <= 3600
        self.key.public_key().verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
        self.tokens.append(f"ya29.{len(self.tokens)}")
        return 200, {}, json.dumps({"access_token": self.tokens[-1], "expires_in": 3599}).encode()


class Apple:
    """APNs: HTTP/2 over TLS, provider tokens."""

    TOPICS = {"eyemon": "com.example.eyemon", "eyemon-doctor": "com.example.doctor"}

    def __init__(self, folder):
        self.got, self.answers, self.faults = Got(), [], []
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.certificate, key = folder / "apple.pem", folder / "apple.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=apple test",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key),
             "-out", str(self.certificate)], check=True, capture_output=True)
        self.key_path = folder / "AuthKey.p8"
        self.key_path.write_text(pem(self.key))
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.context.set_alpn_protocols(["h2"])
        self.listener = socket.create_server(("127.0.0.1", live.free_port()))
        self.url = f"https://localhost:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def flags(self):
        topics = ",".join(f"{app}={topic}" for app, topic in self.TOPICS.items())
        return [
            "--apns-key", str(self.key_path), "--apns-key-id", "KEY1234567", "--apns-team", "TEAM123456",
            "--apns-topics", topics, "--apns-server", self.url, "--authorities", str(self.certificate)]

    def accept(self):
        while True:
            try:
                raw, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(raw,), daemon=True).start()

    def serve(self, raw):
        try:
            with self.context.wrap_socket(raw, server_side=True) as stream:
                assert stream.selected_alpn_protocol() == "h2"
                self.talk(stream)
        except OSError:
            pass

    def talk(self, stream):
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.initiate_connection()
        stream.sendall(connection.data_to_send())
        requests = {}
        while data := stream.recv(65536):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    requests[event.stream_id] = (dict(event.headers), bytearray())
                elif isinstance(event, h2.events.DataReceived):
                    requests[event.stream_id][1].extend(event.data)
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    self.respond(connection, event.stream_id, *requests.pop(event.stream_id))
            stream.sendall(connection.data_to_send())

    def respond(self, connection, number, headers, body):
        try:
            status, data = self.answer(headers, bytes(body))
        except Exception as error:  # a check that failed is the test's business
            self.faults.append(error)
            status, data = 500, b""
        connection.send_headers(number, [(":status", str(status)), ("content-length", str(len(data)))])
        connection.send_data(number, data, end_stream=True)

    def answer(self, headers, body):
        assert headers[":method"] == "POST"
        scheme, _, token = headers["authorization"].partition(" ")
        head, claims, signed, signature = token_parts(token)
        assert scheme == "bearer" and head == {"alg": "ES256", "kid": "KEY1234567"}
        assert claims["iss"] == "TEAM123456" and abs(time.time() - claims["iat"]) < 3600
        try:
            check_es256(self.key.public_key(), signed, signature)
        except InvalidSignature:
            return 403, b'{"reason":"InvalidProviderToken"}'
        assert headers["apns-push-type"] == "alert" and headers["apns-topic"] in self.TOPICS.values()
        assert len(headers["apns-collapse-id"].encode()) <= 64 and len(body) <= 4096
        self.got.add({
            "device": headers[":path"].removeprefix("/3/device/"), "topic": headers["apns-topic"],
            "collapse": headers["apns-collapse-id"], "payload": json.loads(body)})
        return self.answers.pop(0) if self.answers else (200, b"")

    def stop(self):
        self.listener.close()
        assert not self.faults, self.faults
