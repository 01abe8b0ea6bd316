"""Files of messages from outside: what goes in, what comes out, and who may have it."""

import json
import sqlite3
import subprocess

import live
import pictures
import pillow_heif
import pytest
import requests
from api import join, ok


def upload(person, room, *files, status=200):
    parts = [("files", (name, content)) for name, content in files]
    response = requests.post(
        f"{person.base}/v1/chats/{room['room_id']}/files", headers=person.headers(), files=parts, timeout=60
    )
    assert response.status_code == status, response.text
    return response.json()


def attach(person, room, *paths):
    return ok(person.post(f"/v1/chats/{room['room_id']}", {"content": "", "files": list(paths)}))


def fetch(person, path, **options):
    headers = person.headers(**options.pop("headers", {}))
    return requests.get(person.base + "/v1" + path, headers=headers, timeout=60, **options)


@pytest.fixture
def sent(patient, doctor, room):
    """A file of 300,000 bytes in a message: its path, its content and the message."""
    content = bytes(index * 7 % 251 for index in range(300_000))
    path = upload(patient, room, ("검사.mp4", pictures.MP4_HEAD + content))["files"][0]
    return path, pictures.MP4_HEAD + content, attach(patient, room, path)


# Taking in


def test_a_film_of_a_phone_does_not_say_where(patient, doctor, room):
    place = b"+37.5665+126.9780+038/"
    original = pictures.film_of_a_phone(place)
    assert place in original
    attachment = upload(patient, room, ("IMG_0002.MOV", original))["attachments"][0]
    attach(patient, room, attachment["path"])
    for person in (patient, doctor):
        film = fetch(person, attachment["path"]).content
        assert len(film) == len(original) and place not in film and b"\xa9xyz" not in film
        assert b"seen and heard" * 9_000 in film


def test_a_picture_of_a_phone_comes_out_upright_and_says_nothing(patient, doctor, room):
    original = pictures.jpeg_from_a_phone()
    attachment = upload(patient, room, ("IMG_0001.HEIC", original))["attachments"][0]
    assert attachment["kind"] == "image" and attachment["name"] == "IMG_0001.HEIC"
    assert (attachment["width"], attachment["height"]) == (400, 600)
    attach(patient, room, attachment["path"])
    response = fetch(doctor, attachment["path"])
    assert response.headers["Content-Type"] == "image/jpeg" and len(response.content) == attachment["size"]
    picture = pictures.opened(response.content)
    assert picture.size == (400, 600)
    red, green, blue = pictures.corner(picture)
    assert blue > 200 > red, "what was at the bottom left stands at the top left"
    assert not picture.getexif() and "icc_profile" not in picture.info and "comment" not in picture.info
    for secret in (b"SecretMaker", b"SecretComment", b"Exif", b"GPS"):
        assert secret not in response.content


@pytest.mark.parametrize("form, is_animated", [("PNG", 0), ("WEBP", 0), ("WEBP", 1), ("GIF", 0), ("GIF", 1)])
def test_a_picture_of_any_kind_says_nothing(patient, doctor, room, form, is_animated):
    secrets = {
        "PNG": {"exif": pictures.secret_exif()}, "GIF": {"comment": b"SecretComment"},
        "WEBP": {
            "exif": pictures.secret_exif(), "xmp": b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>SecretXMP</x:xmpmeta>",
        },
    }[form]
    if is_animated:
        content = pictures.animation(form, size=(600, 400), **secrets)
    else:
        content = pictures.encoded(pictures.colours(600, 400), form, **secrets)
    assert b"Secret" in content
    attachment = upload(patient, room, ("a", content))["attachments"][0]
    attach(patient, room, attachment["path"])
    for width in ("", "?width=160"):
        answer = fetch(doctor, attachment["path"] + width)
        assert answer.status_code == 200 and not pictures.opened(answer.content).getexif()
        for secret in (b"Secret", b"EXIF", b"xmpmeta", b"ICCP"):
            assert secret not in answer.content, (width, secret)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_is_made_upright(patient, room, orientation):
    original = pictures.jpeg_from_a_phone(80, 60, orientation)
    attachment = upload(patient, room, ("a.jpg", original))["attachments"][0]
    assert (attachment["width"], attachment["height"]) == ((80, 60) if orientation < 5 else (60, 80))


