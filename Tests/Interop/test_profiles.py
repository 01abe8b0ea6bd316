"""Profiles, their pictures and the search for people, as every generation of older clients asks for them."""

import re

import api
import pictures
import pytest
import requests
from test_accounts import refuses

TEXTS = ["email", "phoneNum", "introduction", "name", "gender", "birthDay", "info1", "info2", "info3", "info4", "info5"]
LISTS = ["hashTags", "followers", "following", "posts"]
PICTURE = r"/data/profiles/[0-9a-f]{32}\.(png|jpg)"


def png(width=64, height=48):
    return pictures.encoded(pictures.colours(width, height), "PNG")


def upload(person, data, name="face.png", part="profile", type="image/png"):
    return requests.post(
        person.base + "/v1/users/profile/image", headers=person.headers(), files={part: (name, data, type)}, timeout=10)


def edit(person, **body):
    return api.ok(person.put("/v1/users/me/profile", body))


def edit_multipart(person, fields=None, files=None):
    files = [(name, (None, value)) for name, value in (fields or {}).items()] + list((files or {}).items())
    return requests.put(person.base + "/v1/users/me/profile", headers=person.headers(), files=files, timeout=10)


def profile(person, other=None):
    return person.get(f"/v1/users/{other.user_id}/profile" if other else "/v1/users/me/profile")


def has_every_key(body):
    """What the strictest decoders of §5 need: what was never set is "" or [], only the picture is absent."""
    for name in TEXTS:
        assert isinstance(body[name], str), name
    for name in LISTS:
        assert isinstance(body[name], list), name
    assert re.fullmatch(r"[0-9a-f]{24}", body["user_id"]) and body["nick"]
    assert body.get("profileImage", "/data/profiles/") is not None


def test_a_new_profile_has_every_key_and_no_picture(patient):
    body = api.ok(profile(patient))
    has_every_key(body)
    assert "profileImage" not in body
    assert body["email"] == patient.email and body["nick"] == patient.nick and body["user_id"] == patient.user_id


def test_only_what_is_named_changes(patient):
    body = edit(patient, introduction="안녕하세요", phoneNum="01012345678", name="이하늘", hashTags=["#눈", "#건강"])
    has_every_key(body)
    assert body["introduction"] == "안녕하세요" and body["hashTags"] == ["#눈", "#건강"]
    body = edit(patient, nick="바다")
    assert body["nick"] == "바다" and body["phoneNum"] == "01012345678" and body["name"] == "이하늘"
    assert api.ok(profile(patient)) == body
    assert edit(patient) == body, "an empty edit changes nothing"


def test_the_third_generation_edits_by_multipart(patient):
    fields = {"nick": "구름", "phoneNum": "01098765432", "birthDay": "19990131", "gender": "f"}
    fields |= {"info1": "하나", "info5": "다섯"}
    body = api.ok(edit_multipart(patient, fields))
    has_every_key(body)
    assert {name: body[name] for name in fields} == fields and body["info2"] == ""


def test_a_multipart_edit_may_bring_the_picture(patient):
    body = api.ok(edit_multipart(patient, {"nick": "사진"}, {"profile": ("me.png", png(), "image/png")}))
    assert re.fullmatch(PICTURE, body["profileImage"]) and body["nick"] == "사진"
    assert patient.get("/v1" + body["profileImage"]).status_code == 200
    # A part without a file, as forms send it, leaves the picture.
    again = api.ok(edit_multipart(patient, {"nick": "그대로"}, {"profile": ("", b"", "application/octet-stream")}))
    assert again["profileImage"] == body["profileImage"]


@pytest.mark.parametrize("part", ["profile", "files", "아무거나"])
def test_any_file_part_is_taken(patient, part):
    answer = api.ok(upload(patient, png(), part=part))
    assert list(answer) == ["profileImage"] and re.fullmatch(PICTURE, answer["profileImage"])
    assert "profileImage" not in api.ok(profile(patient)), "an upload alone changes no profile"
    assert edit(patient, profileImage=answer["profileImage"])["profileImage"] == answer["profileImage"]


