"""Sign-in through Kakao and Apple, played by the stand-in of a demonstration: native tokens, the browser's way,
linking, and everything that must open nothing. The stand-in's `/trial/…` routes give out what native apps get."""

import html
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import api
import live
import pytest
import requests

VERIFIED, UNVERIFIED, NAMELESS, OF_PATIENT, OF_DOCTOR = 41_001, 41_002, 41_003, 41_004, 41_005
KEY = {"SeSACKey": "eyemon"}
HOSTILE = ["audience", "issuer", "expired", "future", "signature", "unsigned", "symmetric", "confused", "stranger"]


class World:
    """A demonstration server and its stand-in."""

    def __init__(self, folder):
        port = live.free_port()
        self.stand_in = f"http://127.0.0.1:{port}"
        self.server = live.Server(folder, "--demo", "--stand-in", f"127.0.0.1:{port}").start()
        self.url = self.server.url

    def token(self, provider, person=VERIFIED, fault="none", **more):
        form = {"provider": provider, "person": person, "fault": fault} | more
        return api.ok(requests.post(self.stand_in + "/trial/token", data=form, timeout=10))["token"]

    def login(self, provider, token, key="eyemon", **more):
        name = {"kakao": "oauthToken", "apple": "idToken"}[provider]
        return requests.post(
            f"{self.url}/v1/users/login/{provider}", headers={"SeSACKey": key}, json={name: token} | more, timeout=10)

    def link(self, person, provider, token):
        name = {"kakao": "oauthToken", "apple": "idToken"}[provider]
        return person.post(f"/v1/me/identities/{provider}", {name: token, "password": api.PASSWORD})

    def notice(self, kind, person=VERIFIED, fault="none", **more):
        form = {"type": kind, "person": person, "fault": fault} | more
        body = api.ok(requests.post(self.stand_in + "/trial/notice", data=form, timeout=10))
        return requests.post(self.url + "/v1/providers/apple/notifications", json=body, timeout=10)

    def fail(self, count):
        """So many of the next requests to forget somebody."""
        return requests.post(self.stand_in + "/trial/failures", data={"count": count}, timeout=10)

    def record(self):
        return api.ok(requests.get(self.stand_in + "/trial/record", timeout=10))

    def of(self, answer, key="eyemon"):
        return api.person_from(self.url, key, api.ok(answer))


@pytest.fixture
def world(tmp_path):
    running = World(tmp_path / "providers")
    yield running
    assert running.server.stop() == 0


def inputs(page):
    return {
        html.unescape(name): html.unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    }


class Browser:
    """A cookie jar that walks by hand, so that tests can turn off the way."""

    def __init__(self, world, app="eyemon"):
        self.world, self.app, self.session = world, app, requests.Session()

    def start(self, provider, **query):
        path = f"/v1/web/{self.app}/sign-in/{provider}"
        return self.session.get(self.world.url + path, params=query, allow_redirects=False, timeout=10)

    def consent(self, page_url, person=VERIFIED, choice="agree", fault="none"):
        """What the provider's page sends back: an address for Kakao, address and fields for Apple."""
        page = requests.get(page_url, timeout=10)
        assert page.status_code == 200
        form = inputs(page.text) | {"person": person, "choice": choice, "fault": fault}
        answer = requests.post(self.world.stand_in + "/decide", data=form, allow_redirects=False, timeout=10)
        if "Location" in answer.headers:
            return answer.headers["Location"], None
        return html.unescape(re.search(r'action="([^"]*)"', answer.text)[1]), inputs(answer.text)

    def come_back(self, back):
        url, form = back
        if form is None:
            return self.session.get(url, allow_redirects=False, timeout=10)
        # From another site, as Apple's page is: no Lax cookie goes along, and the requests library sends no Secure one
        # without TLS.
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.session.cookies if c.name.startswith("maru-flow-"))
        headers = {"Origin": "https://appleid.apple.com", "Cookie": cookies}
        answer = requests.post(url, data=form, headers=headers, allow_redirects=False, timeout=10)
        self.session.cookies.update(answer.cookies)
        for text in answer.raw.headers.getlist("Set-Cookie"):
            name = text.split("=", 1)[0]
            if "Max-Age=0" in text:
                for cookie in [cookie for cookie in self.session.cookies if cookie.name == name]:
                    self.session.cookies.clear(cookie.domain, cookie.path, cookie.name)
        return answer

    def sign_in(self, provider, **choice):
        started = self.start(provider, **choice.pop("query", {}))
        assert started.status_code == 303, started.text
        return self.come_back(self.consent(started.headers["Location"], **choice))

    def refresh(self):
        headers = {"SeSACKey": self.app, "X-Maru-Web": "1"}
        return self.session.post(
            f"{self.world.url}/v1/web/{self.app}/session/refresh", headers=headers, timeout=10)


