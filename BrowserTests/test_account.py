"""The account in the browser: every way in, and the person's own places."""

import re
import subprocess
from urllib.parse import unquote

import api
import live
import outbox
import pytest
from apps import EyeMon, EyeMonDoctor
from playwright.sync_api import expect

NEW_PASSWORD = "floor&7open"
numbers = iter(range(20_000_000, 99_999_999))


@pytest.fixture
def phone():
    return f"010{next(numbers)}"


@pytest.fixture
def strict(tmp_path):
    """A server whose doctors wait for the operator."""
    running = live.Server(tmp_path / "maru", environment={"MARU_DOCTORS_WAIT": "on"}).start()
    yield running
    running.stop()


@pytest.fixture
def open_to_children(tmp_path):
    running = live.Server(tmp_path / "maru", "--children").start()
    yield running
    running.stop()


def international(phone):
    return "+82" + phone[1:]


def test_a_forgotten_password_is_reset_by_a_mailed_code(eyemon, patient):
    eyemon.open("/sign-in")
    eyemon.field("이메일").fill(patient.email)
    eyemon.link("비밀번호를 잊었나요?").click()
    expect(eyemon.field("이메일")).to_have_value(patient.email)
    eyemon.button("인증번호 받기").click()
    eyemon.says(f"{patient.email}에 가입한 계정이 있으면")
    eyemon.shot("phone-reset")
    eyemon.field("인증번호").fill("000000")
    eyemon.page.get_by_label("새 비밀번호").fill(NEW_PASSWORD)
    eyemon.button("비밀번호 바꾸기").click()
    eyemon.says("인증번호가 맞지 않거나 지났어요")
    eyemon.field("인증번호").fill(outbox.newest_code(eyemon.server, patient.email))
    eyemon.button("비밀번호 바꾸기").click()
    eyemon.says("새 비밀번호로 바꿨어요")
    eyemon.shot("phone-reset-done")
    eyemon.link("로그인하러 가기").click()
    eyemon.field("이메일").fill(patient.email)
    eyemon.password().fill(NEW_PASSWORD)
    eyemon.button("로그인", exact=True).click()
    eyemon.expect_path("/doctors")


def test_a_number_signs_up_and_signs_in_again(eyemon, phone):
    eyemon.open("/sign-in")
    eyemon.link("휴대전화 번호로 계속하기").click()
    eyemon.field("휴대전화 번호").fill("1234")
    eyemon.button("인증번호 받기").click()
    eyemon.says("휴대전화 번호를 확인해 주세요")
    eyemon.field("휴대전화 번호").fill(phone)
    eyemon.button("인증번호 받기").click()
    eyemon.says("인증번호를 보냈어요")
    eyemon.shot("phone-code")
    code = outbox.newest_code(eyemon.server, international(phone))
    eyemon.field("인증번호").fill(code)
    eyemon.button("로그인", exact=True).click()
    eyemon.field("닉네임").fill("번호로온이")
    eyemon.button("모두 동의해요").click()
    eyemon.shot("phone-newcomer")
    eyemon.button("가입하기").click()
    eyemon.expect_path("/doctors")
    eyemon.open("/me/ways")
    eyemon.says("휴대전화 번호")
    expect(eyemon.button("해제")).to_have_count(0)  # the last way in


def test_the_password_is_changed_with_the_old_one(eyemon, patient):
    eyemon.sign_in(patient).open("/me")
    eyemon.link("로그인 방법").click()
    eyemon.says(patient.email)
    eyemon.shot("phone-ways")
    eyemon.link("비밀번호 바꾸기").click()
    eyemon.page.get_by_label("지금 비밀번호").fill("wrong!2345a")
    eyemon.page.get_by_label("새 비밀번호").fill(NEW_PASSWORD)
    eyemon.button("바꾸기", exact=True).click()
    eyemon.says("비밀번호가 맞지 않아요")
    eyemon.page.get_by_label("지금 비밀번호").fill(api.PASSWORD)
    eyemon.button("바꾸기", exact=True).click()
    eyemon.says("다른 기기는 모두 로그아웃됐어요")
    eyemon.shot("phone-password-done")
    eyemon.button("뒤로").click()
    eyemon.says("비밀번호 바꾸기")


def test_the_address_is_changed_by_a_mailed_code(eyemon, patient):
    address = api.fresh_email("moved")
    eyemon.sign_in(patient).open("/me/email")
    eyemon.field("새 이메일").fill(address)
    eyemon.page.get_by_label("비밀번호").fill(api.PASSWORD)
    eyemon.button("인증번호 받기").click()
    eyemon.says(f"{address}(으)로 인증번호를 보냈어요")
    eyemon.field("인증번호").fill(outbox.newest_code(eyemon.server, address))
    eyemon.button("확인", exact=True).click()
    eyemon.says("바꿨어요")
    eyemon.open("/me")
    eyemon.says(address)


