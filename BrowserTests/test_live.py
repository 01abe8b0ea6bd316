"""A patient's phone and a doctor's tablet at the same time."""

import re

import api
import pytest
from playwright.sync_api import expect


def sign_in_both(eyemon, eyemon_doctor, patient, doctor):
    eyemon.sign_in(patient)
    eyemon_doctor.sign_in(doctor)


def test_a_new_patient_appears_in_the_doctors_list_by_itself(eyemon, eyemon_doctor, patient, doctor):
    eyemon_doctor.sign_in(doctor)
    eyemon_doctor.says("아직 채팅이 없어요")
    room = patient.open_room(doctor)["room_id"]
    patient.send(room, "처음 뵙겠습니다")
    row = eyemon_doctor.row(re.compile(patient.nick))
    expect(row).to_contain_text("처음 뵙겠습니다")
    expect(row).to_have_accessible_name(re.compile("읽지 않은 메시지 1개"))
    patient.send(room, "두 번째입니다")
    expect(row).to_contain_text("두 번째입니다")
    expect(row).to_have_accessible_name(re.compile("읽지 않은 메시지 2개"))
    eyemon_doctor.shot("tablet-rooms-unread")
    row.click()
    expect(eyemon_doctor.messages()).to_have_count(2)
    expect(row).not_to_have_accessible_name(re.compile("읽지 않은"))


def test_text_arrives_both_ways_while_it_is_looked_at(eyemon, eyemon_doctor, patient, doctor, room):
    sign_in_both(eyemon, eyemon_doctor, patient, doctor)
    eyemon.open_room(room)
    eyemon_doctor.open_room(room)
    said = []
    for number in range(4):
        for side, other in ((eyemon, eyemon_doctor), (eyemon_doctor, eyemon)):
            text = f"{number}번째 말, {side.name}에서"
            side.send(text)
            other.expect_message(text)
            said.append(text)
    assert eyemon.texts() == eyemon_doctor.texts() == said
    eyemon.shot("phone-conversation")
    eyemon_doctor.shot("tablet-conversation")


def test_unread_marks_go_when_the_other_has_looked(eyemon, eyemon_doctor, patient, doctor, room):
    eyemon.sign_in(patient).open_room(room)
    eyemon.send("읽어 주세요")
    mark = eyemon.bubble("읽어 주세요").locator(".unread")
    expect(mark).to_have_text("1")
    eyemon.shot("phone-unread-mark")
    eyemon_doctor.sign_in(doctor).open_room(room)
    eyemon_doctor.expect_message("읽어 주세요")
    expect(mark).to_have_count(0)


def test_bubbles_of_one_minute_are_a_group(eyemon_doctor, patient, doctor, room):
    for text in ("하나", "둘", "셋"):
        patient.send(room, text)
    doctor.send(room, "넷")
    eyemon_doctor.sign_in(doctor).open_room(room)
    expect(eyemon_doctor.messages()).to_have_count(4)
    log = eyemon_doctor.page.get_by_role("log")
    expect(log.locator(".msg.first")).to_have_count(2)
    expect(log.locator(".msg .name")).to_have_count(1)
    assert 2 <= log.locator(".msg .when").count() <= 3, "the time stands where it changes"
    expect(log.locator(".day")).to_have_count(1)


@pytest.mark.parametrize("size", ["tablet", "portrait"])
def test_the_doctors_columns_follow_the_tablet(browser_of, watch, server, patient, doctor, room, size):
    from apps import EyeMonDoctor

    patient.send(room, "어느 쪽에 보이나요?")
    console = EyeMonDoctor(watch.page(browser_of(size).new_page()), server).sign_in(doctor)
    row = console.row(re.compile(patient.nick))
    row.click()
    expect(console.bubble("어느 쪽에 보이나요?")).to_be_visible()
    console.shot(f"{size}-doctor")
    if size == "tablet":
        expect(row).to_be_visible()
        left, right = row.bounding_box(), console.composer().bounding_box()
        assert left["x"] + left["width"] <= right["x"], "rooms left, conversation right"
    else:
        expect(row).to_be_hidden()
        console.button("뒤로").click()
        expect(row).to_be_visible()
        expect(console.composer()).to_be_hidden()


def test_days_are_kept_apart(browser_of, watch, shared_server):
    """The demo conversations reach back over several days."""
    from apps import EyeMon

    eyemon = EyeMon(watch.page(browser_of("phone").new_page()), shared_server)
    person = demo_patient(shared_server)
    rooms = [room for room in person.rooms() if "lastChat" in room]
    assert rooms, "demo patients have past conversations"
    days = {message["createdAt"][:10] for message in person.messages(rooms[0]["room_id"])}
    eyemon.sign_in(person).open_room(rooms[0]["room_id"])
    separators = eyemon.page.get_by_role("log").locator(".day")
    expect(separators.first).to_be_visible()
    assert abs(separators.count() - len(days)) <= 1
    assert len(set(separators.all_inner_texts())) == separators.count()
    eyemon.shot("phone-days")


def demo_patient(server):
    """The first patient among the sign-ins that the server printed."""
    password = re.search(r"password (\S+?)\)", server.log()).group(1)
    email = re.search(r"^  EyeMon +(\S+@\S+)", server.log(), re.M).group(1)
    return api.login(server.url, email, password=password)