def agree(world, person):
    """A newcomer from a provider's page does so before anything else."""
    missing = api.ok(person.get("/v1/me/consents"))["missing"]
    texts = api.ok(requests.get(world.url + "/v1/account/terms", headers=KEY, timeout=10))["data"]
    consents = [{"kind": text["kind"], "version": text["version"]} for text in texts if text["kind"] in missing]
    assert api.ok(person.post("/v1/me/consents", {"consents": consents, "over14": True}))["missing"] == []


def query(place):
    return {name: values[0] for name, values in parse_qs(urlsplit(place).query).items()}


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_a_token_signs_up_once_and_then_signs_in(world, provider):
    first = world.of(world.login(provider, world.token(provider)))
    assert first.email == "haneul@standin.test"
    again = world.of(world.login(provider, world.token(provider)))
    assert again.user_id == first.user_id
    assert {way["kind"] for way in api.ok(first.get("/v1/me/identities"))["data"]} == {"email", provider}
    assert api.ok(requests.get(world.url + "/v1/account/ways", headers=KEY, timeout=10))[provider] is True
    if provider == "kakao":
        assert first.nick == "강하늘"


@pytest.mark.parametrize("fault", HOSTILE)
def test_apple_tokens_that_prove_nothing_open_nothing(world, fault):
    answer = world.login("apple", world.token("apple", fault=fault))
    assert answer.status_code == 401 and answer.json()["code"] == "provider_refused", fault


def test_kakao_tokens_that_prove_nothing_open_nothing(world):
    for fault in ["audience", "expired", "signature", "nonce"]:
        answer = world.login("kakao", world.token("kakao", fault=fault))
        assert answer.status_code == 401 and answer.json()["code"] == "provider_refused", fault
    for token in ["x", "a b", "a\r\nX-Y: z", "가", "é" * 100, "a" * 5_000]:
        assert world.login("kakao", token).status_code == 401
    for token in ["", None, {}, []]:
        assert world.login("kakao", token).status_code == 400
    assert world.login("kakao", world.token("kakao", fault="broken")).status_code == 503


def test_unknown_keys_cause_no_storm(world):
    api.ok(world.login("apple", world.token("apple")))
    tokens = [world.token("apple", fault="stranger") for _ in range(40)]
    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(lambda token: world.login("apple", token).status_code, tokens))
    assert set(statuses) <= {401, 429}
    assert world.record()["key_fetches"] <= 2


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_an_address_never_swallows_an_account(world, provider):
    """The address of a demo patient, verified at the provider: whoever has it signs in there first, and links."""
    refused = world.login(provider, world.token(provider, OF_PATIENT))
    assert refused.status_code == 409 and refused.json()["code"] == "email_taken"
    patient = api.login(world.url, "patient1@maru.demo")
    assert world.link(patient, provider, world.token(provider, OF_PATIENT)).status_code == 200
    assert world.of(world.login(provider, world.token(provider, OF_PATIENT))).user_id == patient.user_id
    other = api.join(world.url)
    taken = world.link(other, provider, world.token(provider, OF_PATIENT))
    assert taken.status_code == 409 and taken.json()["code"] == "identity_taken"


def test_an_unverified_address_is_none(world):
    for provider in ["kakao", "apple"]:
        person = world.of(world.login(provider, world.token(provider, UNVERIFIED)))
        assert person.email == ""
        mine = world.of(world.login(provider, world.token(provider, OF_DOCTOR, "unverified")))
        assert mine.email == "", "and the doctor's account stays the doctor's"


