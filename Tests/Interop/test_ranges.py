"""Conditions and ranges of RFC 9110 over sealed files: one test per row of its rules."""

import email.utils
import re
import time

import pictures
import pytest
import requests
from test_files import attach, fetch, upload

LENGTH = 200_000
CONTENT = pictures.MP4_HEAD + bytes(index * 31 % 253 for index in range(LENGTH - len(pictures.MP4_HEAD)))


@pytest.fixture(scope="module")
def film(server):
    from api import join

    patient, doctor = join(server.url), join(server.url, "eyemon-doctor")
    room = patient.open_room(doctor)
    path = upload(patient, room, ("film.mp4", CONTENT))["files"][0]
    attach(patient, room, path)
    whole = fetch(doctor, path)
    assert whole.status_code == 200 and whole.content == CONTENT
    return lambda method="GET", **headers: requests.request(
        method, server.url + "/v1" + path, timeout=10,
        headers=doctor.headers(**{name.replace("_", "-"): value for name, value in headers.items()}),
    ), whole.headers


def test_validators_and_the_offer_of_ranges(film):
    _, fields = film
    assert re.fullmatch(r'"[^"]+"', fields["ETag"]), "strong"
    assert email.utils.parsedate_to_datetime(fields["Last-Modified"]).timestamp() <= time.time() + 1
    assert fields["Accept-Ranges"] == "bytes" and fields["Content-Length"] == str(LENGTH)


# 14.1.2 and 14.2: a single range


@pytest.mark.parametrize(
    "value, first, last",
    [
        ("bytes=0-0", 0, 0), ("bytes=0-99", 0, 99), ("bytes=65535-65536", 65535, 65536),
        ("bytes=131072-", 131072, LENGTH - 1), (f"bytes={LENGTH - 1}-", LENGTH - 1, LENGTH - 1),
        ("bytes=100-99999999999999999999", 100, LENGTH - 1), ("bytes=-1", LENGTH - 1, LENGTH - 1),
        ("bytes=-70000", LENGTH - 70000, LENGTH - 1), ("BYTES=5-6", 5, 6), ("bytes= 5-6 , ", 5, 6),
        ("bytes=0-5, 3-9", 0, 9),
    ],
)
def test_a_part_is_206_with_its_place(film, value, first, last):
    response = film[0](Range=value)
    assert response.status_code == 206 and response.content == CONTENT[first : last + 1]
    assert response.headers["Content-Range"] == f"bytes {first}-{last}/{LENGTH}"
    assert response.headers["ETag"] == film[1]["ETag"] and response.headers["Content-Type"] == "video/mp4"


@pytest.mark.parametrize(
    "value",
    ["bytes=", "bytes=abc", "bytes=5-4", "bytes=-", "bytes 0-5", "lines=0-5", "bytes=1-2-3", "bytes=0x1-5",
     "bytes=" + ",".join(f"{index}-{index}" for index in range(50)), f"bytes=-{LENGTH * 2}"],
)
def test_what_is_no_range_is_ignored(film, value):
    response = film[0](Range=value)
    # A suffix longer than the whole selects all of it, as one part or as the whole.
    assert response.status_code == 200 or (value.startswith("bytes=-2") or value.startswith("bytes=-4"))
    assert response.content == CONTENT


@pytest.mark.parametrize(
    "value", [f"bytes={LENGTH}-", f"bytes={LENGTH}-{LENGTH + 5}", "bytes=-0", f"bytes={LENGTH}-, -0"]
)
def test_what_lies_outside_is_416_with_the_length(film, value):
    response = film[0](Range=value)
    assert response.status_code == 416 and response.content == b""
    assert response.headers["Content-Range"] == f"bytes */{LENGTH}"


def test_where_one_of_several_lies_outside_the_others_are_sent(film):
    response = film[0](Range=f"bytes=0-4,{LENGTH}-")
    assert response.status_code == 206 and response.content == CONTENT[:5]


# 14.6: several ranges


