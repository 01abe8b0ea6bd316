"""`maru sandbox-pay` as a process of its own, and a merchant that notes the webhooks that it is sent."""

import base64
import hashlib
import hmac
import json
import signal
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import live
import requests

V1_KEYS = {"imp_key": "sandbox-v1-key", "imp_secret": "sandbox-v1-secret"}
V2_SECRET = "sandbox-v2-secret"
STORE = "store-sandbox"
WEBHOOK_SECRET = "whsec_c2FuZGJveC13ZWJob29rcy1hcmUtbm8tc2VjcmV0ISE="


class Sandbox:
    """`Sandbox(folder)` starts nothing yet. Port and payments stay the same over restarts."""

    def __init__(self, folder, port=None):
        self.folder, self.port = folder, port or live.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.token = None

    def start(self):
        command = [str(live.binary()), "sandbox-pay", "--listen", f"127.0.0.1:{self.port}", "--data", str(self.folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        limit = time.monotonic() + live.STARTS_WITHIN
        while time.monotonic() < limit:
            try:
                if requests.get(self.url + "/healthz", timeout=2).status_code == 200:
                    return self
            except requests.RequestException:
                time.sleep(0.02)
        raise RuntimeError("the sandbox did not start")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(10)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def v1(self, method, path, body=None, **more):
        if self.token is None:
            answer = requests.post(self.url + "/v1/users/getToken", json=V1_KEYS, timeout=10)
            self.token = answer.json()["response"]["access_token"]
        headers = {"Authorization": self.token}
        return requests.request(method, self.url + "/v1" + path, json=body, headers=headers, timeout=10, **more)

    def v2(self, method, path, body=None, **headers):
        headers = {"Authorization": "PortOne " + V2_SECRET} | headers
        return requests.request(method, self.url + "/v2" + path, json=body, headers=headers, timeout=10)

    def control(self, path, body=None):
        """POST where a body is given."""
        if body is None:
            return requests.get(self.url + "/sandbox" + path, timeout=10)
        return requests.post(self.url + "/sandbox" + path, json=body, timeout=10)

    def plan(self, order, **plan):
        answer = self.control(f"/plans/{order}", plan)
        assert answer.status_code == 200, answer.text

    def pay(self, order, amount=30_000, choice="pay", notice=None, **more):
        """A checkout of V1 without a browser."""
        fields = {"merchant_uid": order, "amount": amount, "name": "진료비", "choice": choice} | more
        if notice:
            fields["notice_url"] = notice
        return self.control("/pay", fields).json()

    def pay_v2(self, order, amount=30_000, choice="pay", notice=None, **more):
        fields = {
            "paymentId": order, "storeId": STORE, "totalAmount": amount, "orderName": "진료비",
            "currency": "CURRENCY_KRW", "choice": choice,
        } | more
        if notice:
            fields["noticeUrls"] = [notice]
        return self.control("/pay", fields).json()

    def status(self, order):
        return self.v1("GET", f"/payments/find/{order}").json()["response"]["status"]


class Merchant:
    """Takes webhooks on a port of its own and keeps (headers, body)."""

    def __init__(self):
        self.heard, self.news = [], threading.Condition()
        merchant = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                with merchant.news:
                    merchant.heard.append((dict(self.headers.items()), body))
                    merchant.news.notify_all()
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", live.free_port()), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count, within=10):
        with self.news:
            assert self.news.wait_for(lambda: len(self.heard) >= count, within), f"heard only {self.heard}"
            return list(self.heard)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def signature(message_id, seconds, body, secret=WEBHOOK_SECRET):
    """Standard Webhooks, from its text and without our code."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    code = hmac.new(key, f"{message_id}.{seconds}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(code).decode()


def bodies(heard):
    return [json.loads(body) for _, body in heard]