def test_a_refused_link_is_no_reason_to_renew_tokens(world):
    person = api.join(world.url)
    for provider in ["kakao", "apple"]:
        answer = world.link(person, provider, world.token(provider, fault="audience"))
        assert answer.status_code == 400 and answer.json()["code"] == "provider_refused"


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_a_browser_goes_there_and_back(world, provider):
    browser = Browser(world)
    done = browser.sign_in(provider, query={"to": "chats"})
    assert done.status_code == 303 and done.headers["Location"] == "/eyemon/chats"
    cookie = done.headers["Set-Cookie"]
    assert cookie.startswith("maru-eyemon=") and "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie and "Path=/v1/web/eyemon/session" in cookie
    answer = api.ok(browser.refresh())
    assert answer["email"] == "haneul@standin.test" and answer["refreshToken"] == ""
    assert answer["nick"] == "강하늘"
    again = Browser(world)
    assert again.sign_in(provider).headers["Location"] == "/eyemon/"
    assert api.ok(again.refresh())["user_id"] == answer["user_id"]


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_turning_back_leads_to_the_sign_in_screen(world, provider):
    browser = Browser(world)
    back = browser.sign_in(provider, choice="cancel")
    assert urlsplit(back.headers["Location"]).path == "/eyemon/sign-in"
    assert query(back.headers["Location"]) == {"provider": provider, "error": "provider_cancelled"}
    assert browser.refresh().status_code == 418


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_a_taken_address_is_said_in_the_app(world, provider):
    back = Browser(world).sign_in(provider, person=OF_PATIENT)
    assert query(back.headers["Location"]) == {"provider": provider, "error": "email_taken"}


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_a_state_works_once_and_in_its_own_browser(world, provider):
    browser, thief = Browser(world), Browser(world)
    back = browser.consent(browser.start(provider).headers["Location"])
    thief.start(provider)
    stolen = thief.come_back(back)
    assert query(stolen.headers["Location"])["error"] == "provider_flow_gone" and thief.refresh().status_code == 418
    assert browser.come_back(back).headers["Location"] == "/eyemon/"
    assert query(browser.come_back(back).headers["Location"])["error"] == "provider_flow_gone"


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_a_code_works_once_and_in_its_own_flow(world, provider):
    """Somebody who injects their code into another's flow, or has seen one."""
    browser, other = Browser(world), Browser(world)
    theirs = other.consent(other.start(provider).headers["Location"])
    mine = browser.consent(browser.start(provider).headers["Location"])

    def code_of(back):
        return back[1]["code"] if back[1] else query(back[0])["code"]

    url, form = mine
    mixed = (url.replace(code_of(mine), code_of(theirs)), None)
    if form:
        mixed = (url, form | {"code": code_of(theirs)})
    refused = browser.come_back(mixed)
    assert query(refused.headers["Location"])["error"] == "provider_refused"
    assert browser.refresh().status_code == 418
    used = other.come_back(theirs)
    assert query(used.headers["Location"])["error"] == "provider_refused", "the code was used, and is burnt"


@pytest.mark.parametrize("fault", [fault for fault in HOSTILE if fault != "issuer"] + ["nonce", "broken"])
def test_apple_tokens_for_a_code_are_checked_as_well(world, fault):
    browser = Browser(world)
    back = browser.sign_in("apple", fault=fault)
    wanted = "provider_unavailable" if fault == "broken" else "provider_refused"
    assert query(back.headers["Location"]) == {"provider": "apple", "error": wanted}
    assert browser.refresh().status_code == 418


def test_a_return_leads_nowhere_else(world):
    for place in ["//evil.example", "https://evil.example/", "../eyemon-doctor", "chats/../..", "x" * 5_000]:
        done = Browser(world).sign_in("kakao", query={"to": place})
        assert done.headers["Location"] == "/eyemon/", place
    room = "chats/" + "0a" * 12
    assert Browser(world).sign_in("kakao", query={"to": room}).headers["Location"] == "/eyemon/" + room


def test_the_cookie_of_a_flow_is_short_and_lets_another_sites_post_through(world):
    started = Browser(world).start("apple")
    cookies = [text for text in re.split(r", (?=maru-flow)", started.headers["Set-Cookie"])]
    assert len(cookies) == 2
    strict = next(text for text in cookies if "SameSite=None" in text)
    assert "; Secure" in strict and "HttpOnly" in strict and "Max-Age=600" in strict
    assert "Path=/v1/web/eyemon/sign-in/apple" in strict
    assert started.headers["Referrer-Policy"] == "no-referrer"


def test_a_foreign_host_offers_no_way(world):
    """Nobody may say where a provider sends the browser: without --public-url only this machine counts."""
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil"]:
        path = "/v1/web/eyemon/sign-in/kakao"
        answer = requests.get(world.url + path, headers={"Host": host}, allow_redirects=False, timeout=10)
        assert query(answer.headers["Location"])["error"] == "way_closed"


def test_linking_in_the_browser_needs_both_proofs(world):
    browser = Browser(world)
    person = api.join(world.url, nick="연결")
    started = browser.session.post(
        world.url + "/v1/me/identities/apple/start", headers=person.headers(**{"X-Maru-Web": "1"}),
        json={"to": "settings", "password": api.PASSWORD}, timeout=10)
    page = api.ok(started)["url"]
    thief = Browser(world)
    back = browser.consent(page)
    assert query(thief.come_back(back).headers["Location"])["error"] == "provider_flow_gone"
    done = browser.come_back(back)
    assert done.headers["Location"] == "/eyemon/settings?provider=apple&linked=1"
    assert [way["kind"] for way in api.ok(person.get("/v1/me/identities"))["data"]] == ["email", "apple"]
    assert "maru-eyemon=" not in done.headers.get("Set-Cookie", ""), "linking begins no session"


