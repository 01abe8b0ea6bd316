"""What the apps keep of a person: the profile, who opened files, a copy of it all, and leaving."""

import io
import re
import zipfile

import api
import requests
from apps import EyeMonDoctor
from fileserver import noise
from playwright.sync_api import expect


def test_the_profile_is_changed_and_stays_changed(eyemon, patient, doctor, room, browser_of, watch):
    eyemon.sign_in(patient).open("/me")
    eyemon.link("프로필").click()
    expect(eyemon.field("닉네임")).to_have_value(patient.nick)
    eyemon.field("닉네임").fill("이 하늘")
    eyemon.button("저장", exact=True).click()
    eyemon.says("닉네임에 쓸 수 없는 글자가 있어요")
    eyemon.field("닉네임").fill("새하늘")
    eyemon.field("소개").fill("왼쪽 눈이 자주 건조해요")
    bring(eyemon, "글.txt", b"text", "text/plain")
    eyemon.says("사진으로 쓸 수 없는 파일이에요")
    bring(eyemon, "나.png", noise(1500, 1500), "image/png")  # more than the server takes: it is made smaller
    expect(eyemon.page.locator(".portrait img[data-shown=yes]")).to_be_visible()
    eyemon.says("저장을 눌러야 바뀌어요")
    eyemon.button("저장", exact=True).click()
    eyemon.says("저장했어요")
    eyemon.shot("phone-profile")
    eyemon.page.reload()
    expect(eyemon.field("닉네임")).to_have_value("새하늘")
    expect(eyemon.field("소개")).to_have_value("왼쪽 눈이 자주 건조해요")
    expect(eyemon.page.locator(".portrait img[data-shown=yes]")).to_be_visible()
    eyemon.button("뒤로").click()
    eyemon.says("새하늘")
    expect(eyemon.page.locator(".person img[data-shown=yes]")).to_be_visible()
    eyemon.link("활동 기록").click()
    eyemon.says("프로필을 바꿨어요")
    eyemon.shot("phone-activity")
    patient.send(room, "안녕하세요")
    console = EyeMonDoctor(watch.page(browser_of("tablet").new_page()), eyemon.server).sign_in(doctor)
    expect(console.row(re.compile("새하늘")).locator("img[data-shown=yes]")).to_be_visible()
    eyemon.open("/me/profile")
    eyemon.button("사진 지우기").click()
    eyemon.button("저장", exact=True).click()
    eyemon.says("저장했어요")
    expect(eyemon.page.locator(".portrait img")).to_have_count(0)


def bring(app, name, content, kind):
    app.page.get_by_label(re.compile("^사진 (고르기|바꾸기)$")).last.set_input_files(
        {"name": name, "mimeType": kind, "buffer": content})


def test_nobody_has_opened_a_file_yet(eyemon, patient):
    eyemon.sign_in(patient).open("/me")
    eyemon.link("누가 내 파일을 열었나요").click()
    eyemon.says("아직 열어 본 사람이 없어요")
    # The mark of what is well, not of what did not load.
    expect(eyemon.page.locator("main path[d='M5 12.5l4.5 4.5L19 7.5']")).to_be_visible()
    eyemon.shot("phone-openings")


def test_a_copy_of_it_all_is_gathered_and_fetched(eyemon, patient):
    eyemon.sign_in(patient).open("/me")
    eyemon.link("내 데이터와 탈퇴").click()
    eyemon.shot("phone-data")
    eyemon.button("내 데이터 모으기").click()
    ready = eyemon.link(re.compile("받기"))
    expect(ready).to_be_visible()
    eyemon.shot("phone-data-ready")
    answer = requests.get(eyemon.server.url + ready.get_attribute("href"), timeout=10)
    assert answer.status_code == 200
    assert "data/profile.json" in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()


def test_leaving_takes_the_password_and_a_yes(eyemon, patient):
    eyemon.sign_in(patient).open("/me/data")
    eyemon.button("탈퇴하기").click()
    expect(eyemon.password()).to_be_focused()
    eyemon.password().fill("wrong!2345a")
    eyemon.button("탈퇴하기").click()
    expect(eyemon.sheet()).to_contain_text("정말 탈퇴할까요?")
    eyemon.shot("phone-leaving")
    eyemon.sheet().get_by_role("button", name="탈퇴하기").click()
    eyemon.says("비밀번호가 맞지 않아요")
    eyemon.password().fill(api.PASSWORD)
    eyemon.button("탈퇴하기").click()
    eyemon.sheet().get_by_role("button", name="탈퇴하기").click()
    eyemon.expect_path("/")
    eyemon.open("/sign-in")
    eyemon.fill_sign_in(patient)
    eyemon.says("이메일이나 비밀번호가 맞지 않아요")
