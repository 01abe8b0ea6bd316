"""Two tabs of one browser: both show the same, one of them sends for both, and when it is gone the other does."""

import pytest
from apps import EyeMon
from playwright.sync_api import expect


@pytest.fixture
def server(own_server):
    return own_server


@pytest.fixture
def tabs(browser_of, watch, server, patient, room):
    """The first one sends: it was there first."""
    context = browser_of("phone")
    first = EyeMon(watch.page(context.new_page()), server).sign_in(patient).open_room(room)
    second = EyeMon(watch.page(context.new_page()), server).open_room(room)
    return first, second


def contents(person, room):
    return [message["content"] for message in person.messages(room)]


def settles(tabs, patient, room, texts):
    for tab in tabs:
        expect(tab.pending()).to_have_count(0, timeout=30_000)
        expect(tab.messages()).to_have_count(len(texts), timeout=30_000)
        assert tab.texts() == texts
    assert contents(patient, room) == texts


def test_what_is_said_in_either_tab_is_sent_once(tabs, patient, room):
    first, second = tabs
    second.send("둘째 탭에서")
    second.expect_message("둘째 탭에서")
    expect(second.pending()).to_have_count(0)
    first.send("첫째 탭에서")
    first.expect_message("첫째 탭에서")
    settles(tabs, patient, room, ["둘째 탭에서", "첫째 탭에서"])


def test_what_waits_in_one_tab_is_seen_and_changed_in_the_other(tabs, server, patient, room):
    first, second = tabs
    server.kill()
    first.send("첫 생각")
    expect(second.bubble("첫 생각")).to_have_count(1)
    second.send("둘째 말")
    second.send("보내지 않을 말")
    expect(first.pending()).to_have_count(3)
    second.choose("첫 생각", "수정")
    second.composer().fill("고친 생각")
    second.composer().press("Enter")
    second.choose("보내지 않을 말", "삭제")
    for tab in tabs:
        tab.expect_message("고친 생각")
        tab.expect_message("보내지 않을 말", 0)
    first.shot("phone-tabs-waiting")
    server.start()
    settles(tabs, patient, room, ["고친 생각", "둘째 말"])


def test_the_other_tab_sends_when_the_first_is_gone(tabs, server, patient, doctor, room):
    first, second = tabs
    server.kill()
    first.send("첫째가 남긴 말")
    second.send("둘째가 남긴 말")
    expect(first.pending()).to_have_count(2)
    expect(second.pending()).to_have_count(2)
    first.page.close()
    server.start()
    settles([second], patient, room, ["첫째가 남긴 말", "둘째가 남긴 말"])
    second.send("그 뒤의 말")
    settles([second], patient, room, ["첫째가 남긴 말", "둘째가 남긴 말", "그 뒤의 말"])
    doctor.send(room, "네")
    settles([second], patient, room, ["첫째가 남긴 말", "둘째가 남긴 말", "그 뒤의 말", "네"])


def test_the_other_tab_sends_when_the_program_of_the_first_stopped(tabs, server, patient, room):
    first, second = tabs
    # The session has a lock of its own while it is renewed.
    lock = """() => navigator.locks.query()
      .then(({ held }) => held.filter(({ name }) => !name.startsWith("maru/session/")).length)"""
    assert second.page.evaluate(lock) == 1
    first.page.evaluate("() => location.replace('about:blank')")
    second.send("혼자 남아서")
    settles([second], patient, room, ["혼자 남아서"])
    assert second.page.evaluate(lock) == 1
