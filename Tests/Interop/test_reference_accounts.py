"""§2 to §5 of the older clients' wire, field by field: what their strictest decoders need, and what they send."""

import json
import re
import time

import api
import pytest
import requests
from test_accounts import claims, post, refresh, refuses

ID = re.compile(r"[0-9a-f]{24}")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
USER_INFO = {"user_id": str, "nick": str, "introduction": str, "name": str, "hashTags": list}


def has(body, fields, absent=()):
    for name, kind in fields.items():
        assert isinstance(body.get(name), kind), f"{name}: {body.get(name)!r}"
    for name in absent:
        assert name not in body, name


def is_person(body):
    has(body, USER_INFO)
    assert ID.fullmatch(body["user_id"]) and all(isinstance(tag, str) for tag in body["hashTags"])
    assert body.get("profileImage", "/data/") is not None, "left out and never null"


# §2 Transport


@pytest.mark.parametrize("form", ["{}", "Bearer {}", "bearer {}", "Bearer  {}"])
def test_the_token_comes_raw_or_behind_bearer(server, patient, form):
    headers = {"SeSACKey": "eyemon", "Authorization": form.format(patient.access_token)}
    assert requests.get(server.url + "/v1/users/me/profile", headers=headers, timeout=10).status_code == 200


@pytest.mark.parametrize("key", ["SesacKey", "SeSACKey", "SeSacKey", "sesacKey", "SESACKEY"])
def test_the_key_header_is_read_in_every_spelling(server, patient, key):
    headers = {key: "eyemon", "Authorization": patient.access_token}
    assert requests.get(server.url + "/v1/users/me/profile", headers=headers, timeout=10).status_code == 200


def test_success_is_the_object_itself_a_list_or_nothing(server, patient, doctor):
    assert "user_id" in api.ok(patient.get("/v1/users/me/profile"))
    assert isinstance(api.ok(patient.get("/v1/users/search", params={"nick": "없는사람"}))["data"], list)
    page = api.ok(patient.get("/v1/me/activity"))
    assert isinstance(page["data"], list) and page["next_cursor"] == "0"
    answer = patient.post("/v1/users/logout")
    assert answer.status_code == 200 and answer.content == b""


def test_every_refusal_has_a_message_and_json(server, patient):
    for answer in (
        patient.get("/v1/users/" + "0" * 24 + "/profile"), patient.get("/v1/nowhere"),
        requests.get(server.url + "/v1/chats", timeout=10), post(server, "/v1/users/login", {}),
    ):
        assert answer.status_code >= 400 and answer.headers["Content-Type"].startswith("application/json")
        assert isinstance(answer.json()["message"], str) and answer.json()["message"]


def test_dates_have_milliseconds_and_a_zone(patient, doctor, room):
    message = patient.send(room["room_id"], "안녕하세요")
    for date in (message["createdAt"], message["updatedAt"], room["createdAt"], room["updatedAt"]):
        assert DATE.fullmatch(date)


@pytest.mark.parametrize("name", ["next", "cursor_date"])
@pytest.mark.parametrize("cut", [lambda text: text, lambda text: text[:19] + "Z", lambda text: text[:-1] + "+0000"])
def test_a_cursor_may_come_without_milliseconds(patient, doctor, room, name, cut):
    first = patient.send(room["room_id"], "하나")
    time.sleep(1.1)
    patient.send(room["room_id"], "둘")
    rows = patient.messages(room["room_id"], **{name: cut(first["createdAt"])})
    assert rows[-1]["content"] == "둘"


# §3 Status codes, in their order


def test_checks_come_in_the_order_of_the_reference(server, patient):
    url = server.url + "/v1/users/me/profile"
    bad_body = {"data": "{", "timeout": 10}
    assert requests.put(url, headers={"SeSACKey": "x", "Authorization": "x"}, **bad_body).status_code == 420
    assert requests.put(url, headers={"SeSACKey": "eyemon", "Authorization": "x"}, **bad_body).status_code == 401
    assert requests.put(url, headers=patient.headers(), **bad_body).status_code == 400
    assert patient.put("/v1/users/me/profile", {"nick": "가 나"}).status_code == 402


def test_a_nick_with_a_blank_is_402_wherever_it_comes(server, patient):
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "가 나"}
    refuses(post(server, "/v1/users/join", body), 402, "bad_nickname")
    refuses(patient.put("/v1/users/me/profile", {"nick": "가 나"}), 402, "bad_nickname")


@pytest.mark.parametrize("sign", [".", ",", "?", "*", "-", "@", "+", "^", "$", "{", "}", "(", ")", "|", "[", "]", "\\"])
def test_signs_that_no_nick_may_hold(patient, sign):
    refuses(patient.put("/v1/users/me/profile", {"nick": "가" + sign}), 402)


# §4 Account


def test_the_address_check_answers_a_message(server):
    body = api.ok(post(server, "/v1/users/validation/email", {"email": api.fresh_email()}))
    assert list(body) == ["message"] and body["message"]
    refuses(post(server, "/v1/users/validation/email", {}), 400)


OPTIONAL = {
    "pickup": {"phoneNum": "01012345678", "deviceToken": "d" * 64},
    "estate": {"phoneNum": "01012345678", "introduction": "안녕하세요"},
    "filter": {"introduction": "안녕하세요", "name": "이하늘", "hashTags": ["#눈", "#하늘"]},
    "third": {"phoneNum": "01012345678", "birthDay": "19990131", "gender": "여", "info1": "하나", "info5": "다섯"},
}