def test_a_link_that_is_refused_leads_back_to_where_it_began(world):
    browser = Browser(world)
    person = api.join(world.url)
    started = browser.session.post(
        world.url + "/v1/me/identities/kakao/start", headers=person.headers(),
        json={"to": "me/ways", "password": api.PASSWORD}, timeout=10)
    back = browser.consent(api.ok(started)["url"], choice="cancel")
    answer = browser.come_back(back)
    assert answer.headers["Location"] == "/eyemon/me/ways?provider=kakao&error=provider_cancelled"
    assert query(browser.come_back(back).headers["Location"])["error"] == "provider_flow_gone"
    assert person.get("/v1/chats").status_code == 200


def test_linking_ends_with_the_session_that_began_it(world):
    browser = Browser(world)
    person = api.join(world.url)
    started = browser.session.post(
        world.url + "/v1/me/identities/kakao/start", headers=person.headers(),
        json={"password": api.PASSWORD}, timeout=10)
    back = browser.consent(api.ok(started)["url"])
    assert person.post("/v1/users/logout").status_code == 200
    assert query(browser.come_back(back).headers["Location"])["error"] == "access_expired"


def test_a_doctor_does_not_become_a_patient(world):
    doctor = world.of(world.login("kakao", world.token("kakao", NAMELESS), key="eyemon-doctor"), "eyemon-doctor")
    refused = world.login("kakao", world.token("kakao", NAMELESS))
    assert refused.status_code == 401 and refused.json()["code"] == "wrong_app"
    assert api.ok(doctor.get("/v1/me/approval"))["state"] in ("waiting", "approved")


def test_apple_says_that_consent_is_gone(world):
    person = world.of(world.login("apple", world.token("apple")))
    assert world.notice("consent-revoked").status_code == 200
    assert person.get("/v1/chats").status_code == 419
    assert world.of(world.login("apple", world.token("apple"))).user_id == person.user_id


def test_apple_says_that_an_account_is_gone(world):
    person = world.of(world.login("apple", world.token("apple")))
    assert world.notice("account-delete", at=1_000).status_code == 200, "older than the account: not about it"
    assert person.get("/v1/chats").status_code == 200
    for fault in ["audience", "signature", "unsigned", "symmetric", "confused", "stranger"]:
        assert world.notice("account-delete", fault=fault).status_code == 401
    assert person.get("/v1/chats").status_code == 200
    assert world.notice("account-delete").status_code == 200
    assert person.get("/v1/chats").status_code == 419
    refused = world.login("apple", world.token("apple"))
    assert refused.status_code == 409, "the account stays its owner's, by its address"
    assert world.notice("email-disabled", NAMELESS).status_code == 200
    assert world.notice("something-new", NAMELESS).status_code == 200


def test_notices_that_are_none_are_refused(world):
    url = world.url + "/v1/providers/apple/notifications"
    for body in [b"", b"{}", b"[]", b'{"payload":1}', b"\xff", b'{"payload":""}', b'{"payload":"a.b.c"}']:
        assert requests.post(url, data=body, timeout=10).status_code in (400, 401)


def test_two_tabs_do_not_disturb_each_other(world):
    browser = Browser(world)
    first = browser.start("kakao", to="chats").headers["Location"]
    second = browser.start("kakao", to="doctors").headers["Location"]
    assert browser.come_back(browser.consent(first)).headers["Location"] == "/eyemon/chats"
    assert browser.come_back(browser.consent(second)).headers["Location"] == "/eyemon/doctors"


def test_a_slow_provider_holds_up_nobody_else(world):
    token = world.token("kakao", fault="slow")
    with ThreadPoolExecutor(8) as pool:
        slow = [pool.submit(world.login, "kakao", token) for _ in range(4)]
        for _ in range(20):
            assert requests.get(world.url + "/healthz", timeout=1).status_code == 200
        answers = [call.result() for call in slow]
    assert [answer.status_code for answer in answers] == [200] * 4, [answer.text for answer in answers]


def test_a_server_without_keys_offers_nothing(server):
    ways = api.ok(requests.get(server.url + "/v1/account/ways", headers=KEY, timeout=10))
    assert ways["kakao"] is False and ways["apple"] is False
    for provider, name in [("kakao", "oauthToken"), ("apple", "idToken")]:
        answer = requests.post(
            f"{server.url}/v1/users/login/{provider}", headers=KEY, json={name: "x"}, timeout=10)
        assert answer.status_code == 404 and answer.json()["code"] == "way_closed"
        page = requests.get(
            f"{server.url}/v1/web/eyemon/sign-in/{provider}", allow_redirects=False, timeout=10)
        assert query(page.headers["Location"])["error"] == "way_closed"
    assert requests.get(f"{server.url}/v1/web/eyemon/sign-in/naver", timeout=10).status_code == 420
