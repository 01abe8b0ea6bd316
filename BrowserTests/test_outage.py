"""The server stops, is killed, comes back: nothing twice, nothing missing, nothing lost on the way."""

import os
import re
import signal

import pytest
from apps import EyeMon, EyeMonDoctor
from line import Line
from playwright.sync_api import expect

LOST = re.compile("서버에 다시 연결하고 있어요|인터넷에 연결되어 있지 않아요|다시 연결 중|오프라인")


@pytest.fixture
def server(own_server):
    return own_server


def worker_is_ready(app):
    app.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    app.page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=10_000)


def test_an_outage_from_end_to_end(eyemon, eyemon_doctor, server, patient, doctor, room):
    for number in range(30):
        (patient, doctor)[number % 2].send(room, f"지난 말 {number}")
    eyemon.sign_in(patient).open_room(room)
    eyemon_doctor.sign_in(doctor).open_room(room)
    expect(eyemon.bubble("지난 말 29")).to_be_visible()
    worker_is_ready(eyemon)

    server.kill()
    expect(eyemon.page.get_by_text(LOST).first).to_be_visible()
    expect(eyemon_doctor.page.get_by_text(LOST).first).to_be_visible()
    eyemon.page.reload()
    expect(eyemon.bubble("지난 말 29")).to_be_visible()
    expect(eyemon.page.get_by_text(LOST).first).to_be_visible()
    waiting = ["끊긴 동안 하나", "끊긴 동안 둘", "끊긴 동안 셋"]
    for text in waiting:
        eyemon.send(text)
    expect(eyemon.pending()).to_have_count(3)
    eyemon.shot("phone-outage")
    eyemon.page.reload()
    expect(eyemon.pending()).to_have_count(3)

    eyemon_doctor.send("의사도 쓰고 있었습니다")
    server.start()
    for app in (eyemon, eyemon_doctor):
        for text in [*waiting, "의사도 쓰고 있었습니다"]:
            expect(app.bubble(text)).to_have_count(1, timeout=30_000)
        expect(app.pending()).to_have_count(0, timeout=30_000)
        expect(app.page.get_by_text(LOST)).to_have_count(0)
    stored = [message["content"] for message in patient.messages(room)]
    assert len(stored) == 34 and stored[:30] == [f"지난 말 {number}" for number in range(30)]
    assert [text for text in stored if text in waiting] == waiting
    assert eyemon.texts() == eyemon_doctor.texts() == stored


def test_a_page_that_was_closed_in_between_sends_what_waited(browser_of, watch, server, patient, doctor, room):
    context = browser_of("phone")
    first = EyeMon(watch.page(context.new_page()), server).sign_in(patient).open_room(room)
    first.send("먼저 보낸 말")
    expect(first.pending()).to_have_count(0)
    worker_is_ready(first)
    server.kill()
    first.send("닫기 전에 쓴 말")
    expect(first.pending()).to_have_count(1)
    first.page.close()

    server.start()
    doctor.send(room, "그 사이에 온 말")
    again = EyeMon(watch.page(context.new_page()), server).open_room(room)
    for text in ("먼저 보낸 말", "그 사이에 온 말", "닫기 전에 쓴 말"):
        expect(again.bubble(text)).to_have_count(1, timeout=20_000)
    expect(again.pending()).to_have_count(0, timeout=20_000)
    assert [message["content"] for message in doctor.messages(room)] == again.texts()


def test_what_waits_can_be_taken_back(eyemon, server, patient, room):
    eyemon.sign_in(patient).open_room(room)
    server.kill()
    expect(eyemon.page.get_by_text(LOST).first).to_be_visible()
    eyemon.send("보내지 말아 주세요")
    eyemon.send("이것은 보내 주세요")
    eyemon.bubble("보내지 말아 주세요").get_by_role("button", name="삭제").click()
    expect(eyemon.bubble("보내지 말아 주세요")).to_have_count(0)
    server.start()
    expect(eyemon.pending()).to_have_count(0, timeout=30_000)
    assert [message["content"] for message in patient.messages(room)] == ["이것은 보내 주세요"]


def test_a_draft_outlives_the_page(eyemon, server, patient, room):
    eyemon.sign_in(patient).open_room(room)
    eyemon.composer().fill("아직 다 쓰지 않은")
    eyemon.expect_stored(patient, "d/", 1)
    eyemon.page.reload()
    expect(eyemon.composer()).to_have_value("아직 다 쓰지 않은")


