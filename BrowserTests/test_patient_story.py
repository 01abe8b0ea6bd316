"""A patient on a phone, from nothing to a conversation."""

import re

import api
from playwright.sync_api import expect


def test_signing_up_finding_a_doctor_and_writing_the_first_message(eyemon, doctor):
    eyemon.open("/sign-up")
    eyemon.field("이메일").fill("하늘@")
    eyemon.field("닉네임").focus()
    eyemon.says("이메일 형식을 확인해 주세요")
    eyemon.field("이메일").fill(doctor.email)
    eyemon.field("닉네임").focus()
    eyemon.says("이미 가입한 이메일이에요")
    eyemon.field("이메일").fill(api.fresh_email("sky"))
    eyemon.field("닉네임").focus()
    eyemon.says("쓸 수 있는 이메일이에요")

    met = eyemon.page.locator(".rules .met")
    for typed, count in (("a", 1), ("abcdefgh", 2), ("abcdefg1", 3), ("abcdef1!", 4)):
        eyemon.password().fill(typed)
        expect(met).to_have_count(count)
    eyemon.shot("phone-sign-up")

    eyemon.field("닉네임").fill("이 하늘")
    eyemon.password().focus()
    eyemon.says("닉네임에는 빈칸이나 . , ? * - @ 같은 기호를 쓸 수 없어요")
    eyemon.field("닉네임").fill("이하늘")
    eyemon.password().fill(api.PASSWORD)
    eyemon.button("가입하기").click()
    eyemon.says("필수 약관에 동의해 주세요")
    eyemon.button("모두 동의해요").click()
    eyemon.shot("phone-sign-up-agreed")
    eyemon.button("가입하기").click()

    card = eyemon.link(re.compile(doctor.nick)).first
    expect(card).to_be_visible()
    eyemon.shot("phone-doctors")
    eyemon.link(re.compile(doctor.nick)).last.click()
    eyemon.button("상담방 들어가기").click()
    eyemon.says("첫 이야기를 건네 보세요")
    eyemon.expect_path("/chats/[0-9a-f]{24}")
    eyemon.send("안녕하세요, 눈이 자꾸 침침해요")
    eyemon.expect_message("눈이 자꾸 침침해요")
    expect(eyemon.pending()).to_have_count(0)
    room = eyemon.page.url.rsplit("/", 1)[1]
    assert [message["content"] for message in doctor.messages(room)] == ["안녕하세요, 눈이 자꾸 침침해요"]
    eyemon.shot("phone-chat")


def test_signing_in_and_out(eyemon, patient):
    eyemon.open("/sign-in")
    eyemon.field("이메일").fill(patient.email)
    eyemon.password().fill("틀림!2345a")
    eyemon.button("로그인", exact=True).click()
    eyemon.says("이메일이나 비밀번호가 맞지 않아요")
    eyemon.shot("phone-sign-in-refused")
    eyemon.password().fill(api.PASSWORD)
    eyemon.button("로그인", exact=True).click()
    eyemon.link(re.compile("내 정보")).click()
    eyemon.says(patient.email)
    eyemon.shot("phone-settings")
    eyemon.button(re.compile("로그아웃")).click()
    expect(eyemon.page.get_by_text(patient.email)).to_have_count(0)
    eyemon.open("/chats")
    expect(eyemon.field("이메일")).to_be_visible()


def test_a_reload_keeps_the_person_signed_in(eyemon, patient):
    eyemon.sign_in(patient)
    eyemon.page.reload()
    expect(eyemon.link(re.compile("내 정보"))).to_be_visible()
    kept = eyemon.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    assert "eyJ" not in kept, "scripts hold no token that outlives the page"


def test_text_never_becomes_markup(eyemon, patient, doctor, room):
    texts = ["<script>document.title='x'</script>", "<img src=x onerror=\"document.title='x'\">"]
    texts += ["&lt;b&gt; & <b>", "a\nb"]
    for text in texts:
        doctor.send(room, text)
    eyemon.sign_in(patient).open_room(room)
    expect(eyemon.messages()).to_have_count(len(texts))
    assert eyemon.texts() == texts
    expect(eyemon.page.get_by_role("log").locator("script, img, b")).to_have_count(0)
    assert eyemon.page.title() != "x"
    eyemon.send(texts[0])
    expect(eyemon.bubble("document.title")).to_have_count(3)