def test_another_device_is_signed_out_from_here(eyemon, patient, server):
    other = api.login(server.url, patient.email)
    eyemon.enter(patient)
    with eyemon.page.expect_request(re.compile("/v1/me/sessions$")) as asked:
        eyemon.open("/me/sessions")
    along = asked.value.headers
    assert along["x-platform"] == "web" and along["x-local-timezone"] == "Asia/Seoul"
    assert re.fullmatch(r"\d+\.\d+\.\d+", along["x-app-version"])
    assert re.fullmatch(r"\w+ · Linux", unquote(along["x-device-name"]))
    # The list names this browser as it named itself at its sign-in.
    expect(eyemon.page.get_by_text(unquote(along["x-device-name"]), exact=True)).to_have_count(1)
    eyemon.says("이 기기")
    eyemon.shot("phone-sessions")
    eyemon.button("다른 기기 모두 로그아웃").click()
    expect(eyemon.sheet()).to_contain_text("다른 기기에서 모두 로그아웃할까요?")
    eyemon.sheet().get_by_role("button", name="로그아웃").click()
    expect(eyemon.button("다른 기기 모두 로그아웃")).to_have_count(0)
    assert other.get("/v1/chats").status_code == 419
    eyemon.page.reload()
    eyemon.says("지금 쓰고 있어요")


def test_somebody_who_never_agreed_is_asked(eyemon):
    older = api.join(eyemon.server.url, "eyemon", "옛사람")
    eyemon.open("/sign-in")
    eyemon.fill_sign_in(older)
    eyemon.expect_path("/me/consents")
    eyemon.says("계속하려면 동의가 필요해요")
    eyemon.button("동의하기").click()
    eyemon.says("필수 약관에 동의해 주세요")
    for choice in eyemon.page.locator(".checks button").all():
        choice.click()
    eyemon.shot("phone-consents")
    eyemon.button("동의하기").click()
    eyemon.expect_path("/doctors")
    eyemon.open("/me/consents")
    eyemon.says("동의한 내용")
    eyemon.shot("phone-consents-given")
    eyemon.says_not("계속하려면 동의가 필요해요")


def test_a_doctor_says_more_and_waits(browser_of, watch, strict):
    app = EyeMonDoctor(watch.page(browser_of("tablet").new_page()), strict).open("/sign-up")
    app.field("이메일").fill(api.fresh_email("doctor"))
    app.password().fill(api.PASSWORD)
    app.field("닉네임").fill("새의사")
    app.button("모두 동의해요").click()
    app.button("가입하기").click()
    app.says("면허번호를 입력해 주세요")
    app.field("의사 면허번호").fill("12345")
    app.field("병원 이름").fill("마루안과")
    app.shot("tablet-doctor-sign-up")
    app.button("가입하기").click()
    expect(app.page).not_to_have_url(re.compile("sign-up"))
    app.open("/me")
    app.shot("tablet-doctor-waiting")
    app.link(re.compile("승인을 기다리고 있어요")).click()
    app.button("다시 신청하기").click()
    app.says("면허번호를 확인해 주세요")
    app.field("의사 면허번호").fill("54321")
    app.button("다시 신청하기").click()
    app.says("다시 신청했어요")
    app.shot("tablet-doctor-approval")


def test_a_child_signs_up_with_a_guardian(open_to_children, browser_of, watch):
    app = EyeMon(watch.page(browser_of("phone").new_page()), open_to_children).open("/sign-up")
    email = api.fresh_email("child")
    app.field("이메일").fill(email)
    app.password().fill(api.PASSWORD)
    app.field("닉네임").fill("새싹")
    old, child = (app.button(name) for name in ("만 14세 이상이에요 (둘 중 하나 필수)", "만 14세 미만이고 보호자가 동의했어요"))
    app.button("모두 동의해요").click()
    expect(old).to_have_attribute("aria-pressed", "true")
    child.click()
    expect(child).to_have_attribute("aria-pressed", "true")
    expect(old).to_have_attribute("aria-pressed", "false")
    app.shot("phone-sign-up-child")
    app.button("가입하기").click()
    app.says("보호자의 동의가 아직 등록되지 않았어요")
    app.shot("phone-sign-up-child-refused")
    admin = [str(live.binary()), "admin", "guardian", "add", email, "어머니, 방문 확인"]
    subprocess.run([*admin, "--data", str(open_to_children.folder / "data")], check=True, timeout=20)
    app.button("가입하기").click()
    expect(app.page).not_to_have_url(re.compile("sign-up"))
