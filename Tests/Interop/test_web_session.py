"""Browser sessions: an HttpOnly cookie per app, read by one route only."""

import api
import pytest
import requests

WEB = {"X-Maru-Web": "1"}


class Browser:
    """A cookie jar with the key of one app."""

    def __init__(self, server, app):
        self.server, self.app, self.session = server, app, requests.Session()

    def post(self, path, body=None, web=True, token=None):
        headers = {"SeSACKey": self.app} | (WEB if web else {}) | ({"Authorization": token} if token else {})
        return self.session.post(self.server.url + path, headers=headers, json=body, timeout=10)

    def join(self):
        body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "브라우저"}
        return self.post("/v1/users/join", body)

    def refresh(self, **options):
        return self.post(f"/v1/web/{self.app}/session/refresh", **options)


@pytest.fixture(params=["eyemon", "eyemon-doctor"])
def browser(server, request):
    return Browser(server, request.param)


def cookie_fields(response):
    fields = [part.strip() for part in response.headers["Set-Cookie"].split(";")]
    return fields[0].split("=", 1), {field.split("=")[0].lower(): field.partition("=")[2] for field in fields[1:]}


def test_the_cookie_is_out_of_reach_of_scripts_and_other_paths(browser):
    answer = browser.join()
    (name, value), fields = cookie_fields(answer)
    assert name == f"maru-{browser.app}" and value
    assert fields["path"] == f"/v1/web/{browser.app}/session"
    assert "httponly" in fields and fields["samesite"].lower() == "strict"
    assert "secure" not in fields, "off on loopback only"
    assert answer.json()["refreshToken"] == "" and answer.json()["accessToken"]


def test_a_host_that_is_not_loopback_gets_a_secure_cookie(server):
    headers = {"SeSACKey": "eyemon", "Host": "maru.example.com", **WEB}
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "보안"}
    answer = requests.post(server.url + "/v1/users/join", headers=headers, json=body, timeout=10)
    assert "secure" in cookie_fields(answer)[1]


def test_without_the_header_no_cookie_is_given(server):
    body = {"email": api.fresh_email(), "password": api.PASSWORD, "nick": "앱"}
    answer = requests.post(server.url + "/v1/users/join", headers={"SeSACKey": "eyemon"}, json=body, timeout=10)
    assert "Set-Cookie" not in answer.headers and answer.json()["refreshToken"]


def test_refreshing_rotates_the_cookie_and_tells_who_it_is(browser):
    joined = browser.join().json()
    before = browser.session.cookies.get(f"maru-{browser.app}")
    answer = api.ok(browser.refresh())
    assert answer["user_id"] == joined["user_id"] and answer["email"] == joined["email"]
    assert answer["nick"] == joined["nick"] and answer["role"] == joined["role"] and answer["refreshToken"] == ""
    assert browser.session.cookies.get(f"maru-{browser.app}") != before
    person = api.person_from(browser.server.url, browser.app, answer)
    assert person.get("/v1/chats").status_code == 200


def test_refreshing_needs_the_header_that_no_form_can_send(browser):
    browser.join()
    assert browser.refresh(web=False).status_code in (400, 401, 403, 418, 420)
    assert browser.refresh().status_code == 200, "the refusal must not have spent the cookie"


def test_without_a_cookie_nobody_is_signed_in(browser):
    answer = browser.refresh()
    assert answer.status_code == 418 and answer.json()["code"] == "refresh_expired"


def test_an_unknown_cookie_is_refused_and_stays(browser):
    path = f"/v1/web/{browser.app}/session"
    browser.session.cookies.set(f"maru-{browser.app}", "nonsense", domain="127.0.0.1", path=path)
    answer = browser.refresh()
    assert answer.status_code == 418
    # Cleared by its name it would take along what another tab has signed in with meanwhile.
    assert "Set-Cookie" not in answer.headers


def test_no_other_route_reads_the_cookie(browser):
    browser.join()
    value = browser.session.cookies.get(f"maru-{browser.app}")
    headers = {"SeSACKey": browser.app, "Cookie": f"maru-{browser.app}={value}", **WEB}
    for path in ("/v1/chats", "/v1/auth/refresh"):
        assert requests.get(browser.server.url + path, headers=headers, timeout=10).status_code in (400, 401, 418)


def test_apps_of_one_browser_do_not_meet(server):
    patient, doctor = Browser(server, "eyemon"), Browser(server, "eyemon-doctor")
    doctor.session = patient.session
    first, second = patient.join().json(), doctor.join().json()
    assert first["user_id"] != second["user_id"]
    assert api.ok(patient.refresh())["user_id"] == first["user_id"]
    assert api.ok(doctor.refresh())["user_id"] == second["user_id"]


def test_a_cookie_of_one_app_opens_no_other(server):
    patient = Browser(server, "eyemon")
    patient.join()
    value = patient.session.cookies.get("maru-eyemon")
    headers = {"SeSACKey": "eyemon-doctor", "Cookie": f"maru-eyemon-doctor={value}; maru-eyemon={value}", **WEB}
    url = server.url + "/v1/web/eyemon-doctor/session/refresh"
    assert requests.post(url, headers=headers, timeout=10).status_code == 418


def test_logging_out_clears_the_cookie(browser):
    joined = browser.join().json()
    value = browser.session.cookies.get(f"maru-{browser.app}")
    answer = browser.post("/v1/users/logout", token=joined["accessToken"])
    assert answer.status_code == 200
    assert cookie_fields(answer)[1].get("max-age") == "0"
    browser.session.cookies.set(
        f"maru-{browser.app}", value, domain="127.0.0.1", path=f"/v1/web/{browser.app}/session"
    )
    assert browser.refresh().status_code == 418, "the session itself has ended, not only the cookie"


def test_a_session_that_was_ended_from_elsewhere_says_so(browser):
    joined = browser.join().json()
    person = api.person_from(browser.server.url, browser.app, joined)
    assert person.delete("/v1/me/sessions?all=true").status_code == 200
    answer = browser.refresh()
    assert answer.status_code == 418 and answer.json()["code"] == "session_ended"
    assert "Set-Cookie" not in answer.headers
