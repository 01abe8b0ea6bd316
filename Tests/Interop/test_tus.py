"""Resumable uploads by tus 1.0.0: with a client of others, and rule by rule over raw requests."""

import base64
import email.utils
import hashlib
import io
import json
import select
import socket
import time

import pictures
import pytest
import requests
from api import join
from test_files import attach, fetch
from tusclient import client as tus_client

TUS = {"Tus-Resumable": "1.0.0"}
STREAM = {"Content-Type": "application/offset+octet-stream"}
FILM = pictures.MP4


def call(person, method, address, data=None, **headers):
    fields = TUS | {name.replace("_", "-"): str(value) for name, value in headers.items()}
    fields = {name: value for name, value in fields.items() if value != ""}
    address = address if address.startswith("http") else person.base + address
    return requests.request(method, address, data=data, headers=person.headers(**fields), timeout=30)


def create(person, room, length=len(FILM), name="영상.mp4", **headers):
    metadata = "filename " + base64.b64encode(name.encode()).decode()
    address = f"/v1/chats/{room['room_id']}/uploads"
    return call(person, "POST", address, Upload_Length=length, Upload_Metadata=metadata, **headers)


def patch(person, address, data, offset, **headers):
    return call(person, "PATCH", address, data, Upload_Offset=offset, **(STREAM | headers))


@pytest.fixture
def upload(patient, room):
    response = create(patient, room)
    assert response.status_code == 201 and response.headers["Upload-Offset"] == "0"
    return response.headers["Location"]


def offset(person, address):
    response = call(person, "HEAD", address)
    assert response.status_code == 200 and response.headers["Cache-Control"] == "no-store"
    return int(response.headers["Upload-Offset"])


# With tuspy


def test_another_clients_upload_in_chunks_becomes_a_file(patient, doctor, room):
    tus = tus_client.TusClient(patient.base + f"/v1/chats/{room['room_id']}/uploads", headers=patient.headers())
    uploader = tus.uploader(
        file_stream=io.BytesIO(FILM), chunk_size=100_000, metadata={"filename": "수술 영상.mp4"}, upload_checksum=True
    )
    uploader.upload()
    done = call(patient, "HEAD", uploader.url)
    attachment = json.loads(done.headers["X-Maru-Attachment"])
    assert attachment["name"] == "수술 영상.mp4" and attachment["kind"] == "video"
    assert done.headers["X-Maru-File"] == attachment["path"] and attachment["size"] == len(FILM)
    attach(patient, room, attachment["path"])
    assert fetch(doctor, attachment["path"]).content == FILM


def test_another_client_resumes_where_it_was(patient, room):
    tus = tus_client.TusClient(patient.base + f"/v1/chats/{room['room_id']}/uploads", headers=patient.headers())
    first = tus.uploader(file_stream=io.BytesIO(FILM), chunk_size=50_000, metadata={"filename": "a.mp4"})
    first.upload_chunk()
    second = tus.uploader(file_stream=io.BytesIO(FILM), chunk_size=300_000, url=first.url)
    assert second.offset == 50_000
    second.upload()
    assert fetch(patient, call(patient, "HEAD", first.url).headers["X-Maru-File"]).content == FILM


# Core


def test_options_say_what_there_is_to_everybody(server, room):
    for path in ("/v1/uploads", f"/v1/chats/{room['room_id']}/uploads", "/v1/uploads/0123"):
        response = requests.options(server.url + path, timeout=10)
        assert response.status_code == 204 and response.headers["Tus-Version"] == "1.0.0"
        assert response.headers["Tus-Extension"] == "creation,creation-with-upload,expiration,checksum,termination"
        assert int(response.headers["Tus-Max-Size"]) > 0 and "sha1" in response.headers["Tus-Checksum-Algorithm"]
        assert "Access-Control-Allow-Origin" not in response.headers


def test_another_version_is_412(patient, room, upload):
    for response in (
        create(patient, room, Tus_Resumable="0.2.2"), call(patient, "HEAD", upload, Tus_Resumable=""),
        patch(patient, upload, b"a", 0, Tus_Resumable="2.0.0"), call(patient, "DELETE", upload, Tus_Resumable="1"),
    ):
        assert response.status_code == 412 and response.headers["Tus-Version"] == "1.0.0"
    assert offset(patient, upload) == 0