def test_the_kind_of_a_picture_is_decided_by_its_bytes(patient):
    jpeg = pictures.encoded(pictures.colours(40, 40), "JPEG")
    assert api.ok(upload(patient, jpeg, "photo.png"))["profileImage"].endswith(".jpg")
    for form in ("GIF", "WEBP"):
        refuses(upload(patient, pictures.encoded(pictures.colours(40, 40), form), "a.png"), 400, "file_type")
    refuses(upload(patient, b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.png"), 400, "file_type")
    refuses(upload(patient, png()[:60], "a.png"), 400, "file_unreadable")
    refuses(upload(patient, b"", "a.png"), 400)
    refuses(patient.post("/v1/users/profile/image", {"profile": "x"}), 400)


def test_a_megabyte_is_the_limit(patient):
    exact = png() + b"\0" * ((1 << 20) - len(png()))
    assert upload(patient, exact).status_code == 200
    refuses(upload(patient, exact + b"\0"), 400, "file_size")
    assert upload(patient, exact + b"\0" * (1 << 20)).status_code in (400, 413)


def test_a_kept_picture_says_nothing_of_the_phone_that_took_it(patient):
    path = api.ok(upload(patient, pictures.jpeg_from_a_phone()))["profileImage"]
    edit(patient, profileImage=path)
    bytes = patient.get("/v1" + path).content
    assert b"Secret" not in bytes and b"Exif" not in bytes and b"GPS" not in bytes


def test_a_picture_must_be_ones_own(patient, doctor):
    theirs = api.ok(upload(doctor, png()))["profileImage"]
    for path in (theirs, "/data/profiles/nothing.png", "https://example.com/x.png", "/data/chats/x.png"):
        refuses(patient.put("/v1/users/me/profile", {"profileImage": path}), 400)
    assert "profileImage" not in api.ok(profile(patient))


def test_an_empty_path_takes_the_picture_away(patient):
    path = api.ok(upload(patient, png()))["profileImage"]
    edit(patient, profileImage=path)
    assert "profileImage" not in edit(patient, profileImage="")
    refuses(patient.get("/v1" + path), 404)


def test_a_picture_is_seen_by_those_who_may_see_the_person(server, patient, doctor):
    path = api.ok(upload(doctor, png()))["profileImage"]
    refuses(patient.get("/v1" + path), 404), "not before it is in the profile"
    edit(doctor, profileImage=path)
    answer = patient.get("/v1" + path)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "image/png"
    assert patient.get("/v1" + path, params={"x": "1"}).headers["ETag"] == answer.headers["ETag"]
    assert requests.get(server.url + "/v1" + path, timeout=10).status_code == 420
    assert requests.get(server.url + "/v1" + path, headers={"SeSACKey": "eyemon"}, timeout=10).status_code == 401
    mine = api.ok(upload(patient, png()))["profileImage"]
    edit(patient, profileImage=mine)
    refuses(doctor.get("/v1" + mine), 404)
    patient.open_room(doctor)
    assert doctor.get("/v1" + mine).status_code == 200
    part = requests.get(server.url + "/v1" + mine, headers=patient.headers(Range="bytes=0-9"), timeout=10)
    assert part.status_code == 206 and len(part.content) == 10


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"nick": "가 나"}, 402), ({"nick": ""}, 402), ({"nick": "a@b"}, 402), ({"introduction": "가" * 501}, 400),
        ({"info1": "가" * 501}, 400), ({"hashTags": ["#"] * 31}, 400), ({"name": "\0"}, 400),
    ],
)
def test_what_cannot_be_in_a_profile_is_refused(patient, body, status):
    before = api.ok(profile(patient))
    refuses(patient.put("/v1/users/me/profile", body), status)
    assert api.ok(profile(patient)) == before


def test_a_broken_multipart_body_is_refused(patient):
    for type, body in (
        ("multipart/form-data", b"--x\r\n"), ("multipart/form-data; boundary=x", b"--x\r\nnothing"),
        ("multipart/form-data; boundary=x", b""),
    ):
        headers = patient.headers(**{"Content-Type": type})
        answer = requests.put(patient.base + "/v1/users/me/profile", headers=headers, data=body, timeout=10)
        refuses(answer, 400)


def test_patients_find_doctors_only(server, patient, doctor):
    stranger = api.join(server.url, "eyemon", "이하늘")
    body = api.ok(profile(patient, doctor))
    has_every_key(body)
    assert body["email"] == "" and body["phoneNum"] == "" and body["nick"] == doctor.nick
    refuses(profile(patient, stranger), 404, "not_found")
    # Of many with one name a page is shown.
    nick = "김안" + doctor.user_id[:12]
    edit(doctor, nick=nick)
    found = api.ok(patient.get("/v1/users/search", params={"nick": nick[:-1]}))["data"]
    assert [row["user_id"] for row in found] == [doctor.user_id]
    assert api.ok(patient.get("/v1/users/search", params={"nick": "이하늘"}))["data"] == []
    for row in found:
        assert {"user_id", "nick", "introduction", "name", "hashTags"} <= row.keys()
        assert "email" not in row and "phoneNum" not in row


def test_doctors_find_their_own_patients_only(server, doctor):
    nick = "환자" + str(next(api.numbers))
    own, stranger = api.join(server.url, "eyemon", nick), api.join(server.url, "eyemon", nick)
    other = api.join(server.url, "eyemon-doctor", nick)
    own.open_room(doctor)
    rows = api.ok(doctor.get("/v1/users/search", params={"nick": nick}))["data"]
    assert [row["user_id"] for row in rows] == [own.user_id]
    assert profile(doctor, own).status_code == 200
    for nobody in (stranger, other):
        refuses(profile(doctor, nobody), 404, "not_found")


def test_members_of_another_realm_find_each_other_and_nobody_else(server, doctor):
    nick = "회원" + str(next(api.numbers))
    one, two = api.join(server.url, "flatbread", nick), api.join(server.url, "flatbread", nick + "둘")
    rows = api.ok(one.get("/v1/users/search", params={"nick": nick}))["data"]
    assert [row["user_id"] for row in rows] == [two.user_id], "without oneself"
    body = api.ok(profile(one, two))
    assert body["email"] == "" and body["phoneNum"] == ""
    refuses(profile(one, doctor), 404)
    assert api.ok(one.get("/v1/users/search", params={"nick": "%"}))["data"] == []


def test_a_search_needs_a_nick_and_a_profile_a_person(patient):
    refuses(patient.get("/v1/users/search"), 400)
    refuses(patient.get("/v1/users/search", params={"nick": ""}), 400)
    for id in ("0" * 24, "nonsense", "1"):
        refuses(patient.get(f"/v1/users/{id}/profile"), 404, "not_found")


def test_ones_own_profile_by_id_is_whole(patient):
    assert api.ok(profile(patient, patient)) == api.ok(profile(patient))
