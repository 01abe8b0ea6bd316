"""The kit over TLS: a proxy with a certificate of its own in front of the server, for calls and for the socket."""

import socket
import ssl
import subprocess
import threading

import api
import live
import pytest
from test_terminal import sign_in, terminal  # noqa: F401 (a fixture)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    command = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=maru test",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem"),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    finally:
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


@pytest.fixture
def proxy(server, certificate):
    """`https://127.0.0.1:port` in front of the server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    listener = socket.create_server(("127.0.0.1", live.free_port()))

    def accept():
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(plain,), daemon=True).start()

    def serve(plain):
        try:
            outside = context.wrap_socket(plain, server_side=True)
        except (ssl.SSLError, OSError):
            plain.close()
            return
        inside = server.connect(timeout=None)
        threading.Thread(target=copy, args=(inside, outside), daemon=True).start()
        copy(outside, inside)

    threading.Thread(target=accept, daemon=True).start()
    yield f"https://127.0.0.1:{listener.getsockname()[1]}"
    listener.close()


def test_a_trusted_certificate_carries_calls_and_the_socket(proxy, certificate, terminal, patient, doctor, room):
    client = sign_in(terminal, proxy, patient, "data", "--trust", str(certificate / "cert.pem"))
    client.type(f"/open {room['room_id']}", "안전하게")
    client.expect(r"#1 .*: 안전하게")
    doctor.send(room["room_id"], "네")
    client.expect(r"#2 .*: 네")
    assert client.quit() == 0


def test_an_unknown_certificate_is_refused(proxy, terminal, patient):
    client = terminal(proxy, "data", "eyemon")
    client.type(f"/login {patient.email} {api.PASSWORD}")
    client.expect("TLS: .*self.signed")
    client.quit()


def test_a_certificate_of_another_name_is_refused(proxy, certificate, terminal, patient):
    other = proxy.replace("127.0.0.1", "127.0.0.2")
    client = terminal(other, "data", "eyemon", "--trust", str(certificate / "cert.pem"))
    client.type(f"/login {patient.email} {api.PASSWORD}")
    client.expect(r"TLS: |cannot be reached")
    client.quit()