def test_bytes_go_on_where_the_last_ones_ended(patient, upload):
    response = patch(patient, upload, FILM[:1000], 0)
    assert response.status_code == 204 and response.headers["Upload-Offset"] == "1000"
    assert response.headers["Tus-Resumable"] == "1.0.0" and "X-Maru-File" not in response.headers
    assert patch(patient, upload, b"", 1000).status_code == 204
    assert offset(patient, upload) == 1000
    response = patch(patient, upload, FILM[1000:], 1000)
    assert response.status_code == 204 and fetch(patient, response.headers["X-Maru-File"]).content == FILM
    # The answer may get lost: a repeat and a look find the same file.
    for again in (patch(patient, upload, b"", len(FILM)), call(patient, "HEAD", upload)):
        assert again.headers["X-Maru-File"] == response.headers["X-Maru-File"]


@pytest.mark.parametrize("wrong", ["1", "999", "1001", "99999999999"])
def test_another_offset_is_409_and_changes_nothing(patient, upload, wrong):
    patch(patient, upload, FILM[:1000], 0)
    response = patch(patient, upload, b"x", wrong)
    assert response.status_code == 409 and response.json()["code"] == "upload_conflict"
    assert offset(patient, upload) == 1000


@pytest.mark.parametrize("wrong", ["", "-1", "a", "1.5", "1e3", "99999999999999999999999"])
def test_an_offset_that_is_none_is_400(patient, upload, wrong):
    assert patch(patient, upload, b"x", wrong).status_code == 400


def test_every_refusal_speaks_the_protocol(patient, doctor, room, upload):
    gone = "/v1/uploads/" + "0" * 32
    for answer in (
        patch(patient, upload, b"x", 5), patch(patient, upload, b"x", 0, **{"Content-Type": "text/plain"}),
        call(patient, "HEAD", gone), call(doctor, "HEAD", upload), create(patient, room, length="many"),
        create(patient, room, length=1 << 50),
    ):
        assert answer.status_code >= 400 and answer.headers["Tus-Resumable"] == "1.0.0", answer.status_code


def test_a_creation_that_is_refused_leaves_nothing(patient, room):
    """Nobody was told where it lies: it would only count against its owner."""
    for _ in range(25):
        answer = call(
            patient, "POST", f"/v1/chats/{room['room_id']}/uploads", b"x", Upload_Length=10, Content_Type="text/plain"
        )
        assert answer.status_code == 415
    assert create(patient, room).status_code == 201


def test_nothing_comes_behind_the_end(patient, room):
    made = create(patient, room)
    address = made.headers["Location"]
    assert patch(patient, address, FILM, 0).status_code == 204
    assert patch(patient, address, b"more", len(FILM)).status_code == 413
    assert patch(patient, address, b"", len(FILM)).status_code == 204


def test_another_content_type_is_415(patient, upload):
    assert patch(patient, upload, b"x", 0, **{"Content-Type": "application/octet-stream"}).status_code == 415
    assert offset(patient, upload) == 0


def test_more_than_was_announced_is_413(patient, upload):
    assert patch(patient, upload, FILM + b"x", 0).status_code == 413
    assert offset(patient, upload) == 0
    # Not announced: found out as the bytes arrive; what came before still counts as nothing.
    chunks = iter([FILM, b"x" * 1000])
    assert patch(patient, upload, chunks, 0).status_code == 413


def test_uploads_are_their_owners_alone(patient, doctor, room, upload):
    for response in (
        call(doctor, "HEAD", upload), patch(doctor, upload, b"x", 0), call(doctor, "DELETE", upload),
        call(patient, "HEAD", "/v1/uploads/" + "0" * 32),
    ):
        assert response.status_code == 404
    assert requests.head(patient.base + upload, headers=TUS, timeout=10).status_code == 420


def test_a_method_may_stand_in_a_field(patient, upload):
    override = {"X-HTTP-Method-Override": "PATCH", "Upload-Offset": "0"} | STREAM
    response = call(patient, "POST", upload, FILM[:10], **override)
    assert response.status_code == 204 and offset(patient, upload) == 10


