"""All that can be done with a message, on two screens at the same time."""

import re

import pytest
from apps import EyeMonDoctor
from playwright.sync_api import expect


@pytest.fixture
def both(eyemon, eyemon_doctor, patient, doctor, room):
    """The patient's phone and the doctor's tablet in the same room."""
    eyemon.sign_in(patient).open_room(room)
    eyemon_doctor.sign_in(doctor).open_room(room)
    return eyemon, eyemon_doctor


def test_an_edit_is_seen_by_both(both):
    phone, tablet = both
    phone.send("내일 두시에 갈게요")
    tablet.expect_message("내일 두시에 갈게요")
    phone.choose("내일 두시에 갈게요", "수정")
    expect(phone.composer()).to_have_value("내일 두시에 갈게요")
    phone.shot("phone-editing")
    phone.composer().fill("내일 세시에 갈게요")
    phone.composer().press("Enter")
    for app in both:
        app.expect_message("내일 세시에 갈게요")
        expect(app.bubble("내일 세시에 갈게요")).to_contain_text("수정됨")
        app.expect_message("내일 두시에 갈게요", 0)
    expect(phone.composer()).to_have_value("")


def test_escape_leaves_an_edit_and_gives_the_draft_back(eyemon_doctor, doctor, patient, room):
    doctor.send(room, "고칠 말")
    eyemon_doctor.sign_in(doctor).open_room(room)
    eyemon_doctor.composer().fill("쓰던 말")
    eyemon_doctor.choose("고칠 말", "수정")
    expect(eyemon_doctor.composer()).to_have_value("고칠 말")
    eyemon_doctor.composer().press("Escape")
    expect(eyemon_doctor.composer()).to_have_value("쓰던 말")


def test_a_deleted_message_leaves_a_tombstone_on_both(both, patient, room):
    phone, tablet = both
    phone.send("잘못 보낸 말")
    tablet.expect_message("잘못 보낸 말")
    phone.choose("잘못 보낸 말", "삭제")
    phone.shot("phone-delete")
    phone.sheet().get_by_role("button", name="삭제", exact=True).click()
    for app in both:
        expect(app.bubble("삭제된 메시지입니다.")).to_have_count(1)
        app.expect_message("잘못 보낸 말", 0)
    tablet.shot("tablet-tombstone")
    expect(tablet.row(re.compile("이하늘"))).to_contain_text("삭제된 메시지입니다.")


def test_reactions_come_and_go_on_both(both):
    phone, tablet = both
    phone.send("많이 좋아졌어요")
    tablet.menu("많이 좋아졌어요")
    tablet.shot("tablet-menu")
    tablet.sheet().get_by_role("button", name="👍").click()
    for app in both:
        expect(app.bubble("많이 좋아졌어요").get_by_role("button", name="👍 1명")).to_be_visible()
    mark = phone.bubble("많이 좋아졌어요").get_by_role("button", name="👍 1명")
    expect(mark).to_have_attribute("aria-pressed", "false")
    mark.click()
    for app in both:
        expect(app.bubble("많이 좋아졌어요").get_by_role("button", name="👍 2명")).to_be_visible()
    phone.shot("phone-reactions")
    phone.bubble("많이 좋아졌어요").get_by_role("button", name="👍 2명").click()
    expect(tablet.bubble("많이 좋아졌어요").get_by_role("button", name="👍 1명")).to_be_visible()


def test_a_quote_says_what_its_message_says_by_now(both):
    phone, tablet = both
    phone.send("두시에 갈게요")
    tablet.choose("두시에 갈게요", "답장")
    tablet.send("좋아요")
    phone.choose("두시에 갈게요", "수정")
    phone.composer().fill("세시에 갈게요")
    phone.composer().press("Enter")
    for app in both:
        expect(app.bubble("좋아요").locator(".quote")).to_contain_text("세시에 갈게요")
    phone.choose("세시에 갈게요", "삭제")
    phone.sheet().get_by_role("button", name="삭제", exact=True).click()
    for app in both:
        expect(app.bubble("좋아요").locator(".quote")).to_contain_text("삭제된 메시지입니다.")


def test_a_mouse_finds_the_menu_beside_the_message(browser_of, watch, server, doctor, patient, room):
    patient.send(room, "마우스로")
    desk = EyeMonDoctor(watch.page(browser_of("desktop").new_page()), server).sign_in(doctor).open_room(room)
    more = desk.bubble("마우스로").get_by_role("button", name="메뉴")
    expect(more).to_have_css("opacity", "0")
    desk.bubble("마우스로").locator(".bubble").hover()
    expect(more).to_have_css("opacity", "1")
    desk.shot("desktop-hover")
    more.click()
    expect(desk.sheet().get_by_role("button", name="답장", exact=True)).to_be_visible()


def test_an_answer_quotes_and_leads_to_its_original(both, patient, room):
    phone, tablet = both
    phone.send("언제 가면 되나요?")
    for number in range(30):
        patient.send(room, f"{number}번째 말")
    tablet.expect_message("29번째 말")
    tablet.page.get_by_role("log").evaluate("(log) => { log.scrollTop = 0; }")
    tablet.choose("언제 가면 되나요?", "답장")
    expect(tablet.page.get_by_text("이하늘에게 답장")).to_be_visible()
    tablet.shot("tablet-replying")
    tablet.send("세시요")
    answer = phone.bubble("세시요")
    expect(answer).to_contain_text("언제 가면 되나요?")
    answer.get_by_role("button", name=re.compile("답장")).click()
    expect(phone.page.locator(".msg.found")).to_contain_text("언제 가면 되나요?")
    expect(phone.bubble("언제 가면 되나요?").first).to_be_in_viewport()
    phone.shot("phone-original")


