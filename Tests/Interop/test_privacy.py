"""The archive, the way out, and the records of an account."""

import io
import json
import time
import zipfile

import api
import pictures
import requests
from test_accounts import post, refresh, refuses, until


def files_of(person, room, data, name="눈.png"):
    answer = requests.post(
        person.base + f"/v1/chats/{room['room_id']}/files", headers=person.headers(),
        files={"files": (name, data, "image/png")}, timeout=10)
    return api.ok(answer)["files"]


def export(person):
    state = api.ok(person.post("/v1/me/export"))
    assert state["state"] in ("preparing", "ready")
    limit = time.monotonic() + 20
    while state["state"] == "preparing":
        assert time.monotonic() < limit, "no archive"
        time.sleep(0.2)
        state = api.ok(person.get("/v1/me/export"))
    assert state["state"] == "ready", state
    return state


def opened(answer):
    assert answer.status_code == 200, answer.text[:200]
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    return archive


def test_the_archive_has_what_is_mine_and_nothing_else(server, patient, doctor, room):
    picture = pictures.encoded(pictures.colours(64, 48), "PNG")
    patient.say(room["room_id"], content="내 말", files=files_of(patient, room, picture))
    doctor.send(room["room_id"], "의사의 말")
    gone = patient.send(room["room_id"], "지운 말")
    patient.take_back(gone)
    stranger = api.join(server.url, "eyemon", "남")
    stranger.send(stranger.open_room(doctor)["room_id"], "남의 말")
    assert api.ok(patient.get("/v1/me/export")) == {"state": "none", "size": 0}
    state = export(patient)
    archive = opened(requests.get(server.url + state["url"], timeout=20))
    assert len(requests.get(server.url + state["url"], timeout=20).content) == state["size"]
    names = archive.namelist()
    assert "README.txt" in names and "내 정보" in archive.read("README.txt").decode()
    data = {name: json.loads(archive.read(name)) for name in names if name.startswith("data/")}
    assert data["data/profile.json"][0]["email"] == patient.email
    assert [row["content"] for row in data["data/messages.json"]] == ["내 말", "의사의 말"]
    assert {row["user_id"] for row in data["data/people.json"]} == {patient.user_id, doctor.user_id}
    kept = [name for name in names if name.startswith("files/")]
    assert len(kept) == 1 and archive.read(kept[0])[:4] == b"\x89PNG"
    assert data["data/activity.json"][-1]["kind"] == "export_asked"
    text = b"".join(archive.read(name) for name in names if name.startswith("data/")).decode()
    for secret in (patient.access_token, patient.refresh_token, "argon2", "남의 말", "지운 말", doctor.email):
        assert secret not in text


def test_the_link_of_an_archive_is_its_owners_and_short(server, patient, doctor):
    url = server.url + export(patient)["url"]
    head = requests.head(url, timeout=10)
    assert head.headers["Content-Type"] == "application/zip" and "attachment" in head.headers["Content-Disposition"]
    assert head.headers["Cache-Control"] == "private, no-store"
    part = requests.get(url, headers={"Range": "bytes=0-3"}, timeout=10)
    assert part.status_code == 206 and part.content == b"PK\x03\x04"
    path = url.split("?")[0]
    assert requests.get(path, headers=doctor.headers(), timeout=10).status_code == 404
    assert requests.get(path, headers=patient.headers(), timeout=10).status_code == 200
    assert requests.get(path, timeout=10).status_code == 420
    assert requests.get(url[:-4] + "AAAA", timeout=10).status_code == 401
    kinds = [row["kind"] for row in api.ok(patient.get("/v1/me/activity"))["data"]]
    assert kinds.count("export_fetched") == 2, "a part is a fetch as well, a refused one none at all"
    patient.post("/v1/users/logout")
    assert requests.get(url, timeout=10).status_code == 419


def test_one_archive_at_a_time(patient):
    first = api.ok(patient.post("/v1/me/export"))
    second = api.ok(patient.post("/v1/me/export"))
    assert first["created_at"] == second["created_at"]


def test_erasing_needs_a_password_or_a_fresh_sign_in(server, patient):
    preview = api.ok(patient.get("/v1/me/erase"))
    assert preview == {"open": [], "has_password": True, "is_fresh": True}
    refuses(patient.post("/v1/me/erase", {"password": "wrong!234"}), 400, "wrong_credentials")
    assert patient.get("/v1/users/me/profile").status_code == 200
    answer = patient.post("/v1/me/erase", {"password": api.PASSWORD})
    assert answer.status_code == 200 and answer.content == b""
    assert patient.get("/v1/users/me/profile").status_code in (403, 419)
    assert refresh(server, patient).status_code in (403, 418)
    body = {"email": patient.email, "password": api.PASSWORD}
    refuses(post(server, "/v1/users/login", body), 401, "wrong_credentials")
    assert post(server, "/v1/users/validation/email", {"email": patient.email}).status_code == 200


