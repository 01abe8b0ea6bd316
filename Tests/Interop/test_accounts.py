"""Accounts and sessions, as clients of the reference know them."""

import base64
import json
import re
import time

import api
import pytest
import requests

UNKNOWN_KEY_TEXT = "This service sesac_memolease only"
BAD_TOKEN_TEXT = "인증할 수 없는 엑세스 토큰입니다."
EXPIRED_TOKEN_TEXT = "액세스 토큰이 만료되었습니다."


def post(server, path, body, key="eyemon", **headers):
    return requests.post(server.url + path, headers={"SeSACKey": key, **headers}, json=body, timeout=10)


def claims(token):
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def refuses(response, status, code=None):
    assert response.status_code == status, response.text
    body = response.json()
    assert body["message"]
    assert body["display"] in ("toast", "dialog", "none")
    if code:
        assert body["code"] == code
    return body


def test_a_free_address_is_said_to_be_free(server):
    answer = post(server, "/v1/users/validation/email", {"email": api.fresh_email()})
    assert answer.status_code == 200 and answer.json()["message"]


def test_a_taken_address_is_refused(server, patient):
    refuses(post(server, "/v1/users/validation/email", {"email": patient.email}), 409, "email_taken")
    body = {"email": patient.email, "password": api.PASSWORD, "nick": "또"}
    refuses(post(server, "/v1/users/join", body), 409, "email_taken")


def test_an_address_is_one_whatever_its_case(server, patient):
    refuses(post(server, "/v1/users/validation/email", {"email": patient.email.upper()}), 409)
    assert api.login(server.url, patient.email.upper()).user_id == patient.user_id


def test_joining_answers_tokens_and_the_person(server):
    email = api.fresh_email()
    answer = post(server, "/v1/users/join", {"email": email, "password": api.PASSWORD, "nick": "새벽"}).json()
    assert answer["email"] == email and answer["nick"] == "새벽" and answer["role"] == "patient"
    assert re.fullmatch(r"[0-9a-f]{24}", answer["user_id"])
    assert claims(answer["accessToken"])["exp"] > time.time()
    assert claims(answer["refreshToken"])["exp"] > claims(answer["accessToken"])["exp"]
    assert "profileImage" not in answer, "an optional value that was never set is left out"


def test_the_doctors_key_makes_a_doctor(server, doctor, patient):
    doctors = patient.get("/v1/doctors").json()["data"]
    mine = [row for row in doctors if row["user_id"] == doctor.user_id]
    assert mine and mine[0]["nick"] == doctor.nick
    assert {"introduction", "clinic", "specialty"} <= mine[0].keys()
    assert patient.user_id not in [row["user_id"] for row in doctors]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"email": "a@example.com", "nick": "가"}, 400),
        ({"email": "no-address", "password": api.PASSWORD, "nick": "가"}, 400),
        ({"email": "b1@example.com", "password": "short1!", "nick": "가"}, 400),
        ({"email": "b2@example.com", "password": "onlyletters!", "nick": "가"}, 400),
        ({"email": "b3@example.com", "password": "12345678!", "nick": "가"}, 400),
        ({"email": "b4@example.com", "password": "letters123", "nick": "가"}, 400),
        ({"email": "b5@example.com", "password": api.PASSWORD, "nick": "가 나"}, 402),
        ({"email": "b6@example.com", "password": api.PASSWORD, "nick": "가@나"}, 402),
        ({"email": 5, "password": api.PASSWORD, "nick": "가"}, 400),
    ],
)
def test_what_is_missing_or_malformed_is_refused(server, body, status):
    refuses(post(server, "/v1/users/join", body), status)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"email":"a@example.com"} x', '{"email":"\\ud800"}', "\xff"])
def test_a_body_that_is_no_json_object_is_refused(server, text):
    headers = {"SeSACKey": "eyemon", "Content-Type": "application/json"}
    answer = requests.post(server.url + "/v1/users/login", headers=headers, data=text.encode("latin-1"), timeout=10)
    refuses(answer, 400)


def test_login_tells_not_which_half_was_wrong(server, patient):
    wrong = refuses(post(server, "/v1/users/login", {"email": patient.email, "password": "wrong!234"}), 401)
    unknown = refuses(post(server, "/v1/users/login", {"email": "nobody@example.com", "password": "wrong!234"}), 401)
    assert wrong == unknown and wrong["code"] == "wrong_credentials"


def test_the_key_is_asked_before_the_token_and_the_body(server, patient):
    for key in (None, "", "nonsense"):
        headers = {"Authorization": "nonsense"} | ({"SeSACKey": key} if key is not None else {})
        answer = requests.post(server.url + "/v1/chats", headers=headers, data="{", timeout=10)
        assert refuses(answer, 420, "wrong_key")["message"] == UNKNOWN_KEY_TEXT