# Creation


def test_a_length_is_needed(patient, room):
    assert create(patient, room, length="").status_code == 400
    assert create(patient, room, length="-1").status_code == 400
    assert create(patient, room, length="abc").status_code == 400
    assert create(patient, room, length="", Upload_Defer_Length="1").status_code == 400
    assert create(patient, room, length=0).json()["code"] == "file_unreadable"
    too_large = create(patient, room, length=10**12)
    assert too_large.status_code == 413 and too_large.json()["code"] == "file_size"


@pytest.mark.parametrize("wrong", ["filename !!!", "filename YQ== b", "filename YQ", "a /w==,filename ///="])
def test_metadata_must_be_readable(patient, room, wrong):
    response = call(
        patient, "POST", f"/v1/chats/{room['room_id']}/uploads", Upload_Length=5, Upload_Metadata=wrong
    )
    assert response.status_code in (201, 400)
    if response.status_code == 201:
        assert call(patient, "HEAD", response.headers["Location"]).headers["Upload-Metadata"] == wrong


def test_only_members_of_a_room_upload_into_it(patient, room, server):
    stranger = join(server.url, "eyemon", "남")
    assert create(stranger, room).status_code == 445


def test_bytes_may_come_with_the_creation(patient, room):
    metadata = "filename " + base64.b64encode(b"a.mp4").decode()
    address = f"/v1/chats/{room['room_id']}/uploads"
    response = call(
        patient, "POST", address, FILM[:500], Upload_Length=len(FILM), Upload_Metadata=metadata, **STREAM
    )
    assert response.status_code == 201 and response.headers["Upload-Offset"] == "500"
    response = call(patient, "POST", address, FILM, Upload_Length=len(FILM), Upload_Metadata=metadata, **STREAM)
    assert response.status_code == 201 and fetch(patient, response.headers["X-Maru-File"]).content == FILM


def test_too_many_at_a_time_are_429(patient, room):
    answers = [create(patient, room).status_code for _ in range(25)]
    assert answers[0] == 201 and answers[-1] == 429


# Checksum


@pytest.mark.parametrize("algorithm", ["sha1", "sha256", "sha512", "md5"])
def test_a_checksum_is_verified(patient, upload, algorithm):
    good = base64.b64encode(hashlib.new(algorithm, FILM[:1000]).digest()).decode()
    bad = patch(patient, upload, FILM[1:1001], 0, Upload_Checksum=f"{algorithm} {good}")
    assert bad.status_code == 460 and bad.json()["code"] == "checksum_mismatch"
    assert offset(patient, upload) == 0
    assert patch(patient, upload, FILM[:1000], 0, Upload_Checksum=f"{algorithm} {good}").status_code == 204
    assert offset(patient, upload) == 1000


@pytest.mark.parametrize("wrong", ["crc32 AAAA", "sha1", "sha1 !!", "sha1 a b", "SHA1 AAAA"])
def test_a_checksum_that_nobody_knows_is_400(patient, upload, wrong):
    assert patch(patient, upload, b"x", 0, Upload_Checksum=wrong).status_code == 400
    assert offset(patient, upload) == 0


# Expiration and termination


def test_an_upload_says_when_it_ends(patient, room, upload):
    for response in (create(patient, room), call(patient, "HEAD", upload), patch(patient, upload, b"a", 0)):
        end = email.utils.parsedate_to_datetime(response.headers["Upload-Expires"]).timestamp()
        assert 80_000 < end - time.time() < 90_000


def test_what_has_expired_is_gone_and_so_are_its_bytes(start_server):
    server = start_server("--file-keep-seconds", "1")
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    address = create(patient, patient.open_room(doctor)).headers["Location"]
    patch(patient, address, FILM[:1000], 0)
    statuses = set()
    while 404 not in statuses:
        statuses.add(call(patient, "HEAD", address).status_code)
    assert statuses <= {200, 410, 404}
    while list((server.folder / "data/files/uploads").iterdir()):
        pass


