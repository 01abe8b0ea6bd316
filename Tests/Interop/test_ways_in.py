"""Every way into an account over live HTTP: codes, passwords, addresses, numbers, consents, doctors."""

import concurrent.futures
import statistics
import subprocess
import time

import api
import live
import outbox
import pytest
import requests
from test_accounts import post, refuses

NEW_PASSWORD = "floor&7open"
numbers = iter(range(10_000_000, 99_999_999))


def number():
    return f"010{next(numbers)}"


def international(phone):
    return "+82" + phone[1:]


def put(server, path, body, person):
    return requests.put(server.url + path, headers=person.headers(), json=body, timeout=10)


def phone_login(server, phone, code, key="eyemon", **more):
    return post(server, "/v1/account/phone/login", {"phone": phone, "code": code} | more, key)


def sent(answer):
    body = api.ok(answer)
    assert body["expires_in"] == 300 and body["resend_after"] == 30
    return body


def everything(server):
    terms = api.ok(requests.get(server.url + "/v1/account/terms", headers={"SeSACKey": "eyemon"}, timeout=10))["data"]
    return [{"kind": text["kind"], "version": text["version"]} for text in terms]


def test_a_forgotten_password_is_reset_by_mail(server, patient):
    sent(post(server, "/v1/account/reset", {"email": patient.email}))
    code = outbox.newest_code(server, patient.email)
    body = {"email": patient.email, "code": code, "new_password": NEW_PASSWORD}
    refuses(post(server, "/v1/account/reset/confirm", body | {"new_password": "qwer1234!"}), 400, "common_password")
    answer = post(server, "/v1/account/reset/confirm", body)
    assert answer.status_code == 200 and answer.content == b""
    refuses(patient.get("/v1/chats"), 419, "access_expired")
    refuses(post(server, "/v1/account/reset/confirm", body), 400, "wrong_code")
    login = {"email": patient.email, "password": NEW_PASSWORD}
    assert post(server, "/v1/users/login", login).status_code == 200
    refuses(post(server, "/v1/users/login", login | {"password": api.PASSWORD}), 401)


def test_a_reset_does_not_tell_who_has_an_account(server, patient):
    unknown = api.fresh_email("nobody")
    assert sent(post(server, "/v1/account/reset", {"email": unknown})) == sent(
        post(server, "/v1/account/reset", {"email": patient.email})
    )
    outbox.newest_code(server, patient.email)
    assert outbox.count(server, unknown) == 0
    again = [refuses(post(server, "/v1/account/reset", {"email": who}), 429) for who in (unknown, patient.email)]
    assert again[0]["message"] == again[1]["message"]


def assert_equally_long(known, unknown):
    """Both lists in seconds. The quick ones of each tell what is done; the slow ones, what else the machine did."""
    quick = [statistics.quantiles(times, n=5)[0] for times in (known, unknown)]
    assert 0.6 < quick[0] / quick[1] < 1.67, quick


@pytest.mark.parametrize("former", ["8", "1"])
def test_known_and_unknown_addresses_take_equally_long(start_server, former):
    """One after the other and mixed; a hash of a few milliseconds stands between. A hash may be from a cheaper time."""
    server = start_server(MARU_PASSWORD_MEBIBYTES=former)
    person = api.join(server.url)
    server.environment["MARU_PASSWORD_MEBIBYTES"] = "8"
    server.restart()
    times = {True: [], False: []}
    for turn in range(60):
        known = turn % 2 == 0
        address = person.email if known else api.fresh_email("nobody")
        began = time.perf_counter()
        refuses(post(server, "/v1/users/login", {"email": address, "password": "wrong!234"}), 401)
        times[known].append(time.perf_counter() - began)
    assert_equally_long(times[True], times[False])


def test_a_reset_takes_equally_long_whoever_asks(server):
    people = [api.join(server.url).email for _ in range(30)]
    times = {True: [], False: []}
    for address in [address for person in people for address in (person, api.fresh_email("nobody"))]:
        # The letter before is on its way by then: whoever comes next would wait for its syncs.
        time.sleep(0.05)
        began = time.perf_counter()
        sent(post(server, "/v1/account/reset", {"email": address}))
        times[address in people].append(time.perf_counter() - began)
    assert_equally_long(times[True], times[False])


