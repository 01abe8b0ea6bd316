"""The second program of an app: it comes when it is wanted, says when it cannot, leaves the app alone when it breaks,
and is gone with the session that it was opened in."""

import re

import api
from apps import agree
from playwright.sync_api import expect

ANNEX = "**/AnnexWeb.*.wasm"


def test_the_annex_comes_by_itself_once_the_page_is_idle(eyemon):
    with eyemon.page.expect_response(re.compile(r"AnnexWeb\.\w+\.wasm")):
        eyemon.open("/")
    eyemon.link("로그인").click()
    expect(eyemon.password()).to_be_visible()
    assert eyemon.page.title() == "로그인 – 아이몬"


def test_an_annex_that_does_not_come_says_so_and_can_be_tried_again(eyemon):
    eyemon.page.route(ANNEX, lambda route: route.abort())
    eyemon.open("/sign-in")
    alert = eyemon.page.locator(".face[role=alert]")
    expect(alert).to_contain_text("화면을 불러오지 못했어요")
    eyemon.shot("phone-annex-fault")
    eyemon.page.unroute(ANNEX)
    eyemon.button("다시 시도").click()
    expect(eyemon.password()).to_be_visible()


def test_an_annex_that_does_not_come_leaves_the_app_alone(eyemon, patient, doctor, room):
    doctor.send(room, "안녕하세요")
    eyemon.sign_in(patient)
    eyemon.page.context.route(ANNEX, lambda route: route.fulfill(body=b"\0asm", content_type="application/wasm"))
    eyemon.page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name) }")
    eyemon.open("/me")
    expect(eyemon.page.get_by_role("alert").filter(has_text="화면을")).to_be_visible()
    eyemon.link(re.compile("채팅")).click()
    eyemon.row(re.compile(doctor.nick)).click()
    eyemon.expect_message("안녕하세요")


def test_a_place_that_is_left_begins_anew(eyemon):
    eyemon.open("/")
    eyemon.link("로그인", exact=True).click()
    eyemon.password().fill("a secret")
    eyemon.page.go_back()
    eyemon.link("로그인", exact=True).click()
    expect(eyemon.password()).to_have_value("")


def test_nothing_of_the_person_outlives_the_session(eyemon, patient):
    eyemon.sign_in(patient).open("/me")
    eyemon.says(patient.email)
    eyemon.button("로그아웃").click()
    eyemon.expect_path("/")
    expect(eyemon.page.locator(".annex")).to_have_count(0)
    eyemon.page.go_back()
    expect(eyemon.page.get_by_text(patient.email)).to_have_count(0)
    eyemon.open("/me")
    eyemon.expect_path("/sign-in")
    expect(eyemon.page.get_by_text(patient.email)).to_have_count(0)


def test_the_wanted_place_of_the_annex_follows_the_sign_in(eyemon, patient):
    eyemon.open("/me")
    eyemon.expect_path("/sign-in")
    expect(eyemon.password()).to_be_visible()
    eyemon.fill_sign_in(patient)
    eyemon.expect_path("/me")
    eyemon.says(patient.email)
    assert eyemon.page.title() == "내 정보 – 아이몬"


def test_a_second_sign_in_waits_for_the_sign_out(eyemon, patient, doctor):
    other = agree(api.join(eyemon.server.url, "eyemon", "최바다"))
    eyemon.sign_in(patient).open("/me")
    eyemon.button("로그아웃").click()
    eyemon.link("로그인").click()
    eyemon.fill_sign_in(other)
    eyemon.link("내 정보").click()
    eyemon.says(other.email)
    eyemon.page.reload()
    eyemon.says(other.email)