def test_a_terminated_upload_is_gone(patient, upload):
    patch(patient, upload, FILM[:1000], 0)
    response = call(patient, "DELETE", upload)
    assert response.status_code == 204 and response.headers["Tus-Resumable"] == "1.0.0"
    assert call(patient, "HEAD", upload).status_code == 404
    assert patch(patient, upload, b"x", 1000).status_code == 404
    assert call(patient, "DELETE", upload).status_code == 404


# What a network does


def raw_patch(person, address, offset, length):
    """A PATCH whose body is sent by hand."""
    host, port = person.base.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=10)
    fields = person.headers(**TUS, **STREAM, **{"Upload-Offset": str(offset), "Content-Length": str(length)})
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    connection.sendall(f"PATCH {address} HTTP/1.1\r\nHost: a\r\n{lines}\r\n".encode())
    return connection


def test_what_came_before_a_cut_is_kept_and_the_rest_goes_on(patient, upload):
    kept = 0
    while kept == 0:
        connection = raw_patch(patient, upload, 0, len(FILM))
        connection.sendall(FILM[:300_000])
        connection.close()
        # Who looks ends the other connection, perhaps before anything has come by it: then it is sent again.
        looks = (offset(patient, upload) for _ in range(50))
        kept = next((seen for seen in looks if seen > 0), 0)
    assert 0 < kept <= 300_000
    response = patch(patient, upload, FILM[kept:], kept)
    assert fetch(patient, response.headers["X-Maru-File"]).content == FILM


def test_what_has_a_checksum_counts_as_a_whole_or_not_at_all(patient, upload):
    host, port = patient.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        fields = patient.headers(**TUS, **STREAM)
        fields |= {"Upload-Offset": "0", "Content-Length": str(len(FILM)), "Upload-Checksum": "sha1 AAAA"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        connection.sendall(f"PATCH {upload} HTTP/1.1\r\nHost: a\r\n{lines}\r\n".encode() + FILM[:100_000])
    assert offset(patient, upload) == 0


def test_of_two_writers_one_waits_outside(patient, upload):
    first, status = None, None
    while status != 423:
        # The second holds the upload for a moment as well, and may be the one that the first finds there.
        if first is None or select.select([first], [], [], 0)[0]:
            first = raw_patch(patient, upload, 0, len(FILM))
            first.sendall(FILM[:1000])
        status = patch(patient, upload, b"", 1).status_code
        assert status in (409, 423)
    # Who looks has lost the other connection: it ends, and what it brought counts.
    kept = offset(patient, upload)
    assert kept in (0, 1000)
    first.close()
    response = patch(patient, upload, FILM[kept:], kept)
    assert fetch(patient, response.headers["X-Maru-File"]).content == FILM


def test_a_kill_loses_nothing_that_was_acknowledged(start_server):
    server = start_server()
    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    address = create(patient, patient.open_room(doctor)).headers["Location"]
    assert patch(patient, address, FILM[:400_000], 0).status_code == 204
    connection = raw_patch(patient, address, 400_000, len(FILM) - 400_000)
    connection.sendall(FILM[400_000:600_000])
    server.kill()
    connection.close()
    server.start()
    kept = offset(patient, address)
    assert kept >= 400_000
    response = patch(patient, address, FILM[kept:], kept)
    assert fetch(patient, response.headers["X-Maru-File"]).content == FILM


def test_what_may_not_be_sent_is_refused_at_the_end_and_the_upload_with_it(patient, room):
    page = b"<html><script>alert(1)</script>" + b" " * 1000
    address = create(patient, room, len(page), "a.mp4").headers["Location"]
    response = patch(patient, address, page, 0)
    assert response.status_code == 400 and response.json()["code"] == "file_type"
    assert call(patient, "HEAD", address).status_code == 404


def test_a_picture_by_tus_is_made_upright_as_well(patient, room):
    content = pictures.jpeg_from_a_phone()
    address = create(patient, room, len(content), "IMG.jpg").headers["Location"]
    attachment = json.loads(patch(patient, address, content, 0).headers["X-Maru-Attachment"])
    assert (attachment["kind"], attachment["width"], attachment["height"]) == ("image", 400, 600)