def test_guessing_passwords_at_the_way_out_is_slowed_down(patient):
    answers = [patient.post("/v1/me/erase", {"password": f"wrong!{number}234"}).status_code for number in range(12)]
    assert answers[0] == 400 and answers[-1] == 429


def test_withdrawing_as_older_clients_do(server, patient):
    answer = api.ok(patient.get("/v1/users/withdraw"))
    assert answer == {"user_id": patient.user_id, "email": patient.email, "nick": patient.nick}
    assert patient.get("/v1/chats").status_code in (403, 419)
    again = api.join(server.url, "eyemon", "다시", email=patient.email)
    assert again.user_id != patient.user_id and again.rooms() == []


def test_of_an_erased_patient_the_doctor_keeps_the_record_without_the_name(patient, doctor, room):
    patient.send(room["room_id"], "어제부터 눈이 아파요")
    patient.get("/v1/users/withdraw")
    mine = next(row for row in doctor.rooms() if row["room_id"] == room["room_id"])
    other = next(row for row in mine["participants"] if row["user_id"] != doctor.user_id)
    assert other["nick"] == "(알 수 없음)" and "profileImage" not in other
    assert [row["content"] for row in doctor.messages(room["room_id"])] == ["어제부터 눈이 아파요"]
    refuses(doctor.get(f"/v1/users/{patient.user_id}/profile"), 404)


def test_of_an_erased_member_nothing_stays_with_others(server):
    one, two = api.join(server.url, "flatbread", "하나"), api.join(server.url, "flatbread", "둘")
    room = one.open_room(two)
    one.send(room["room_id"], "지워질 말")
    two.send(room["room_id"], "남을 말")
    one.get("/v1/users/withdraw")
    until(lambda: two.history(room["room_id"])["data"][0].get("deleted") is True)
    contents = [row["content"] for row in two.messages(room["room_id"])]
    assert "지워질 말" not in contents and "남을 말" in contents


def test_who_opened_a_file_is_shown_to_the_patient(patient, doctor, room):
    path = files_of(patient, room, pictures.encoded(pictures.colours(64, 48), "PNG"))[0]
    patient.say(room["room_id"], content="", files=[path])
    assert doctor.get("/v1" + path).status_code == 200
    page = api.ok(patient.get("/v1/me/file-openings"))
    assert page["next_cursor"] == "0"
    entry = page["data"][0]
    assert entry["file"] == path and entry["person"]["user_id"] == doctor.user_id and entry["is_me"] is False
    assert entry["room_id"] == room["room_id"] and entry["variant"] == "original" and entry["title"] == "눈.png"
    assert patient.get("/v1" + path).status_code == 200
    first = api.ok(patient.get("/v1/me/file-openings", params={"limit": 1}))
    assert first["data"][0]["is_me"] is True and first["next_cursor"] != "0"
    second = api.ok(patient.get("/v1/me/file-openings", params={"limit": 1, "cursor": first["next_cursor"]}))
    assert second["data"][0]["opening_id"] == entry["opening_id"] and second["next_cursor"] == "0"
    own = api.ok(doctor.get("/v1/me/file-openings"))["data"]
    assert [row["is_me"] for row in own] == [True], "a doctor sees what they opened themselves"


def test_what_happened_to_the_account_is_shown_to_its_owner(server, patient):
    api.ok(patient.put("/v1/users/me/profile", {"nick": "바뀐이름"}))
    page = api.ok(patient.get("/v1/me/activity"))
    assert page["data"][0]["kind"] == "profile_changed" and page["data"][0]["actor"] == "person"
    assert page["data"][0]["address"] and page["next_cursor"] == "0"
    refuses(patient.get("/v1/me/activity", params={"cursor": "nonsense"}), 400)
    refuses(patient.get("/v1/me/activity", params={"limit": "x"}), 400)
    stranger = api.join(server.url, "eyemon", "남")
    kinds = [row["kind"] for row in api.ok(stranger.get("/v1/me/activity"))["data"]]
    assert "profile_changed" not in kinds


def test_an_archive_survives_a_restart_and_goes_with_its_owner(start_server):
    server = start_server()
    person = api.join(server.url)
    url = server.url + export(person)["url"]
    server.kill()
    server.start()
    opened(requests.get(url, timeout=20))
    assert len(list(server.folder.rglob("exports/*.zip"))) == 1
    api.ok(person.get("/v1/users/withdraw"))
    assert requests.get(url, timeout=10).status_code in (401, 403, 404, 419)
    until(lambda: not list(server.folder.rglob("exports/*.zip")))