@pytest.mark.parametrize(
    "form, media_type", [("PNG", "image/png"), ("WEBP", "image/webp"), ("GIF", "image/gif"), ("JPEG", "image/jpeg")]
)
def test_pictures_keep_their_format_and_get_narrower_on_request(patient, room, form, media_type):
    content = pictures.encoded(pictures.colours(1000, 500), form)
    attachment = upload(patient, room, ("a", content))["attachments"][0]
    assert (attachment["width"], attachment["height"]) == (1000, 500)
    for width, made in ((1, 160), (320, 320), (321, 640), (999, 1000), (5000, 1000)):
        response = fetch(patient, attachment["path"] + f"?width={width}")
        assert response.headers["Content-Type"] == media_type
        assert pictures.opened(response.content).size == (made, made // 2)


@pytest.mark.parametrize("form", ["GIF", "WEBP"])
def test_animations_stay_animations(patient, room, form):
    content = pictures.animation(form, size=(400, 300))
    attachment = upload(patient, room, ("a.gif", content))["attachments"][0]
    assert (attachment["width"], attachment["height"]) == (400, 300)
    for path in (attachment["path"], attachment["path"] + "?width=160"):
        assert pictures.opened(fetch(patient, path).content).n_frames == 3


def test_a_heic_becomes_a_picture_that_every_browser_draws(patient, room):
    pillow_heif.register_heif_opener()
    content = pictures.encoded(pictures.colours(320, 240), "HEIF")
    attachment = upload(patient, room, ("IMG.heic", content))["attachments"][0]
    assert attachment["kind"] == "image" and attachment["path"].endswith(".jpg")
    assert pictures.opened(fetch(patient, attachment["path"]).content).size == (320, 240)


def test_an_avif_becomes_a_jpeg(patient, room):
    content = pictures.encoded(pictures.colours(320, 240), "AVIF")
    attachment = upload(patient, room, ("IMG.avif", content))["attachments"][0]
    assert attachment["path"].endswith(".jpg") and attachment["width"] == 320


def test_a_pdf_has_pages_and_a_picture_of_the_first(patient, room):
    content = pictures.pdf(pages=3)
    attachment = upload(patient, room, ("결과.pdf", content))["attachments"][0]
    assert attachment["kind"] == "pdf" and attachment["pages"] == 3
    assert (attachment["width"], attachment["height"]) == (595, 842)
    whole = fetch(patient, attachment["path"])
    assert whole.content == content and whole.headers["Content-Type"] == "application/pdf"
    page = fetch(patient, attachment["path"] + "?page=1&width=640")
    assert page.headers["Content-Type"] == "image/jpeg"
    assert abs(pictures.opened(page.content).width - 640) <= 1
    assert fetch(patient, attachment["path"] + "?page=2").status_code == 400


@pytest.mark.parametrize("width, height", [(30_000, 30_000), (30_000, 10), (16_000, 16_000)])
def test_more_pixels_than_anybody_can_look_at_are_refused_politely(patient, room, width, height):
    answer = upload(patient, room, ("bomb.png", pictures.png_claiming(width, height)), status=400)
    assert answer["code"] == "image_too_large"


@pytest.mark.parametrize(
    "name, content",
    [
        ("cut.jpg", pictures.jpeg_from_a_phone()[:4000]),
        ("cut.png", pictures.encoded(pictures.colours(300, 300), "PNG")[:600]),
        ("liar.png", pictures.png_claiming(400, 400)),
        ("no.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 500),
        ("no.gif", b"GIF89a" + b"\xff" * 500),
        ("no.webp", b"RIFF\x10\0\0\0WEBPVP8 " + b"\xff" * 100),
        ("no.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\xff" * 500),
        ("no.pdf", b"%PDF-1.7\n" + b"garbage " * 100),
        ("empty.txt", b""),
    ],
)
def test_broken_files_are_unreadable_and_the_next_one_is_not(patient, room, name, content):
    assert upload(patient, room, (name, content), status=400)["code"] == "file_unreadable"
    assert upload(patient, room, ("a.png", pictures.encoded(pictures.colours(9, 9), "PNG")))["files"]


@pytest.mark.parametrize(
    "name, content",
    [
        ("page.png", b"<!DOCTYPE html><script>alert(1)</script>"),
        ("drawing.svg", b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        ("drawing.jpg", b'\xef\xbb\xbf<?xml version="1.0"?><svg/>'),
        ("program", b"\x7fELF\x02\x01\x01" + b"\0" * 100),
        ("program.exe", b"MZ\x90\0" + b"\0" * 100),
        ("script.txt", b"#!/bin/sh\nrm -rf /\n"),
        ("noise.pdf", b"\x01\x02\x03\x04" * 100),
    ],
)
def test_kind_is_decided_by_content_and_some_kinds_are_not_taken(patient, room, name, content):
    assert upload(patient, room, (name, content), status=400)["code"] == "file_type"


def test_a_polyglot_is_served_as_a_picture_and_nothing_else(patient, room):
    evil = pictures.jpeg_from_a_phone() + b"<script>alert(1)</script>PK\x03\x04"
    path = upload(patient, room, ("a.html", evil))["files"][0]
    response = fetch(patient, path)
    assert path.endswith(".jpg") and b"<script>" not in response.content
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in response.headers["Content-Security-Policy"]


def test_text_is_only_downloaded(patient, room):
    path = upload(patient, room, ("메모.txt", "안녕 <b>".encode()))["files"][0]
    response = fetch(patient, path)
    assert response.headers["Content-Disposition"].startswith("attachment; ")
    assert "filename*=UTF-8''%EB%A9%94%EB%AA%A8.txt" in response.headers["Content-Disposition"]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "a\0b.txt", "." * 3, "x" * 900]
)
def test_names_are_no_paths(patient, room, name):
    attachment = upload(patient, room, (name, b"text"))["attachments"][0]
    assert "/" not in attachment["name"] and "\\" not in attachment["name"] and len(attachment["name"]) <= 200
    assert attachment["path"].startswith("/data/chats/") and ".." not in attachment["path"]


def test_limits_have_their_own_errors_and_nothing_is_half_kept(start_server):
    server = start_server("--file-mebibytes", "1", "--file-count", "2")
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    one = ("a.txt", b"a" * 1000)
    assert upload(patient, room, one, one, one, status=400)["code"] == "file_count"
    assert upload(patient, room, one, ("b.txt", b"b" * (1 << 20) + b"b"), status=400)["code"] == "file_size"
    assert upload(patient, room, one, ("c.html", b"<html>"), status=400)["code"] == "file_type"
    assert upload(patient, room, status=400)["code"] in ("bad_request", "missing_value")
    kept = list((server.folder / "data/files").rglob("*"))
    assert [path.name for path in kept if path.is_file()] == ["sealed-with"]
    assert len(upload(patient, room, one, ("b.txt", b"b" * (1 << 20)))["files"]) == 2


def test_who_keeps_too_much_is_told_so(start_server):
    server = start_server("--file-person-mebibytes", "1")
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    upload(patient, room, ("a.txt", b"a" * 700_000))
    assert upload(patient, room, ("b.txt", b"b" * 700_000), status=413)["code"] == "file_size"
    upload(doctor, room, ("b.txt", b"b" * 700_000))


# Access


def test_a_file_is_its_uploaders_until_a_message_has_it(patient, doctor, room, server):
    path = upload(patient, room, ("a.txt", b"hello"))["files"][0]
    stranger = join(server.url, "eyemon", "남")
    assert [fetch(person, path).status_code for person in (patient, doctor, stranger)] == [200, 404, 404]
    attach(patient, room, path)
    assert [fetch(person, path).status_code for person in (patient, doctor, stranger)] == [200, 200, 404]
    assert requests.get(patient.base + "/v1" + path, timeout=10).status_code == 420
    assert requests.get(patient.base + "/v1" + path, headers={"SeSACKey": "eyemon"}, timeout=10).status_code == 401


def test_others_files_cannot_be_sent(patient, doctor, room):
    path = upload(patient, room, ("a.txt", b"hello"))["files"][0]
    body = {"content": "", "files": [path]}
    assert doctor.post(f"/v1/chats/{room['room_id']}", body).json()["code"] == "file_gone"
    attach(patient, room, path)
    assert patient.post(f"/v1/chats/{room['room_id']}", body).json()["code"] == "file_gone"


def test_a_link_ends_with_its_message(patient, doctor, room, sent):
    path, content, message = sent
    link = ok(doctor.post("/v1/files/link", {"file": path}))
    assert link["expires_in"] > 0
    assert requests.get(doctor.base + link["url"], timeout=10).content == content
    address = f"{patient.base}/v1/chats/{room['room_id']}/messages/{message['chat_id']}"
    gone = requests.delete(address, headers=patient.headers(), timeout=10)
    assert gone.status_code == 200
    for response in (requests.get(doctor.base + link["url"], timeout=10), fetch(doctor, path), fetch(patient, path)):
        assert response.status_code == 404 and response.json()["code"] == "file_gone"


def test_a_link_is_for_one_file_and_ends_with_the_session(patient, doctor, room, sent):
    other = upload(doctor, room, ("a.txt", b"hello"))["files"][0]
    link = ok(doctor.post("/v1/files/link", {"file": sent[0]}))["url"]
    token = link.split("token=")[1]
    assert requests.get(doctor.base + f"/v1{other}?token={token}", timeout=10).status_code == 401
    assert requests.get(doctor.base + link[:-2] + "AA", timeout=10).status_code == 401
    assert requests.get(doctor.base + link, timeout=10).status_code == 200
    doctor.post("/v1/users/logout")
    assert requests.get(doctor.base + link, timeout=10).status_code == 419


def test_a_link_expires(start_server):
    server = start_server("--file-link-seconds", "1")
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    path = upload(patient, patient.open_room(doctor), ("a.txt", b"hello"))["files"][0]
    link = server.url + ok(patient.post("/v1/files/link", {"file": path}))["url"]
    statuses = {requests.get(link, timeout=10).status_code}
    while 419 not in statuses:
        statuses.add(requests.get(link, timeout=10).status_code)
    assert statuses == {200, 419}


def test_every_opening_of_a_consult_file_is_on_the_disk_before_its_bytes_leave(start_server):
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    picture = pictures.encoded(pictures.colours(400, 300), "PNG")
    path = upload(patient, room, ("a.png", picture))["files"][0]
    attach(patient, room, path)
    fetch(doctor, path, headers={"Range": "bytes=0-9"})
    server.kill()
    rows = openings(server)
    assert [row[0] for row in rows] == ["original"] and rows[0][1] == "127.0.0.1"
    server.start()
    # One opening, however many ranges; another one for each variant. Looking at the head is none.
    for start in range(0, 200, 20):
        fetch(doctor, path, headers={"Range": f"bytes={start}-{start + 9}"})
    fetch(doctor, path + "?width=160")
    requests.head(doctor.base + "/v1" + path, headers=doctor.headers(), timeout=10)
    assert [row[0] for row in openings(server)] == ["original", "original", "width=160"]
    command = [str(live.binary()), "admin", "openings", "--file", path, "--data", str(server.folder / "data")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.splitlines()
    assert len(told) == 3 and path in told[0] and "width=160" in told[0] and doctor.email in told[0]


def openings(server):
    with sqlite3.connect(f"file:{server.folder}/data/maru.db?mode=ro", uri=True) as base:
        return base.execute("SELECT variant, address FROM file_openings ORDER BY id").fetchall()


# At rest


def test_nothing_of_a_file_lies_open_on_the_disk(start_server):
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    path = upload(patient, patient.open_room(doctor), ("a.txt", b"a secret of the eye " * 5000))["files"][0]
    server.stop()
    for file in (server.folder / "data").rglob("*"):
        assert not file.is_file() or b"secret of the eye" not in file.read_bytes()
    assert (server.folder / "data.key").stat().st_mode & 0o077 == 0
    server.start()
    assert fetch(patient, path).content == b"a secret of the eye " * 5000


@pytest.mark.parametrize("change", ["gone", "other"])
def test_a_server_without_the_right_key_does_not_start(start_server, change):
    server = start_server()
    server.stop()
    key = server.folder / "data.key"
    kept = key.read_text()
    key.unlink()
    if change == "other":
        key.write_text("ab" * 32)
    with pytest.raises(RuntimeError, match="data.key"):
        server.start()
    key.write_text(kept)
    server.start()


@pytest.mark.parametrize("harm", ["cut", "swap", "bit"])
def test_a_harmed_file_is_never_served_as_if_it_were_whole(start_server, harm):
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    content = bytes(range(256)) * 1024
    path = upload(patient, patient.open_room(doctor), ("a.mp4", pictures.MP4_HEAD + content))["files"][0]
    file = next(file for file in (server.folder / "data/files/files").rglob("*.mp4"))
    sealed, chunk = bytearray(file.read_bytes()), (64 << 10) + 16
    if harm == "cut":
        sealed = sealed[: 32 + 2 * chunk]
    elif harm == "swap":
        first, second = sealed[32 : 32 + chunk], sealed[32 + chunk : 32 + 2 * chunk]
        sealed[32 : 32 + 2 * chunk] = second + first
    else:
        sealed[40] ^= 1
    file.write_bytes(sealed)
    try:
        response = fetch(patient, path)
        assert response.status_code == 500
    except requests.RequestException:
        pass  # The head was sent, and then the connection was cut.
    # Lines are written behind the answer; all of them are there once the server has stopped.
    server.stop()
    told = [json.loads(line) for line in server.log().splitlines() if path in line]
    assert "error" in told[-1] and (told[-1].get("status") == 500 or told[-1]["cut"] is True), told


def test_files_that_no_message_has_are_swept(start_server):
    server = start_server("--file-keep-seconds", "1")
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    kept = upload(patient, room, ("a.txt", b"kept"))["files"][0]
    attach(patient, room, kept)
    lost = upload(patient, room, ("b.txt", b"lost"))["files"][0]
    while fetch(patient, lost).status_code == 200:
        pass
    assert fetch(patient, lost).json()["code"] == "file_gone"
    assert fetch(patient, kept).content == b"kept"