def test_the_token_is_asked_before_the_body_and_the_target(server):
    answer = post(server, "/v1/chats", {"wrong": 1}, Authorization="nonsense")
    assert refuses(answer, 401, "access_invalid")["message"] == BAD_TOKEN_TEXT
    refuses(requests.get(server.url + "/v1/chats", headers={"SeSACKey": "eyemon"}, timeout=10), 401)


def test_the_body_is_asked_before_the_target(patient):
    refuses(patient.post("/v1/chats/" + "0" * 24, {}), 400)
    refuses(patient.post("/v1/chats/" + "0" * 24, {"content": "안녕"}), 404, "not_found")


def test_headers_are_read_in_any_case(server, patient):
    for name in ("sesackey", "SESACKEY", "SesacKey", "SeSacKey"):
        headers = {name: "eyemon", "authorization": patient.access_token}
        assert requests.get(server.url + "/v1/chats", headers=headers, timeout=10).status_code == 200


def test_a_leading_bearer_is_stripped(server, patient):
    headers = {"SeSACKey": "eyemon", "Authorization": "Bearer " + patient.access_token}
    assert requests.get(server.url + "/v1/chats", headers=headers, timeout=10).status_code == 200


def test_a_changed_token_is_refused(server, patient):
    head, payload, signature = patient.access_token.split(".")
    flipped = signature[:-2] + ("A" if signature[-2] != "A" else "B") + signature[-1]
    none = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').rstrip(b"=").decode()
    for token in (f"{head}.{payload}.{flipped}", f"{none}.{payload}.", f"{head}.{payload}", patient.refresh_token):
        headers = {"SeSACKey": "eyemon", "Authorization": token}
        answer = requests.get(server.url + "/v1/chats", headers=headers, timeout=10)
        assert refuses(answer, 401)["message"] == BAD_TOKEN_TEXT


def test_an_unknown_route_is_444(server, patient):
    refuses(patient.get("/v1/nowhere"), 444, "unknown_route")
    refuses(requests.get(server.url + "/v1/nowhere", headers={"SeSACKey": "eyemon"}, timeout=10), 444)


def refresh(server, person, token=None):
    headers = person.headers(RefreshToken=token or person.refresh_token)
    return requests.get(server.url + "/v1/auth/refresh", headers=headers, timeout=10)


def test_refresh_rotates_both_tokens(server, patient):
    answer = api.ok(refresh(server, patient))
    assert answer["accessToken"] != patient.access_token and answer["refreshToken"] != patient.refresh_token
    patient.access_token, patient.refresh_token = answer["accessToken"], answer["refreshToken"]
    assert patient.get("/v1/chats").status_code == 200


def test_an_old_refresh_token_gets_the_same_new_pair(server, patient):
    first, second = api.ok(refresh(server, patient)), api.ok(refresh(server, patient))
    assert first["refreshToken"] == second["refreshToken"]


def test_an_access_token_is_no_refresh_token(server, patient):
    assert refresh(server, patient, patient.access_token).status_code in (401, 418)
    assert refresh(server, patient, "nonsense").status_code in (401, 418)


def test_logout_ends_the_session(server, patient):
    answer = patient.post("/v1/users/logout")
    assert answer.status_code == 200 and answer.content == b""
    assert refuses(patient.get("/v1/chats"), 419, "access_expired")["message"] == EXPIRED_TOKEN_TEXT
    refuses(refresh(server, patient), 418, "refresh_expired")


def test_expired_tokens_are_419_and_418(start_server):
    server = start_server(MARU_ACCESS_SECONDS="1", MARU_REFRESH_SECONDS="3")
    person = api.join(server.url)
    until(lambda: person.get("/v1/chats").status_code == 419)
    assert refuses(person.get("/v1/chats"), 419, "access_expired")["message"] == EXPIRED_TOKEN_TEXT
    assert refresh(server, person).status_code == 200
    until(lambda: refresh(server, person).status_code == 418)


def until(fact, within=8):
    limit = time.monotonic() + within
    while not fact():
        assert time.monotonic() < limit, "did not come true"
        time.sleep(0.1)


def test_guessing_passwords_is_slowed_down(start_server):
    server = start_server(MARU_LOGIN_TRIES="4")
    person = api.join(server.url)
    wrong = {"email": person.email, "password": "wrong!234"}
    answers = [post(server, "/v1/users/login", wrong) for _ in range(6)]
    assert [answer.status_code for answer in answers[:3]] == [401] * 3
    assert answers[-1].status_code == 429
    body = refuses(answers[-1], 429, "too_many_calls")
    assert body["retry_after"] > 0
    assert person.get("/v1/chats").status_code == 200, "who is signed in does not notice"