def test_a_changed_password_ends_the_other_sessions(server, patient):
    elsewhere = api.login(server.url, patient.email)
    refuses(put(server, "/v1/me/password", {"password": "x", "new_password": NEW_PASSWORD}, patient), 400)
    body = {"password": api.PASSWORD, "new_password": NEW_PASSWORD}
    assert put(server, "/v1/me/password", body, patient).status_code == 200
    assert patient.get("/v1/chats").status_code == 200
    refuses(elsewhere.get("/v1/chats"), 419)


def test_an_address_is_changed_by_who_reads_its_mail(server, patient):
    new = api.fresh_email("new")
    refuses(patient.post("/v1/me/email/code", {"email": new, "password": "wrong!234"}), 400, "wrong_credentials")
    sent(patient.post("/v1/me/email/code", {"email": new, "password": api.PASSWORD}))
    code = outbox.newest_code(server, new)
    refuses(put(server, "/v1/me/email", {"email": new, "code": "x"}, patient), 400, "wrong_code")
    assert put(server, "/v1/me/email", {"email": new, "code": code}, patient).status_code == 200
    identities = api.ok(patient.get("/v1/me/identities"))["data"]
    assert [(row["kind"], row["label"], row["verified"]) for row in identities] == [("email", new, True)]
    assert post(server, "/v1/users/login", {"email": new, "password": api.PASSWORD}).status_code == 200


def test_a_number_signs_up_and_in(server):
    phone = number()
    sent(post(server, "/v1/account/phone/code", {"phone": phone}))
    code = outbox.newest_code(server, international(phone))
    refuses(phone_login(server, phone, code), 404, "phone_unknown")
    body = {"consents": everything(server), "over14": True}
    answer = api.ok(phone_login(server, f"+82 (0){phone[1:]}", code, nick="바다", **body))
    assert answer["nick"] == "바다" and answer["email"] == "" and answer["role"] == "patient"
    person = api.person_from(server.url, "eyemon", answer)
    assert api.ok(person.get("/v1/me/consents"))["missing"] == []
    refuses(phone_login(server, phone, code), 400, "wrong_code")
    refuses(person.delete("/v1/me/identities/phone"), 409, "last_way_in")


def test_a_number_becomes_another_way_in_and_the_address_may_go(server, patient):
    phone = number()
    sent(post(server, "/v1/account/phone/code", {"phone": phone}))
    code = outbox.newest_code(server, international(phone))
    body = {"phone": phone, "code": code, "password": api.PASSWORD}
    refuses(put(server, "/v1/me/phone", body | {"password": ""}, patient), 400, "proof_needed")
    refuses(put(server, "/v1/me/phone", body | {"code": "x"}, patient), 400, "wrong_code")
    assert put(server, "/v1/me/phone", body, patient).status_code == 200
    labels = {row["kind"]: row["label"] for row in api.ok(patient.get("/v1/me/identities"))["data"]}
    assert labels == {"email": patient.email, "phone": f"+82******{phone[-4:]}"}
    refuses(patient.close_way("kakao"), 404)
    refuses(patient.close_way("soul"), 404)
    refuses(patient.delete("/v1/me/identities/email"), 400, "proof_needed")
    refuses(patient.close_way("email", "wrong!2345"), 400, "wrong_credentials")
    assert api.ok(patient.get("/v1/me/proof")) == {"has_password": True, "is_fresh": True}
    assert patient.close_way("email").status_code == 200
    outbox.await_word(server, patient.email, "이메일(으)로는 더 이상")
    assert api.ok(patient.get("/v1/me/proof")) == {"has_password": False, "is_fresh": True}
    refuses(post(server, "/v1/users/login", {"email": patient.email, "password": api.PASSWORD}), 401)
    refuses(patient.delete("/v1/me/identities/phone"), 409, "last_way_in")
    change = {"password": "x", "new_password": NEW_PASSWORD}
    refuses(put(server, "/v1/me/password", change, patient), 409, "no_password")


def test_letters_are_in_the_language_of_who_asks(server):
    for language, word in (("en-US,en;q=0.9", "reset the password"), ("ja", "パスワード再設定"), ("fr", "비밀번호 재설정")):
        person = api.join(server.url)
        body = {"email": person.email}
        sent(post(server, "/v1/account/reset", body, **{"Accept-Language": language}))
        outbox.newest_code(server, person.email)
        letters = [text for text in outbox.texts(server.folder / "data" / "outbox") if person.email in text]
        assert word in letters[-1]


