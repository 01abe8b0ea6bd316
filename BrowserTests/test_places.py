"""Addresses, history, tabs, language, colour, installation."""

import json
import re

import api
from apps import EyeMon, EyeMonDoctor
from playwright.sync_api import expect


def test_a_deep_link_survives_a_cold_start_and_a_sign_in(eyemon, patient, doctor, room):
    doctor.send(room, "여기로 바로 오셨네요")
    eyemon.open(f"/chats/{room}")
    expect(eyemon.field("이메일")).to_be_visible()
    eyemon.fill_sign_in(patient)
    eyemon.expect_message("여기로 바로 오셨네요")
    eyemon.expect_path(f"/chats/{room}")


def test_a_deep_link_opens_at_once_for_whom_is_signed_in(browser_of, watch, server, patient, room):
    patient.send(room, "제자리")
    context = browser_of("phone")
    EyeMon(watch.page(context.new_page()), server).sign_in(patient).page.close()
    again = EyeMon(watch.page(context.new_page()), server).open(f"/chats/{room}")
    again.expect_message("제자리")


def test_back_and_forward(eyemon, patient, doctor, room):
    doctor.send(room, "앞뒤로")
    eyemon.sign_in(patient)
    eyemon.link(re.compile("채팅")).click()
    eyemon.expect_path("/chats")
    eyemon.row(re.compile(doctor.nick)).click()
    eyemon.expect_message("앞뒤로")
    eyemon.page.go_back()
    eyemon.expect_path("/chats")
    expect(eyemon.row(re.compile(doctor.nick))).to_be_visible()
    eyemon.page.go_forward()
    eyemon.expect_path(f"/chats/{room}")
    eyemon.expect_message("앞뒤로")
    eyemon.button("뒤로").click()
    eyemon.expect_path("/chats")


def test_an_address_that_is_none_says_so(eyemon, patient):
    eyemon.sign_in(patient).open("/nowhere")
    eyemon.says("페이지를 찾을 수 없어요")
    eyemon.shot("phone-not-found")


def test_a_room_of_others_says_so(eyemon, server, patient, room):
    stranger = api.join(server.url)
    patient.send(room, "비밀 이야기")
    eyemon.sign_in(stranger).open(f"/chats/{room}")
    eyemon.says("채팅방을 찾을 수 없어요")
    eyemon.says_not("비밀 이야기")
    eyemon.open(f"/chats/{'0' * 24}")
    eyemon.says("채팅방을 찾을 수 없어요")


def test_a_patient_and_a_doctor_in_two_tabs_of_one_browser(browser_of, watch, server, patient, doctor, room):
    context = browser_of("desktop")
    one = EyeMon(watch.page(context.new_page()), server).sign_in(patient).open_room(room)
    other = EyeMonDoctor(watch.page(context.new_page()), server).sign_in(doctor).open_room(room)
    one.send("환자 탭에서")
    other.expect_message("환자 탭에서")
    other.send("의사 탭에서")
    one.expect_message("의사 탭에서")
    for app, mine in ((one, "환자 탭에서"), (other, "의사 탭에서")):
        app.page.reload()
        expect(app.bubble(mine)).to_have_class(re.compile("mine"))
        expect(app.messages()).to_have_count(2)
    one.shot("desktop-patient")
    other.shot("desktop-doctor")
    one.open("/settings")
    one.button(re.compile("로그아웃")).click()
    expect(one.page.get_by_text(patient.email)).to_have_count(0)
    other.page.reload()
    other.expect_message("의사 탭에서")
    other.send("아직 여기 있습니다")


def test_two_tabs_of_one_person_show_the_same(browser_of, watch, server, patient, room):
    context = browser_of("desktop")
    one = EyeMon(watch.page(context.new_page()), server).sign_in(patient).open_room(room)
    two = EyeMon(watch.page(context.new_page()), server).open_room(room)
    one.send("첫째 탭")
    two.expect_message("첫째 탭")
    two.send("둘째 탭")
    one.expect_message("둘째 탭")
    assert one.texts() == two.texts() == ["첫째 탭", "둘째 탭"]
    assert len(patient.messages(room)) == 2


def test_the_language_is_the_browsers_and_can_be_switched(browser_of, watch, server):
    for locale, word in (("ko-KR", "로그인"), ("en-US", "Sign in"), ("ja-JP", "ログイン"), ("fr-FR", "로그인")):
        app = EyeMon(watch.page(browser_of("phone", locale=locale).new_page()), server).open("/sign-in")
        expect(app.page.get_by_role("heading", name=word)).to_be_visible()
        assert app.page.locator("html").get_attribute("lang") == {"로그인": "ko", "ログイン": "ja"}.get(word, "en")


def test_a_chosen_language_stays(eyemon, patient):
    eyemon.sign_in(patient).open("/settings")
    eyemon.button("English").click()
    expect(eyemon.page.get_by_role("heading", name="Settings")).to_be_visible()
    eyemon.page.reload()
    expect(eyemon.page.get_by_role("heading", name="Settings")).to_be_visible()
    eyemon.button("日本語").click()
    expect(eyemon.page.get_by_role("heading", name="設定")).to_be_visible()


def background(app):
    return app.page.evaluate("() => getComputedStyle(document.body).backgroundColor")


def brightness(color):
    red, green, blue = (int(part) for part in re.findall(r"\d+", color)[:3])
    return (red + green + blue) / 3


def test_dark_follows_the_device_and_can_be_chosen(browser_of, watch, server, patient):
    light = EyeMon(watch.page(browser_of("phone").new_page()), server).sign_in(patient)
    dark = EyeMon(watch.page(browser_of("phone", color_scheme="dark").new_page()), server).sign_in(patient)
    assert brightness(background(light)) > 200 and brightness(background(dark)) < 60
    dark.shot("phone-dark")
    light.open("/settings")
    light.button("어둡게").click()
    light.page.wait_for_function("() => /\\b[0-5]?\\d, /.test(getComputedStyle(document.body).backgroundColor)")
    light.page.reload()
    expect(light.button("어둡게")).to_have_attribute("aria-pressed", "true")
    assert brightness(background(light)) < 60


def test_each_app_can_be_installed(browser_of, watch, server):
    for kind in (EyeMon, EyeMonDoctor):
        app = kind(watch.page(browser_of("phone").new_page()), server).open("/sign-in")
        devtools = app.page.context.new_cdp_session(app.page)
        app.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        manifest = devtools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        fields = json.loads(manifest["data"])
        assert fields["scope"] == f"/{app.name}/" and fields["display"] == "standalone"
        assert any("512" in icon["sizes"] or icon["sizes"] == "any" for icon in fields["icons"])
        faults = [fault["errorId"] for fault in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert [fault for fault in faults if fault != "in-incognito"] == []


def test_the_front_page_shows_the_apps(browser_of, watch, server):
    page = watch.page(browser_of("desktop").new_page())
    page.goto(server.url + "/")
    page.screenshot(path="build/screenshots/desktop-index.png")
    for name in ("eyemon", "eyemon-doctor"):
        expect(page.locator(f'a[href="/{name}/"]')).to_be_visible()
    page.locator('a[href="/eyemon/"]').click()
    expect(page).to_have_url(re.compile("/eyemon/"))