@pytest.mark.parametrize("generation", OPTIONAL)
def test_each_generation_joins_and_finds_its_fields_again(server, generation):
    more = OPTIONAL[generation]
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "새벽"} | more
    answer = api.ok(post(server, "/v1/users/join", body))
    has(answer, {"user_id": str, "email": str, "nick": str, "accessToken": str, "refreshToken": str})
    person = api.person_from(server.url, "eyemon", answer)
    profile = api.ok(person.get("/v1/users/me/profile"))
    for name, value in more.items():
        if name != "deviceToken":
            assert profile[name] == value, name
    assert "deviceToken" not in profile


def test_a_join_may_come_as_a_form(server):
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "폼"}
    answer = requests.post(server.url + "/v1/users/join", headers={"SeSACKey": "eyemon"}, data=body, timeout=10)
    assert api.ok(answer)["email"] == body["email"]


def test_login_answers_the_person_and_both_tokens(server, patient):
    body = {"email": patient.email, "password": api.PASSWORD, "deviceToken": "d" * 64}
    answer = api.ok(post(server, "/v1/users/login", body))
    has(
        answer, {"user_id": str, "email": str, "nick": str, "accessToken": str, "refreshToken": str},
        absent=["profileImage"])
    assert answer["user_id"] == patient.user_id and answer["nick"] == patient.nick
    for name in ("email", "password"):
        refuses(post(server, "/v1/users/login", {**body, name: ""}), 400)


def test_both_tokens_are_jwt_with_numeric_expiry(patient):
    for token in (patient.access_token, patient.refresh_token):
        assert token.count(".") == 2
        assert isinstance(claims(token)["exp"], int) and claims(token)["exp"] > time.time()


@pytest.mark.parametrize("header", ["RefreshToken", "Refresh", "refreshtoken"])
@pytest.mark.parametrize("with_access", [True, False])
def test_refreshing_takes_either_header_with_or_without_the_old_token(server, patient, header, with_access):
    headers = {"SeSACKey": "eyemon", header: patient.refresh_token}
    headers |= {"Authorization": patient.access_token} if with_access else {}
    body = api.ok(requests.get(server.url + "/v1/auth/refresh", headers=headers, timeout=10))
    has(body, {"accessToken": str, "refreshToken": str})
    assert body["accessToken"] != patient.access_token and body["refreshToken"] != patient.refresh_token


def test_two_refreshes_at_once_with_one_old_token_both_succeed(server, patient):
    first, second = refresh(server, patient), refresh(server, patient)
    assert first.status_code == second.status_code == 200
    assert first.json()["refreshToken"] == second.json()["refreshToken"]


def test_a_refresh_token_on_every_request_harms_nothing(server, patient):
    headers = patient.headers(RefreshToken=patient.refresh_token)
    assert requests.get(server.url + "/v1/users/me/profile", headers=headers, timeout=10).status_code == 200


def test_these_routes_need_the_key_only(server):
    key = {"SeSACKey": "eyemon"}
    for method, path, body in (
        ("POST", "/v1/users/validation/email", {"email": api.fresh_email()}),
        ("POST", "/v1/users/join", {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "새벽"}),
        ("POST", "/v1/users/login", {"email": "nobody@example.com", "password": "wrong!234"}),
        ("GET", "/common", None),
    ):
        answer = requests.request(method, server.url + path, headers=key, json=body, timeout=10)
        assert answer.status_code in (200, 401), path
        assert answer.status_code == 200 or answer.json()["code"] == "wrong_credentials"


def test_withdrawing_answers_who_went(server, patient):
    assert api.ok(patient.get("/v1/users/withdraw")) == {
        "user_id": patient.user_id, "email": patient.email, "nick": patient.nick}


# §5 Profiles: the rest is in test_profiles.py


def test_people_have_one_form_wherever_they_stand(patient, doctor, room):
    message = patient.send(room["room_id"], "안녕하세요")
    rows = api.ok(patient.get("/v1/users/search", params={"nick": doctor.nick}))["data"]
    for body in [message["sender"], *room["participants"], *rows[:3]]:
        is_person(body)
        assert "email" not in body and "phoneNum" not in body


def test_nothing_is_ever_null(patient, doctor, room):
    patient.send(room["room_id"], "안녕하세요")
    for path in (
        "/v1/users/me/profile", f"/v1/users/{doctor.user_id}/profile", "/v1/users/search?nick=김", "/v1/chats",
        f"/v1/chats/{room['room_id']}", "/v1/me/activity", "/v1/me/export", "/v1/me/erase",
    ):
        assert "null" not in json.dumps(api.ok(patient.get(path))), path


# §14 Home screen


def test_a_day_counts_once(patient, doctor):
    assert api.ok(patient.post("/v1/events/attendance")) == {"days": 1, "is_new": True}
    assert api.ok(patient.post("/v1/events/attendance")) == {"days": 1, "is_new": False}
    assert api.ok(doctor.post("/v1/events/attendance"))["is_new"]


def test_nobody_reads_what_others_asked(server):
    answer = requests.get(server.url + "/v1/log", headers={"SeSACKey": "flatbread"}, timeout=10)
    assert api.ok(answer) == {"count": 0, "logs": []}
