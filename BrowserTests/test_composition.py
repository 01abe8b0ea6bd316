"""Enter and input methods: one whole message, exactly once; never while a candidate is being chosen."""

import pytest
from composing import InputMethod
from playwright.sync_api import expect

ANNYEONG = ("ㅇ", "아", "안", "안ㄴ", "안녀", "안녕")


@pytest.fixture
def typing(eyemon, patient, room):
    eyemon.sign_in(patient).open_room(room)
    eyemon.composer().focus()
    return InputMethod(eyemon.page)


def settles(eyemon, patient, room, texts):
    """Everything was sent once, and stays so."""
    expect(eyemon.messages()).to_have_count(len(texts))
    expect(eyemon.pending()).to_have_count(0)
    expect(eyemon.composer()).to_have_value("")
    eyemon.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 150, true)))")
    assert [message["content"] for message in patient.messages(room)] == texts
    assert eyemon.texts() == texts


def test_enter_during_korean_composition_sends_once(eyemon, typing, patient, room):
    typing.spell(*ANNYEONG)
    typing.enter_for_method()
    typing.commit("안녕")
    typing.enter_up()
    settles(eyemon, patient, room, ["안녕"])


def test_enter_repeated_after_the_composition_sends_once(eyemon, typing, patient, room):
    """Some platforms send a second, plain Enter once the input method has let go."""
    typing.spell(*ANNYEONG)
    typing.enter_for_method()
    typing.commit("안녕")
    typing.plain_enter()
    settles(eyemon, patient, room, ["안녕"])


def test_several_messages_in_a_row_are_whole(eyemon, typing, patient, room):
    words = ["눈이", "아파요", "언제", "갈까요"]
    for word in words:
        typing.spell(word[:1], word)
        typing.enter_for_method()
        typing.commit(word)
        typing.plain_enter()
        expect(eyemon.composer()).to_have_value("")
    settles(eyemon, patient, room, words)


def test_text_before_and_after_the_composition_stays_in_order(eyemon, typing, patient, room):
    eyemon.page.keyboard.type("OK, ")
    typing.spell("네", "넹")
    typing.commit("넹")
    eyemon.page.keyboard.type("!")
    typing.plain_enter()
    settles(eyemon, patient, room, ["OK, 넹!"])


def test_enter_while_choosing_a_japanese_candidate_never_sends(eyemon, typing, patient, room):
    typing.spell("m", "め", "めg", "めが", "目が")
    typing.enter_for_method()
    typing.commit("目が")
    typing.enter_up()
    eyemon.page.evaluate("() => new Promise(done => setTimeout(done, 200, true))")
    expect(eyemon.composer()).to_have_value("目が")
    assert patient.messages(room) == []
    typing.spell("い", "いた", "痛い")
    typing.enter_for_method()
    typing.commit("痛い")
    typing.enter_up()
    expect(eyemon.composer()).to_have_value("目が痛い")
    typing.plain_enter()
    settles(eyemon, patient, room, ["目が痛い"])


def test_a_message_that_arrives_leaves_the_composition_alone(eyemon, typing, patient, doctor, room):
    typing.spell("저", "저ㄴ", "저느", "저는")
    doctor.send(room, "편하게 말씀하세요")
    eyemon.expect_message("편하게 말씀하세요")
    expect(eyemon.composer()).to_have_value("저는")
    typing.spell("저는요")
    typing.enter_for_method()
    typing.commit("저는요")
    typing.plain_enter()
    settles(eyemon, patient, room, ["편하게 말씀하세요", "저는요"])


def test_a_new_line_is_no_message(eyemon, typing, patient, room):
    eyemon.page.keyboard.type("첫 줄")
    eyemon.page.keyboard.press("Shift+Enter")
    eyemon.page.keyboard.type("둘째 줄")
    expect(eyemon.composer()).to_have_value("첫 줄\n둘째 줄")
    eyemon.page.keyboard.press("Enter")
    settles(eyemon, patient, room, ["첫 줄\n둘째 줄"])


def test_blanks_are_no_message(eyemon, typing, patient, room):
    eyemon.page.keyboard.type("   ")
    eyemon.page.keyboard.press("Enter")
    eyemon.page.evaluate("() => new Promise(done => setTimeout(done, 200, true))")
    assert patient.messages(room) == []
