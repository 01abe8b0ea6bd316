"""Finding messages and rooms: search, unread numbers, mute, the place where a person left off, history upwards."""

import re

from playwright.sync_api import expect


def test_search_finds_a_syllable_and_leads_to_the_message(eyemon, patient, doctor, room):
    doctor.send(room, "망막 검사 결과가 나왔습니다")
    for number in range(40):
        doctor.send(room, f"{number}번째 안내")
    eyemon.sign_in(patient).open("/chats")
    eyemon.button("검색").click()
    field = eyemon.page.get_by_role("searchbox", name="검색")
    expect(field).to_be_focused()
    eyemon.says("두 글자 이상 입력해 주세요")
    field.fill("망막")
    found = eyemon.page.get_by_role("list").get_by_role("button")
    expect(found).to_have_count(1)
    expect(found.locator(".match")).to_have_text("망막")
    eyemon.shot("phone-search")
    field.fill("없는말씀")
    eyemon.says("찾은 메시지가 없어요")
    field.fill("검사")
    found.click()
    eyemon.expect_path(f"/chats/{room}")
    expect(eyemon.page.locator(".msg.found")).to_contain_text("망막 검사")
    expect(eyemon.bubble("망막 검사")).to_be_in_viewport()
    eyemon.shot("phone-search-found")
    eyemon.page.go_back()
    expect(eyemon.page.get_by_role("searchbox")).to_have_value("검사")


def test_search_within_a_room_finds_nothing_of_others(eyemon_doctor, server, patient, doctor, room):
    import api

    other = api.join(server.url, "eyemon", "김바다")
    elsewhere = other.open_room(doctor)["room_id"]
    patient.send(room, "안약을 넣었어요")
    other.send(elsewhere, "안약이 없어요")
    eyemon_doctor.sign_in(doctor).open_room(room)
    eyemon_doctor.button("대화 검색").click()
    eyemon_doctor.page.get_by_role("searchbox").fill("안약")
    found = eyemon_doctor.page.get_by_role("list").get_by_role("button")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("넣었어요")
    eyemon_doctor.shot("tablet-search")


def test_all_is_read_in_one_move(eyemon_doctor, server, patient, doctor, room):
    import api

    other = api.join(server.url, "eyemon", "김바다")
    elsewhere = other.open_room(doctor)["room_id"]
    for _ in range(3):
        patient.send(room, "하나")
        other.send(elsewhere, "둘")
    eyemon_doctor.sign_in(doctor)
    expect(eyemon_doctor.page.locator(".row .badge")).to_have_count(2)
    eyemon_doctor.shot("tablet-rooms-unread-two")
    eyemon_doctor.button("모두 읽음").click()
    expect(eyemon_doctor.page.locator(".row .badge")).to_have_count(0)
    expect(eyemon_doctor.button("모두 읽음")).to_have_count(0)
    eyemon_doctor.page.reload()
    expect(eyemon_doctor.row(re.compile("김바다"))).to_be_visible()
    expect(eyemon_doctor.page.locator(".row .badge")).to_have_count(0)


def test_a_room_is_muted_from_its_menu(eyemon, patient, doctor, room):
    doctor.send(room, "조용히")
    eyemon.sign_in(patient).open_room(room)
    eyemon.button("메뉴").click()
    eyemon.sheet().get_by_role("button", name="알림 끄기").click()
    eyemon.button("뒤로").click()
    expect(eyemon.row(re.compile("박새눈"))).to_have_accessible_name(re.compile("알림 꺼짐"))
    eyemon.shot("phone-muted")


def test_a_room_opens_where_the_person_left_off(eyemon, patient, doctor, room):
    for number in range(20):
        doctor.send(room, f"읽은 말 {number}")
    patient.mark_read(room, 20)
    for number in range(30):
        doctor.send(room, f"새 말 {number}번")
    eyemon.sign_in(patient)
    eyemon.open("/chats")
    eyemon.row(re.compile("박새눈")).click()
    line = eyemon.page.get_by_text("여기까지 읽었어요")
    expect(line).to_be_in_viewport()
    eyemon.shot("phone-unread-line")
    eyemon.button(re.compile("새 메시지 30개")).click()
    expect(eyemon.bubble("새 말 29번")).to_be_in_viewport()


def test_history_comes_upwards_and_what_is_read_stays_in_place(eyemon_doctor, patient, doctor, room):
    for number in range(1, 301):
        patient.send(room, f"{number}번")
    app = eyemon_doctor.sign_in(doctor).open_room(room)
    app.page.get_by_role("log").focus()
    expect(app.bubble(re.compile("^300번|300번$")).first).to_be_attached()
    log = app.page.get_by_role("log")
    for _ in range(60):
        if app.page.get_by_text("대화의 시작이에요").count():
            break
        log.evaluate("(log) => { log.scrollTop = 0; }")
        app.page.wait_for_timeout(150)
    expect(app.page.get_by_text("대화의 시작이에요")).to_be_attached()
    expect(app.messages()).to_have_count(300)
    assert app.texts() == [f"{number}번" for number in range(1, 301)]
    app.shot("tablet-start")
    app.button("맨 아래로").click()
    expect(app.bubble("300번")).to_be_in_viewport()


def test_a_result_far_up_comes_without_all_that_lies_between(eyemon_doctor, patient, doctor, room):
    for number in range(1, 501):
        patient.send(room, f"{number}번" if number != 60 else "60번 망막 검사")
    app = eyemon_doctor.sign_in(doctor).open_room(room)
    expect(app.bubble("500번")).to_be_in_viewport()
    app.button("대화 검색").click()
    app.page.get_by_role("searchbox").fill("망막")
    app.page.get_by_role("list").get_by_role("button").first.click()
    expect(app.page.locator(".msg.found")).to_contain_text("망막 검사")
    expect(app.bubble("60번 망막 검사")).to_be_in_viewport()
    assert app.messages().count() <= 100
    app.shot("tablet-far-up")
    log = app.page.get_by_role("log")
    for _ in range(6):
        log.evaluate("(log) => { log.scrollTop = log.scrollHeight; }")
        if app.bubble("160번").count():
            break
        app.page.wait_for_timeout(300)
    expect(app.bubble("160번")).to_have_count(1)
    expect(app.bubble("500번")).to_have_count(0)
    texts = app.texts()
    first = int(texts[0].split("번")[0])
    assert [int(text.split("번")[0]) for text in texts] == list(range(first, first + len(texts)))
    app.button("맨 아래로").click()
    expect(app.bubble("500번")).to_be_in_viewport()
