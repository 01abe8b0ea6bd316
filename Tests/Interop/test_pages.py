"""The pages and files of the apps: what a browser is given, and what it is told not to do."""

import re

import api
import live
import pytest
import requests

WEB = live.ROOT / "build/web"
pytestmark = pytest.mark.skipif(not WEB.is_dir(), reason="build/web was not built")

POLICY = {
    "default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'", "style-src": "'self'", "connect-src": "'self'",
    "img-src": "'self' data: blob:", "media-src": "'self'", "manifest-src": "'self'", "worker-src": "'self'",
    "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
}


def get(server, path, **headers):
    return requests.get(server.url + path, headers=headers, timeout=10, allow_redirects=False)


def assets(text):
    return set(re.findall(r'"(/assets/[^"]+)"', text))


@pytest.mark.parametrize(
    "path", ["/", "/eyemon/", "/eyemon/chats/0123456789abcdef01234567", "/eyemon-doctor/", "/eyemon-doctor/sign-in"]
)
def test_every_path_of_an_app_is_its_page_under_the_policy(server, path):
    answer = get(server, path)
    assert answer.status_code == 200 and answer.headers["Content-Type"].lower() == "text/html; charset=utf-8"
    parts = [part.strip() for part in answer.headers["Content-Security-Policy"].split(";")]
    assert dict(part.split(" ", 1) for part in parts if part) == POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in answer.headers


def test_the_bare_name_leads_to_the_app(server):
    for app in ("eyemon", "eyemon-doctor"):
        answer = get(server, f"/{app}")
        assert answer.status_code in (301, 302, 307, 308) and answer.headers["Location"] == f"/{app}/"


def test_named_files_are_kept_for_ever_and_pages_are_asked_again(server):
    page = get(server, "/eyemon/")
    assert "immutable" not in page.headers.get("Cache-Control", "")
    for path in assets(page.text):
        answer = get(server, path)
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["Cache-Control"]


def test_the_browsers_that_can_get_brotli(server):
    path = next(path for path in assets(get(server, "/eyemon/").text) if path.endswith(".js"))
    small = get(server, path, **{"Accept-Encoding": "br, gzip"})
    assert small.headers["Content-Encoding"] == "br" and "accept-encoding" in small.headers["Vary"].lower()
    zipped = get(server, path, **{"Accept-Encoding": "gzip"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    plain = get(server, path, **{"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers and plain.content == zipped.content


def test_what_did_not_change_is_not_sent_again(server):
    first = get(server, "/eyemon/")
    again = get(server, "/eyemon/", **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.content == b""
    assert get(server, "/eyemon/", **{"If-None-Match": '"other"'}).status_code == 200


def test_ranges_are_served(server):
    path = next(path for path in assets(get(server, "/eyemon/").text) if path.endswith(".js"))
    whole = get(server, path, **{"Accept-Encoding": "identity"}).content
    for asked, expected in (("0-9", whole[:10]), ("-5", whole[-5:]), (f"{len(whole) - 3}-", whole[-3:])):
        part = get(server, path, Range=f"bytes={asked}", **{"Accept-Encoding": "identity"})
        assert part.status_code == 206 and part.content == expected
    answer = get(server, path, Range=f"bytes={len(whole)}-", **{"Accept-Encoding": "identity"})
    assert answer.status_code == 416 and answer.headers["Content-Range"] == f"bytes */{len(whole)}"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../Package.swift", "/assets/%2e%2e/%2e%2e/Package.swift", "/assets/..%2f..%2fPackage.swift",
        "/assets//etc/passwd", "/assets/%00", "/assets/", "/eyemon/../../Package.swift",
    ],
)
def test_nothing_outside_the_folder_is_served(server, path):
    with server.connect() as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: maru.test\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert b"swift-tools-version" not in answer and b"root:" not in answer
    assert int(answer[9:12]) in (200, 301, 308, 400, 404, 444) and (b" 200 " not in answer[:13] or b"<html" in answer)


def test_manifests_and_workers_belong_to_one_app(server):
    for app in ("eyemon", "eyemon-doctor"):
        manifest = get(server, f"/{app}/app.webmanifest")
        assert manifest.headers["Content-Type"].startswith("application/manifest+json")
        fields = manifest.json()
        assert fields["start_url"].startswith(f"/{app}/") and fields["scope"] == f"/{app}/"
        for icon in fields["icons"]:
            assert get(server, icon["src"]).status_code == 200
        worker = get(server, f"/{app}/sw.js")
        assert worker.status_code == 200 and "javascript" in worker.headers["Content-Type"]
        assert "immutable" not in worker.headers.get("Cache-Control", "")


def test_a_banner_of_older_clients_leads_to_its_page(server, patient):
    (banner,) = api.ok(patient.get("/v1/banners/main"))["data"]
    assert banner["name"] and banner["payload"] == {"type": "WEBVIEW", "value": "/event-application"}
    image = patient.get("/v1" + banner["imageUrl"])
    assert image.headers["Content-Type"] == "image/png" and image.content.startswith(b"\x89PNG")
    for path in ("/event-application", "/v1/event-application"):
        answer = get(server, path, SeSACKey="eyemon")
        assert answer.status_code == 303 and answer.headers["Location"] == "/event-application?app=eyemon"
        page = get(server, answer.headers["Location"], SeSACKey="eyemon")
        assert page.status_code == 200 and "출석" in page.text and "script-src 'self'" in page.headers[
            "Content-Security-Policy"]