def test_typing_is_seen_and_ends(both):
    phone, tablet = both
    phone.send("안녕하세요")
    tablet.expect_message("안녕하세요")
    phone.composer().press_sequentially("쓰는 중")
    expect(tablet.page.locator(".status")).to_have_text("입력 중…")
    expect(tablet.row(re.compile("이하늘"))).to_contain_text("입력 중…")
    tablet.shot("tablet-typing")
    phone.composer().press("Enter")
    tablet.expect_message("쓰는 중")
    expect(tablet.page.locator(".status")).to_have_text("접속 중")


def test_a_pinned_message_stands_above_for_both(both):
    phone, tablet = both
    tablet.send("다음 진료는 3월 2일입니다")
    tablet.choose("다음 진료는 3월 2일입니다", "상단에 고정")
    for app in both:
        expect(app.button("고정된 메시지: 다음 진료는 3월 2일입니다")).to_be_visible()
    phone.shot("phone-pinned")
    phone.choose("다음 진료는 3월 2일입니다", "고정 해제")
    for app in both:
        expect(app.page.locator(".pinned")).to_have_count(0)
    tablet.choose("다음 진료는 3월 2일입니다", "상단에 고정")
    phone.button("고정 해제").click()
    for app in both:
        expect(app.page.locator(".pinned")).to_have_count(0)


def test_a_message_is_reported(both):
    phone, tablet = both
    reports = []
    phone.page.on("request", lambda call: reports.append(call.post_data_json) if "/report" in call.url else None)
    tablet.send("나쁜 말")
    phone.choose("나쁜 말", "신고")
    expect(phone.sheet()).to_contain_text("왜 신고하시나요?")
    phone.sheet().get_by_role("textbox", name="덧붙일 말 (선택)").fill("어제도 그랬어요")
    phone.shot("phone-report")
    phone.sheet().get_by_role("button", name="욕설·괴롭힘").click()
    phone.says("신고했어요")
    assert [report["note"] for report in reports] == ["어제도 그랬어요"]


def test_a_blocked_person_is_heard_no_more(both):
    phone, tablet = both
    tablet.send("처음 말")
    phone.choose("처음 말", "차단")
    phone.shot("phone-block")
    phone.sheet().get_by_role("button", name="차단", exact=True).click()
    phone.says("차단한 사람이에요")
    phone.shot("phone-blocked")
    tablet.send("들리지 않는 말")
    tablet.expect_message("들리지 않는 말")
    phone.page.reload()
    phone.expect_message("처음 말")
    phone.expect_message("들리지 않는 말", 0)
    phone.button("차단 해제").click()
    expect(phone.composer()).to_be_visible()
    tablet.send("다시 들리는 말")
    phone.expect_message("다시 들리는 말")
    phone.expect_message("들리지 않는 말", 0)


def test_a_name_is_offered_and_taken_by_keyboard(both):
    phone, tablet = both
    tablet.composer().press_sequentially("@")
    people = tablet.page.get_by_role("listbox", name="누구에게")
    expect(people.get_by_role("option")).to_have_count(1)
    tablet.shot("tablet-mention")
    tablet.composer().press("Enter")
    expect(tablet.composer()).to_have_value("@이하늘 ")
    tablet.composer().press_sequentially("확인해 주세요")
    tablet.composer().press("Enter")
    expect(phone.bubble("확인해 주세요").locator(".mention")).to_have_text("@이하늘")


def test_an_address_opens_elsewhere_and_cannot_reach_back(both, browser_of):
    phone, tablet = both
    phone.send("여기예요 https://example.com/a에서 보세요 javascript:alert(1)")
    link = tablet.bubble("여기예요").get_by_role("link")
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", "https://example.com/a")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener"))


def test_the_menu_is_reached_by_keyboard_and_gives_the_focus_back(eyemon_doctor, doctor, patient, room):
    patient.send(room, "첫째")
    patient.send(room, "둘째")
    app = eyemon_doctor.sign_in(doctor).open_room(room)
    app.expect_message("둘째")
    app.page.get_by_role("log").focus()
    app.page.keyboard.press("ArrowUp")
    app.page.keyboard.press("ArrowUp")
    expect(app.bubble("첫째")).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(app.sheet()).to_be_visible()
    app.page.keyboard.press("Escape")
    expect(app.sheet()).to_have_count(0)
    expect(app.bubble("첫째")).to_be_focused()


def test_a_long_press_opens_the_menu(eyemon, patient, doctor, room):
    doctor.send(room, "길게 누를 말")
    eyemon.sign_in(patient).open_room(room)
    box = eyemon.bubble("길게 누를 말").locator(".bubble").bounding_box()
    point = {"x": box["x"] + 20, "y": box["y"] + 15}
    devtools = eyemon.page.context.new_cdp_session(eyemon.page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(eyemon.sheet()).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(eyemon.sheet()).to_be_visible()
    eyemon.shot("phone-menu")
    eyemon.button("취소").click()
    expect(eyemon.sheet()).to_have_count(0)