@pytest.mark.parametrize("phone", ["", "02-123-4567", "abc", "+1 202 555 0123", "0" * 5_000, {"a": 1}, None])
def test_what_is_no_mobile_number_is_refused(server, phone):
    assert post(server, "/v1/account/phone/code", {"phone": phone}).status_code == 400


def test_guesses_at_once_stay_within_the_budget(server):
    phone = number()
    sent(post(server, "/v1/account/phone/code", {"phone": phone}))
    code = outbox.newest_code(server, international(phone))
    wrong = [f"{(int(code) + 1 + guess) % 1_000_000:06}" for guess in range(60)]
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        statuses = [answer.status_code for answer in pool.map(lambda text: phone_login(server, phone, text), wrong)]
    assert statuses.count(400) == 10 and statuses.count(429) == 50
    body = refuses(phone_login(server, phone, code, nick="바다"), 429, "too_many_calls")
    assert body["retry_after"] > 60


def test_the_budget_of_a_number_survives_a_kill(start_server):
    server = start_server()
    phone = number()
    sent(post(server, "/v1/account/phone/code", {"phone": phone}))
    for _ in range(10):
        refuses(phone_login(server, phone, "x"), 400, "wrong_code")
    server.kill()
    server.start()
    refuses(phone_login(server, phone, "x"), 429)
    refuses(post(server, "/v1/account/phone/code", {"phone": phone}), 429)


def test_fifty_sign_ups_at_once_with_one_address_make_one_account(server):
    body = {"email": api.fresh_email("race"), "password": api.PASSWORD, "nick": "하늘"}
    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        answers = pool.map(lambda _: post(server, "/v1/users/join", body), range(50))
        statuses = [answer.status_code for answer in answers]
    # A sign-up asks whether somebody has the address: 20 a minute and address are answered.
    assert statuses.count(200) == 1 and statuses.count(409) >= 19 and set(statuses) == {200, 409, 429}


def test_consents_of_a_sign_up_are_whole_or_none(server):
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "하늘"}
    refuses(post(server, "/v1/users/join", body | {"over14": False}), 400, "under_age")
    refuses(post(server, "/v1/users/join", body | {"birthDay": "2020-01-01"}), 400, "under_age")
    partial = [row for row in everything(server) if row["kind"] != "medical"]
    refuses(post(server, "/v1/users/join", body | {"consents": partial, "over14": True}), 400, "consent_missing")
    older = api.person_from(server.url, "eyemon", api.ok(post(server, "/v1/users/join", body)))
    assert api.ok(older.get("/v1/me/consents"))["missing"] == ["terms", "privacy", "medical", "over14"]
    given = api.ok(older.post("/v1/me/consents", {"consents": everything(server), "over14": True}))
    assert given["missing"] == [] and len(given["data"]) == 5


def test_every_text_to_agree_to_can_be_read(server):
    for language, title in (("ko", "서비스 이용약관"), ("en", "Terms of service"), ("ja", "利用規約")):
        headers = {"SeSACKey": "eyemon", "Accept-Language": f"{language}-XX,fr;q=0.5"}
        terms = api.ok(requests.get(server.url + "/v1/account/terms", headers=headers, timeout=10))["data"]
        assert terms[0]["title"] == title and terms[0]["required"] is True
        for text in terms:
            page = requests.get(server.url + text["body_url"], timeout=10)
            assert page.status_code == 200 and page.headers["Content-Type"].startswith("text/plain")
            assert text["title"].split()[0] in page.text


def test_every_optional_field_of_a_sign_up_is_accepted(server):
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "하늘", "phoneNum": "01012345678"}
    body |= {"introduction": "안녕", "name": "김하늘", "hashTags": ["#눈"], "birthDay": "1990-01-01", "gender": "여"}
    body |= {f"info{place}": f"값 {place}" for place in range(1, 6)} | {"deviceToken": "token"}
    assert post(server, "/v1/users/join", body).status_code == 200
    login = {"email": body["email"], "password": api.PASSWORD, "deviceToken": None}
    assert post(server, "/v1/users/login", login).status_code == 200
    wrong = body | {"email": api.fresh_email(), "hashTags": None, "info1": 7, "name": None}
    assert post(server, "/v1/users/join", wrong).status_code == 200


def admin(server, *words):
    command = [str(live.binary()), "admin", *words, "--data", str(server.folder / "data")]
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)


