"""What is done while the server is away: messages that wait are changed and taken back, and what was done to messages
of the room happens once it is there again."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def server(own_server):
    return own_server


def test_what_waits_can_be_changed(eyemon, server, patient, doctor, room):
    doctor.send(room, "먼저 온 말")
    eyemon.sign_in(patient).open_room(room)
    eyemon.expect_message("먼저 온 말")
    server.kill()
    eyemon.send("첫 생각")
    eyemon.send("그대로 갈 말")
    expect(eyemon.pending()).to_have_count(2)
    eyemon.choose("첫 생각", "수정")
    eyemon.composer().fill("고친 생각")
    eyemon.composer().press("Enter")
    eyemon.expect_message("고친 생각")
    eyemon.shot("phone-outbox-edited")
    server.start()
    expect(eyemon.pending()).to_have_count(0, timeout=30_000)
    assert [message["content"] for message in patient.messages(room)] == ["먼저 온 말", "고친 생각", "그대로 갈 말"]


def test_what_was_done_to_a_message_happens_when_the_server_is_back(eyemon, server, patient, doctor, room):
    patient.send(room, "고칠 말")
    patient.send(room, "지울 말")
    doctor.send(room, "좋은 말")
    eyemon.sign_in(patient).open_room(room)
    eyemon.expect_message("좋은 말")
    server.kill()
    eyemon.choose("고칠 말", "수정")
    eyemon.composer().fill("고친 말")
    eyemon.composer().press("Enter")
    eyemon.choose("지울 말", "삭제")
    eyemon.sheet().get_by_role("button", name="삭제", exact=True).click()
    eyemon.menu("좋은 말")
    eyemon.sheet().get_by_role("button", name="👍").click()
    eyemon.expect_message("고친 말")
    eyemon.expect_message("삭제된 메시지입니다.")
    eyemon.expect_stored(patient, "o/", 3)
    eyemon.page.reload()
    eyemon.expect_message("고친 말")
    server.start()
    for _ in range(60):
        found = {message["content"] for message in patient.messages(room)}
        if found == {"고친 말", "삭제된 메시지입니다.", "좋은 말"}:
            break
        eyemon.page.wait_for_timeout(500)
    assert found == {"고친 말", "삭제된 메시지입니다.", "좋은 말"}
    eyemon.expect_message("지울 말", 0)


def test_signing_out_warns_of_what_was_not_sent(eyemon, server, patient, room):
    eyemon.sign_in(patient).open_room(room)
    server.kill()
    eyemon.send("아직 못 보낸 말")
    expect(eyemon.pending()).to_have_count(1)
    eyemon.button("뒤로").click()
    eyemon.link("내 정보").click()
    eyemon.button("로그아웃").click()
    expect(eyemon.sheet()).to_contain_text("아직 보내지 못한 메시지가 1개 있어요")
    eyemon.shot("phone-sign-out")
    eyemon.button("취소").click()
    expect(eyemon.sheet()).to_have_count(0)
    expect(eyemon.button("로그아웃")).to_be_visible()


def test_back_after_a_reload_leads_to_the_list_once(eyemon, server, patient, doctor, room):
    doctor.send(room, "안녕하세요")
    eyemon.sign_in(patient).open("/chats")
    eyemon.row(re.compile(doctor.nick)).click()
    eyemon.expect_message("안녕하세요")
    eyemon.page.reload()
    eyemon.expect_message("안녕하세요")
    eyemon.button("뒤로").click()
    eyemon.expect_path("/chats")
    eyemon.page.go_back()
    expect(eyemon.page).not_to_have_url(re.compile(f"/chats/{room}$"))
