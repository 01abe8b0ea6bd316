"""A small server on loopback for tests of the scripts alone: it serves them, takes uploads as the wire says (one form,
or tus 1.0), gives pictures, and fails on request."""

import base64
import hashlib
import json
import os
import re
import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import live

STATIC = live.ROOT / "Web/static"
PAGE = '<!doctype html><meta name="viewport" content="width=device-width"><title>files</title>'
TYPES = {".js": "text/javascript", ".css": "text/css"}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def drawn(width, height, rows, level):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, level)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def png(width, height, colour=(20, 140, 130)):
    """A picture of one colour."""
    return drawn(width, height, (b"\0" + bytes(colour) * width) * height, 9)


def noise(width, height):
    """A picture that no compression makes smaller: three bytes a pixel."""
    return drawn(width, height, b"".join(b"\0" + os.urandom(width * 3) for _ in range(height)), 0)


def pdf(pages):
    """Pages with a coloured field."""
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(pages))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>"]
    for number in range(pages):
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 594] /Contents {4 + 2 * number} 0 R >>")
        drawing = "0.1 0.5 0.5 rg 60 400 300 120 re f 0.8 g 60 320 300 16 re f 60 280 220 16 re f"
        objects.append(f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream")
    text, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    return (text + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + table + end).encode()


class FileServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", live.free_port()), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.calls = []
        self.token = "t1"
        self.forms = []
        self.uploads = {}
        self.pictures = {}
        # What goes wrong: cut a PATCH after so many bytes; answer a form with this status.
        self.cut_after = []
        self.form_answers = []
        # Seconds that such a form is asked to wait.
        self.retry_after = None
        self.hold = threading.Event()
        self.hold.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """A client that goes away in the middle is what some tests are about."""

    def count(self, method, pattern):
        return len([1 for call in self.calls if call[0] == method and re.search(pattern, call[1])])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", **headers):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def fail(self, status, code, **headers):
        body = json.dumps({"message": code, "code": code})
        self.answer(status, body, Content_Type="application/json", **headers)

    def begin(self):
        """Whether the call is in somebody's name."""
        self.server.calls.append((self.command, self.path))
        if self.headers["Authorization"] == self.server.token and self.headers["SeSACKey"] == "eyemon":
            return True
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.fail(419, "access_expired")
        return False

    def do_GET(self):
        path = urlsplit(self.path).path
        if path.startswith("/assets/"):
            file = STATIC / path.removeprefix("/assets/")
            return self.answer(200, file.read_bytes(), Content_Type=TYPES[file.suffix])
        if not path.startswith("/v1/"):
            return self.answer(200, PAGE, Content_Type="text/html")
        if not self.begin():
            return None
        self.server.hold.wait(10)
        width = parse_qs(urlsplit(self.path).query).get("width", ["original"])[0]
        make = self.server.pictures.get(path)
        if make is None:
            return self.fail(404, "file_gone")
        return self.answer(200, make(width), Content_Type="image/png")

    def do_POST(self):
        if not self.begin():
            return None
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.endswith("/uploads"):
            number = str(len(self.server.uploads) + 1)
            names = dict(pair.split(" ") for pair in self.headers["Upload-Metadata"].split(","))
            self.server.uploads[number] = {
                "length": int(self.headers["Upload-Length"]), "data": b"",
                "name": base64.b64decode(names["filename"]).decode(),
            }
            return self.answer(201, Location=f"/v1/uploads/{number}")
        status = self.server.form_answers.pop(0) if self.server.form_answers else 200
        if status != 200:
            wait = {"Retry_After": self.server.retry_after} if self.server.retry_after else {}
            return self.fail(status, "file_type" if status == 400 else "internal_error", **wait)
        content = body.split(b"\r\n\r\n", 1)[1].rsplit(b"\r\n--", 1)[0]
        name = re.search(rb'filename="([^"]*)"', body)[1].decode()
        self.server.forms.append((name, content))
        attachment = {"path": "/data/chats/a.png", "kind": "image", "name": name, "size": len(content)}
        return self.answer(200, json.dumps({"files": [attachment["path"]], "attachments": [attachment]}))

    def upload(self):
        return self.server.uploads.get(self.path.rsplit("/", 1)[1])

    def state(self, upload, status):
        headers = {"Upload_Offset": str(len(upload["data"])), "Tus_Resumable": "1.0.0"}
        if len(upload["data"]) == upload["length"]:
            attachment = {"path": "/data/chats/b.mp4", "kind": "video", "name": upload["name"]}
            headers["X_Maru_Attachment"] = json.dumps(attachment)
        self.answer(status, **headers)

    def do_HEAD(self):
        if self.begin():
            upload = self.upload()
            self.state(upload, 200) if upload else self.answer(404)

    def do_DELETE(self):
        if self.begin():
            self.answer(204 if self.server.uploads.pop(self.path.rsplit("/", 1)[1], None) else 404)

    def do_PATCH(self):
        if not self.begin():
            return None
        upload, length = self.upload(), int(self.headers["Content-Length"])
        if upload is None:
            self.rfile.read(length)
            return self.fail(404, "upload_gone")
        if int(self.headers["Upload-Offset"]) != len(upload["data"]):
            self.rfile.read(length)
            return self.fail(409, "upload_conflict")
        if self.server.cut_after:
            upload["data"] += self.rfile.read(min(length, self.server.cut_after.pop(0)))
            self.close_connection = True
            return self.connection.close()
        piece = self.rfile.read(length)
        algorithm, digest = self.headers["Upload-Checksum"].split(" ")
        assert algorithm == "sha1" and base64.b64decode(digest) == hashlib.sha1(piece).digest()
        upload["data"] += piece
        return self.state(upload, 204)