def test_what_was_said_while_the_line_was_cut_is_caught_up_in_order(browser_of, watch, server, patient, doctor, room):
    line = Line(server)
    tablet = EyeMonDoctor(watch.page(browser_of("tablet").new_page()), line).sign_in(doctor).open_room(room)
    patient.send(room, "끊기기 전")
    tablet.expect_message("끊기기 전")
    for turn in range(2):
        line.cut()
        expect(tablet.page.get_by_text(LOST).first).to_be_visible()
        for number in range(40):
            patient.send(room, f"{turn}.{number}")
        tablet.send(f"의사 {turn}")
        line.mend()
        expect(tablet.bubble(f"의사 {turn}")).to_have_count(1, timeout=30_000)
        expect(tablet.pending()).to_have_count(0, timeout=30_000)
        expect(tablet.page.get_by_text(LOST)).to_have_count(0)
    stored = [message["content"] for message in patient.messages(room)]
    assert len(stored) == 83
    shown = tablet.texts()
    assert shown == stored[-len(shown) :] and len(shown) >= 40
    line.cut()


def test_a_restart_while_both_type_loses_nothing(browser_of, watch, server, patient, doctor, room):
    phone = EyeMon(watch.page(browser_of("phone").new_page()), server).sign_in(patient).open_room(room)
    tablet = EyeMonDoctor(watch.page(browser_of("tablet").new_page()), server).sign_in(doctor).open_room(room)
    for number in range(12):
        if number in (4, 8):
            server.kill()
        phone.send(f"환자 {number}")
        tablet.send(f"의사 {number}")
        if number in (5, 9):
            server.start()
    for app in (phone, tablet):
        expect(app.messages()).to_have_count(24, timeout=40_000)
        expect(app.pending()).to_have_count(0, timeout=40_000)
    stored = [message["content"] for message in patient.messages(room)]
    assert sorted(stored) == sorted(f"{who} {number}" for who in ("환자", "의사") for number in range(12))
    for who in ("환자", "의사"):
        assert [text for text in stored if text.startswith(who)] == [f"{who} {number}" for number in range(12)]
    expect(phone.messages().last).to_contain_text(stored[-1])
    assert phone.texts() == tablet.texts() == stored


@pytest.mark.skipif(os.environ.get("MARU_TEST_SCALE") != "all", reason="takes a minute of silence")
def test_a_server_that_only_falls_silent_is_noticed(eyemon, server, patient, doctor, room):
    eyemon.sign_in(patient).open_room(room)
    eyemon.send("아직 있습니다")
    expect(eyemon.pending()).to_have_count(0)
    server.process.send_signal(signal.SIGSTOP)
    eyemon.send("들리시나요?")
    expect(eyemon.page.get_by_text(LOST).first).to_be_visible(timeout=90_000)
    expect(eyemon.pending()).to_have_count(1)
    server.process.send_signal(signal.SIGCONT)
    expect(eyemon.pending()).to_have_count(0, timeout=60_000)
    expect(eyemon.page.get_by_text(LOST)).to_have_count(0, timeout=60_000)
    assert [message["content"] for message in doctor.messages(room)] == ["아직 있습니다", "들리시나요?"]


def test_a_gap_is_seen_and_fills_itself(browser_of, watch, server, patient, doctor, room):
    line = Line(server)
    tablet = EyeMonDoctor(watch.page(browser_of("tablet").new_page()), line).sign_in(doctor).open_room(room)
    patient.send(room, "끊기기 전")
    tablet.expect_message("끊기기 전")
    line.cut()
    expect(tablet.page.get_by_text(LOST).first).to_be_visible()
    for number in range(3):
        patient.send(room, f"못 들은 말 {number}")
    held = []
    tablet.page.route("**/changes*", lambda route: held.append(route))
    line.mend()
    expect(tablet.page.get_by_text(LOST)).to_have_count(0, timeout=20_000)
    patient.send(room, "나중 말")
    tablet.expect_message("나중 말")
    gap = tablet.page.locator(".gap")
    expect(gap).to_have_count(1)
    tablet.expect_message("못 들은 말 0", 0)
    tablet.shot("tablet-gap")
    tablet.page.unroute("**/changes*")
    for route in held:
        route.fallback()
    expect(gap).to_have_count(0)
    assert tablet.texts() == ["끊기기 전", "못 들은 말 0", "못 들은 말 1", "못 들은 말 2", "나중 말"]
