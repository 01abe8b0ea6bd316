"""Two tabs of one app share a session: they take turns, tell each other what they were given, and end together."""

import re

import api
import live
import pytest
from apps import EyeMon
from playwright.sync_api import expect

RENEWAL = re.compile(r"/v1/web/eyemon/session/refresh$")


@pytest.fixture
def brief(tmp_path):
    """A server whose access tokens last two seconds."""
    running = live.Server(tmp_path / "maru", environment={"MARU_ACCESS_SECONDS": "2"}).start()
    yield running
    running.stop()


def two_tabs(context, watch, server, person):
    first = EyeMon(watch.page(context.new_page()), server).sign_in(person)
    second = EyeMon(watch.page(context.new_page()), server)
    second.open("/chats")
    expect(second.link(re.compile("채팅"))).to_be_visible()
    return first, second


def age(page):
    """Milliseconds until the token of the page is old."""
    page.wait_for_timeout(2_300)


def test_two_tabs_renew_once_between_them(browser_of, watch, brief):
    patient = api.join(brief.url, "eyemon", "이하늘")
    doctor = api.join(brief.url, "eyemon-doctor", "박새눈")
    patient.open_room(doctor)
    context = browser_of("phone")
    tabs = two_tabs(context, watch, brief, patient)
    renewals = []
    context.on("request", lambda request: renewals.append(request) if RENEWAL.search(request.url) else None)
    rounds = 4
    for _ in range(rounds):
        age(tabs[0].page)
        for tab in tabs:
            tab.page.evaluate("dispatchEvent(new Event('online'))")
            tab.link(re.compile("의사")).click()
        for tab in tabs:
            expect(tab.page.get_by_text("박새눈").first).to_be_visible()
            tab.link(re.compile("채팅")).click()
    for tab in tabs:
        expect(tab.page).not_to_have_url(re.compile("sign-in"))
    assert 1 <= len(renewals) <= rounds + 2


def test_signing_out_in_one_tab_ends_the_other(browser_of, watch, server, patient):
    first, second = two_tabs(browser_of("phone"), watch, server, patient)
    first.open("/me")
    first.button("로그아웃").click()
    first.expect_path("/")
    expect(second.page.get_by_role("button", name="로그인", exact=True)).to_be_visible(timeout=2_000)


def test_a_device_that_is_ended_from_afar_goes_to_the_sign_in(browser_of, watch, server, patient):
    phone = EyeMon(watch.page(browser_of("phone").new_page()), server).sign_in(patient)
    phone.open("/chats")
    expect(phone.link(re.compile("채팅"))).to_be_visible()
    answer = patient.delete("/v1/me/sessions")
    assert answer.status_code == 200
    expect(phone.page.get_by_role("button", name="로그인", exact=True)).to_be_visible(timeout=3_000)
    phone.says("다른 기기에서 이 기기를 로그아웃했어요")
    # Whoever comes back is where they were.
    phone.fill_sign_in(patient)
    phone.expect_path("/chats")