def test_several_parts_are_multipart(film):
    response = film[0](Range="bytes=0-9,65530-65545,-10")
    assert response.status_code == 206 and "Content-Range" not in response.headers
    boundary = re.fullmatch(r"multipart/byteranges; boundary=(\S+)", response.headers["Content-Type"])[1]
    pieces = response.content.split(b"--" + boundary.encode())
    assert pieces[-1] == b"--\r\n" and len(pieces) == 5
    for piece, (first, last) in zip(pieces[1:-1], ((0, 9), (65530, 65545), (LENGTH - 10, LENGTH - 1))):
        head, body = piece.split(b"\r\n\r\n", 1)
        assert f"Content-Range: bytes {first}-{last}/{LENGTH}".encode() in head and b"video/mp4" in head
        assert body == CONTENT[first : last + 1] + b"\r\n"


# 14.2: other methods


def test_head_has_the_fields_of_get_and_no_range(film):
    response = film[0]("HEAD", Range="bytes=0-9")
    assert response.status_code == 200 and response.content == b""
    assert response.headers["Content-Length"] == str(LENGTH) and response.headers["ETag"] == film[1]["ETag"]


# 13.1.5: If-Range


def test_if_range_with_the_same_tag_or_date_gives_the_part(film):
    for value in (film[1]["ETag"], film[1]["Last-Modified"]):
        assert film[0](Range="bytes=0-9", If_Range=value).status_code == 206


@pytest.mark.parametrize(
    "value", ['"other"', "weak", "Sun, 06 Nov 1994 08:49:37 GMT", "Sat, 01 Jan 2050 00:00:00 GMT", "no date"]
)
def test_if_range_with_anything_else_gives_the_whole(film, value):
    value = "W/" + film[1]["ETag"] if value == "weak" else value
    response = film[0](Range="bytes=0-9", If_Range=value)
    assert response.status_code == 200 and response.content == CONTENT


# 13.1.1 to 13.1.4, and their order in 13.2.2


def test_if_match(film):
    tag = film[1]["ETag"]
    for value in (tag, f'"x", {tag}', "*"):
        assert film[0](If_Match=value).status_code == 200
    for value in ('"x"', "W/" + tag):
        assert film[0](If_Match=value).status_code == 412


def test_if_none_match(film):
    tag = film[1]["ETag"]
    for method in ("GET", "HEAD"):
        for value in (tag, "W/" + tag, f'"x" , W/{tag}', "*"):
            response = film[0](method, If_None_Match=value)
            assert response.status_code == 304 and response.content == b"" and response.headers["ETag"] == tag
    assert film[0](If_None_Match='"x"').status_code == 200
    # Before the range.
    assert film[0](If_None_Match=tag, Range="bytes=0-9").status_code == 304


def test_if_modified_since(film):
    same = film[1]["Last-Modified"]
    before, after = "Sun, 06 Nov 1994 08:49:37 GMT", "Sat, 01 Jan 2050 00:00:00 GMT"
    assert film[0](If_Modified_Since=same).status_code == 304
    assert film[0](If_Modified_Since=after).status_code == 304
    assert film[0](If_Modified_Since=before).status_code == 200
    assert film[0](If_Modified_Since="no date").status_code == 200
    for old in ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"):
        assert film[0](If_Unmodified_Since=old).status_code == 412
    # Ignored beside If-None-Match.
    assert film[0](If_Modified_Since=same, If_None_Match='"x"').status_code == 200


def test_if_unmodified_since(film):
    same = film[1]["Last-Modified"]
    assert film[0](If_Unmodified_Since=same).status_code == 200
    assert film[0](If_Unmodified_Since="Sun, 06 Nov 1994 08:49:37 GMT").status_code == 412
    # Ignored beside If-Match.
    past = "Sun, 06 Nov 1994 08:49:37 GMT"
    assert film[0](If_Unmodified_Since=past, If_Match=film[1]["ETag"]).status_code == 200
