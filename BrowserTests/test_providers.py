"""Kakao and Apple in the browser, played by the stand-in: the way there, consent, the way back, and linking. The app is
opened at `localhost` and the stand-in lives at 127.0.0.1: for the browser these are two sites, as in earnest, so
Apple's form comes back with the cookie of this one flow and no other."""

import re
from types import SimpleNamespace

import api
import pytest
from apps import EyeMon
from playwright.sync_api import expect

RETURN = re.compile(r"/v1/web/eyemon/sign-in/\w+/return")


class Consent:
    """The page of the stand-in."""

    def __init__(self, app, name):
        self.page = app.page
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()

    def agree(self, person):
        self.page.get_by_role("radio", name=re.compile(person)).check()
        with self.page.expect_request(RETURN) as came:
            self.page.get_by_role("button", name="동의하고 계속하기").click()
        return came.value

    def refuse(self):
        self.page.get_by_role("button", name="취소").click()


@pytest.fixture
def app(browser_of, watch, server):
    here = SimpleNamespace(url=server.url.replace("127.0.0.1", "localhost"))
    return EyeMon(watch.page(browser_of("phone").new_page()), here)


def consent_to_terms(app):
    app.expect_path("/me/consents")
    app.says("계속하려면 동의가 필요해요")
    for choice in app.page.locator(".checks button").all():
        choice.click()
    app.button("동의하기").click()
    expect(app.page).not_to_have_url(re.compile("consents"))


def link(app, provider):
    """The account has a password: it is asked for first."""
    app.button(f"{provider} 연결").click()
    app.password().fill(api.PASSWORD)
    app.button("계속", exact=True).click()


def sign_out(app):
    app.open("/me")
    app.button("로그아웃").click()
    app.expect_path("/")


def colours(link):
    return link.evaluate("(node) => [getComputedStyle(node).backgroundColor, getComputedStyle(node).color]")


def test_kakao_is_refused_then_signs_up_and_signs_in_again(app):
    app.open("/me")
    kakao = app.link("카카오 로그인")
    assert colours(kakao) == ["rgb(254, 229, 0)", "rgba(0, 0, 0, 0.85)"]
    app.shot("phone-providers")
    kakao.click()
    Consent(app, "카카오 대역").refuse()
    app.says("로그인을 취소했어요")
    app.link("카카오 로그인").click()
    Consent(app, "카카오 대역").agree("정민지")  # whose address has an account with a password here
    app.says("같은 이메일로 가입한 계정이 있어요")
    app.shot("phone-provider-taken")
    app.link("카카오 로그인").click()
    Consent(app, "카카오 대역").agree("서아라")
    consent_to_terms(app)
    app.expect_path("/me")  # the place that was wanted
    app.link("로그인 방법").click()
    app.says("카카오")
    expect(app.button("해제")).to_have_count(0)  # the last way in
    sign_out(app)
    app.open("/me")  # the place that is wanted
    app.link("카카오 로그인").click()
    Consent(app, "카카오 대역").agree("서아라")
    app.expect_path("/me")
    app.says("서아라")


def test_apple_comes_back_from_another_site(app):
    app.open("/sign-in")
    apple = app.link("Apple로 로그인")
    assert colours(apple) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    apple.click()
    back = Consent(app, "Apple 대역").agree("강하늘")
    headers = back.all_headers()
    assert back.method == "POST" and headers["sec-fetch-site"] == "cross-site"
    assert "maru-flow-" in headers["cookie"] and "maru-flow-lax" not in headers["cookie"]
    assert "session" not in headers["cookie"]  # the session's own cookie stays at home
    consent_to_terms(app)
    sign_out(app)
    app.open("/sign-in")
    app.link("Apple로 로그인").click()
    Consent(app, "Apple 대역").agree("강하늘")
    app.expect_path("/doctors")
    app.open("/me")
    app.says("haneul@standin.test")


def test_a_newcomer_gets_nowhere_before_agreeing(app):
    app.open("/chats")
    app.link("Apple로 로그인").click()
    Consent(app, "Apple 대역").agree("서아라")
    app.expect_path("/me/consents")
    app.says("계속하려면 동의가 필요해요")
    app.shot("phone-newcomer-consents")
    for leave in [app.page.reload, app.page.go_back, lambda: app.open("/doctors"), lambda: app.open("/settings")]:
        leave()
        if "/eyemon/" not in app.page.url:  # the page of the provider, where the way back began
            app.page.go_forward()
        app.expect_path("/me/consents")
        app.says("계속하려면 동의가 필요해요")
    consent_to_terms(app)
    app.open("/chats")
    app.expect_path("/chats")
    app.page.reload()
    app.expect_path("/chats")
    sign_out(app)


def test_both_are_linked_to_somebody_who_is_signed_in(app, patient, browser_of, watch):
    app.sign_in(patient).open("/me")
    app.link("로그인 방법").click()
    app.button("카카오 연결").click()
    app.password().fill("wrong!2345")
    app.button("계속", exact=True).click()
    app.says("비밀번호가 맞지 않아요")
    app.shot("phone-link-password")
    app.password().fill(api.PASSWORD)
    app.button("계속", exact=True).click()
    Consent(app, "카카오 대역").refuse()
    app.says("연결을 취소했어요")
    link(app, "카카오")
    Consent(app, "카카오 대역").agree("윤도윤")
    app.says("이제 카카오로도 로그인할 수 있어요")
    app.shot("phone-linked")
    link(app, "Apple")
    assert Consent(app, "Apple 대역").agree("윤도윤").method == "POST"
    app.says("이제 Apple로도 로그인할 수 있어요")
    expect(app.button(re.compile("연결"))).to_have_count(0)
    expect(app.button(re.compile("해제"))).to_have_count(3)
    sign_out(app)
    app.open("/sign-in")
    app.link("카카오 로그인").click()
    Consent(app, "카카오 대역").agree("윤도윤")
    app.open("/me")
    app.says(patient.email)
    app.open("/me/activity")
    app.says("로그인 방법을 연결했어요")
    other = EyeMon(watch.page(browser_of("phone").new_page()), app.server)
    other.open("/sign-up")
    sign_up(other)
    other.open("/me/ways")
    link(other, "카카오")
    Consent(other, "카카오 대역").agree("윤도윤")
    other.says("이미 다른 계정에서 쓰고 있어요")


def sign_up(app):
    app.field("이메일").fill(api.fresh_email("linker"))
    app.password().fill(api.PASSWORD)
    app.field("닉네임").fill("다른사람")
    app.button("모두 동의해요").click()
    app.button("가입하기").click()
    app.expect_path("/doctors")