def test_a_doctor_waits_for_the_operator(start_server):
    server = start_server(MARU_DOCTORS_WAIT="on")
    body = {"email": api.fresh_email("doctor"), "password": api.PASSWORD, "nick": "박새봄"}
    body |= {"license_number": "12345", "clinic": "새봄안과"}
    joined = api.ok(post(server, "/v1/users/join", body, key="eyemon-doctor"))
    doctor = api.person_from(server.url, "eyemon-doctor", joined)
    patient = api.join(server.url)
    assert api.ok(doctor.get("/v1/me/approval")) == {"state": "waiting", "reason": ""}
    assert api.ok(patient.get("/v1/doctors"))["data"] == []
    refuses(patient.post("/v1/chats", {"opponent_id": doctor.user_id}), 404)
    refuses(doctor.post("/v1/chats", {"opponent_id": patient.user_id}), 445, "not_approved")
    refuses(patient.get("/v1/me/approval"), 404)
    listed = admin(server, "doctors", "--waiting")
    assert doctor.user_id in listed.stdout and "12345" in listed.stdout and "새봄안과" in listed.stdout
    assert admin(server, "refuse-doctor", doctor.user_id, "면허 번호를 확인할 수 없습니다.").returncode == 0
    assert api.ok(doctor.get("/v1/me/approval"))["reason"] == "면허 번호를 확인할 수 없습니다."
    again = api.ok(put(server, "/v1/me/approval", {"license_number": "67890"}, doctor))
    assert again == {"state": "waiting", "reason": ""}
    assert "67890" in admin(server, "doctors", "--waiting").stdout
    assert admin(server, "approve-doctor", "0" * 24).returncode == 1
    assert admin(server, "approve-doctor", doctor.user_id).returncode == 0
    assert api.ok(doctor.get("/v1/me/approval"))["state"] == "approved"
    assert [row["user_id"] for row in api.ok(patient.get("/v1/doctors"))["data"]] == [doctor.user_id]
    patient.open_room(doctor)


def test_a_child_signs_up_once_a_guardian_is_known(start_server):
    server = start_server("--children")
    email = api.fresh_email("child")
    body = {"email": email, "password": api.PASSWORD, "nick": "새싹", "over14": False, "consents": everything(server)}
    assert "guardian" in [consent["kind"] for consent in body["consents"]]
    refuses(post(server, "/v1/users/join", body), 400, "guardian_missing")
    assert admin(server, "guardian", "add", "nobody", "어머니").returncode == 1
    assert admin(server, "guardian", "add", email.upper(), "어머니 박하늘, 방문 확인").returncode == 0
    assert f"{email}  nobody has signed up\n  어머니 박하늘, 방문 확인" in admin(server, "guardian").stdout
    child = api.person_from(server.url, "eyemon", api.ok(post(server, "/v1/users/join", body)))
    assert f"signed up: {child.user_id}" in admin(server, "guardian").stdout
    assert api.ok(child.get("/v1/me/consents"))["missing"] == []
    assert admin(server, "guardian", "remove", email).returncode == 1
    # The guardian takes the consent back: the account goes, and what is kept of the guardian with it.
    assert admin(server, "erase", child.user_id).returncode == 0
    assert admin(server, "guardian").stdout.startswith("No guardian")


def test_asking_for_codes_is_slowed_down(start_server):
    server = start_server(MARU_CODES_PER_MINUTE="3")
    statuses = [post(server, "/v1/account/phone/code", {"phone": number()}).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_checking_one_address_is_slowed_down_for_all(start_server):
    server = start_server()
    address = api.fresh_email()
    statuses = [post(server, "/v1/users/validation/email", {"email": address}).status_code for _ in range(22)]
    assert statuses[:20] == [200] * 20 and statuses[-1] == 429
    assert post(server, "/v1/users/validation/email", {"email": api.fresh_email()}).status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"email":"' + b"a" * 900_000 + b'"}', b'{"email":"\\ud800"}', b"{}" * 400_000]
)
@pytest.mark.parametrize("path", ["/v1/account/reset", "/v1/account/reset/confirm", "/v1/account/phone/login"])
def test_hostile_bodies_are_refused(server, path, body):
    headers = {"SeSACKey": "eyemon", "Content-Type": "application/json"}
    answer = requests.post(server.url + path, headers=headers, data=body, timeout=10)
    assert answer.status_code in (400, 413)
