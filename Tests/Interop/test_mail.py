"""Letters through a mail server, and what happens while there is none."""

import email
import email.policy
import json
import ssl
import subprocess
import time

import live
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from push_services import Got


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mail")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=mail test",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(folder / "key.pem"),
         "-out", str(folder / "cert.pem")], check=True, capture_output=True)
    return folder


class Postmaster:
    """Takes letters over STARTTLS from whoever knows the password, and no others."""

    def __init__(self, certificate):
        self.got, self.refusals = Got(), []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
        service = self

        class Server(Controller):
            def factory(self):
                return SMTP(
                    service, tls_context=context, require_starttls=True, auth_required=True,
                    authenticator=service.check)

        self.controller = Server(self, hostname="127.0.0.1", port=live.free_port())
        self.controller.start()
        self.url = f"smtp://localhost:{self.controller.port}"

    @staticmethod
    def check(server, session, envelope, mechanism, data):
        return AuthResult(success=(data.login, data.password) == (b"maru", b"pass word"))

    async def handle_DATA(self, server, session, envelope):
        if self.refusals:
            return self.refusals.pop(0)
        self.got.add((envelope.mail_from, envelope.rcpt_tos, envelope.content, session.ssl is not None))
        return "250 OK"


@pytest.fixture
def postmaster(certificate):
    service = Postmaster(certificate)
    yield service
    service.controller.stop()


def flags(postmaster, certificate, tmp_path, password="pass word\n"):
    path = tmp_path / "password"
    path.write_text(password)
    return [
        "--mail-server", postmaster.url, "--mail-login", "maru", "--mail-password", str(path),
        "--mail-from", "maru@example.com", "--authorities", str(certificate / "cert.pem")]


def admin(server, *words):
    answer = subprocess.run(
        [str(live.binary()), "admin", *words, "--data", str(server.folder / "data"), "--json"],
        capture_output=True, text=True, timeout=20, check=True)
    return json.loads(answer.stdout)


def test_the_operator_sees_and_ends_jobs(start_server):
    server = start_server()
    assert admin(server, "jobs", "--all") == []
    for words in (("jobs", "--retry", "1"), ("jobs", "--cancel", "1")):
        answer = subprocess.run(
            [str(live.binary()), "admin", *words, "--data", str(server.folder / "data")], capture_output=True,
            text=True, timeout=20, check=False)
        assert answer.returncode == 1 and "there is no job 1" in answer.stderr


def letter_of(content):
    return email.message_from_bytes(content, policy=email.policy.default)


def test_a_letter_reaches_the_mail_server(start_server, postmaster, certificate, tmp_path):
    server = start_server(*flags(postmaster, certificate, tmp_path))
    admin(server, "try-mail", "who@example.com")
    sender, recipients, content, is_encrypted = postmaster.got.wait()[0]
    assert (sender, recipients, is_encrypted) == ("maru@example.com", ["who@example.com"], True)
    letter = letter_of(content)
    assert letter["To"] == "who@example.com" and letter["From"] == "maru@example.com"
    assert letter["Message-ID"].endswith("@maru>") and letter["Auto-Submitted"] == "auto-generated"
    assert "편지가 도착합니다" in letter.get_content()
    assert wait_for(lambda: admin(server, "jobs", "--all") == [])


def test_a_letter_waits_for_a_mail_server_that_refuses(start_server, postmaster, certificate, tmp_path):
    server = start_server(*flags(postmaster, certificate, tmp_path))
    postmaster.refusals = ["451 try again"]
    admin(server, "try-mail", "who@example.com")
    job = wait_for(lambda: [job for job in admin(server, "jobs") if job["fault"]])[0]
    assert job["state"] == "waiting" and job["attempts"] == 1 and job["kind"] == "mail"
    assert postmaster.got.items == []
    # A killed server forgets nothing; the operator need not wait for the next try.
    server.kill()
    server.start()
    try:
        assert admin(server, "jobs", "--retry", str(job["id"])) == {"retried": job["id"]}
    except subprocess.CalledProcessError:
        # On a slow machine the job's own pause was over before the server was back.
        assert postmaster.got.wait()
    first = postmaster.got.wait()[0]
    assert letter_of(first[2])["Message-ID"].startswith(f"<{job['id']}.")


def test_a_wrong_password_and_an_unknown_certificate_send_nothing(start_server, postmaster, certificate, tmp_path):
    for change in ({"password": "wrong\n"}, {"authorities": False}):
        arguments = flags(postmaster, certificate, tmp_path, change.get("password", "pass word\n"))
        server = start_server(*(arguments if change.get("authorities", True) else arguments[:-2]))
        admin(server, "try-mail", "who@example.com")
        assert wait_for(lambda: [job for job in admin(server, "jobs") if job["fault"]])
        server.stop()
    assert postmaster.got.items == []


def test_without_a_mail_server_letters_are_files_and_no_address_brings_a_header(start_server):
    server = start_server()
    admin(server, "try-mail", "who@example.com")
    outbox = server.folder / "data" / "outbox" / "mail"
    path = wait_for(lambda: [*outbox.glob("[!.]*.eml")] if outbox.exists() else [])[0]
    assert path.stat().st_mode & 0o777 == 0o600
    assert letter_of(path.read_bytes())["To"] == "who@example.com"
    for address in ("who@example.com\r\nBcc: evil@example.com", "who", "a@b,c@d"):
        admin(server, "try-mail", address)
    dead = wait_for(lambda: (jobs := admin(server, "jobs", "--dead")) and len(jobs) == 3 and jobs)
    assert {job["fault"] for job in dead} == {"no address"}
    assert len([*outbox.glob("[!.]*.eml")]) == 1
    assert admin(server, "status")["dead_jobs"] == 3


def wait_for(look, within=20):
    limit = time.monotonic() + within
    while time.monotonic() < limit:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError("it did not come to that")
