"""axe on every screen, light and dark, in its home size; each leaves a screenshot."""

import re

import pytest
from apps import EyeMon, EyeMonDoctor
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

SIZES = {EyeMon: "phone", EyeMonDoctor: "tablet"}


def audit(app, name):
    app.page.wait_for_timeout(300)
    app.shot(f"{SIZES[type(app)]}-{app.name}-{name}")
    results = Axe().run(app.page)
    assert results.violations_count == 0, f"{name}\n{results.generate_report()}"


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.mark.parametrize("kind", [EyeMon, EyeMonDoctor])
def test_screens_of_whom_nobody_knows(browser_of, watch, server, kind, scheme):
    app = kind(watch.page(browser_of(SIZES[kind], color_scheme=scheme).new_page()), server)
    for path in ("/", "/sign-in", "/sign-up", "/settings", "/nowhere"):
        app.open(path)
        expect(app.page.get_by_role("heading").first).to_be_visible()
        audit(app, f"{scheme}-out{path.replace('/', '-').rstrip('-')}")
    app.open("/sign-up")
    app.field("이메일").fill("x")
    app.password().fill("x")
    app.button("가입하기").click()
    app.says("이메일 형식을 확인해 주세요")
    audit(app, f"{scheme}-sign-up-faults")


@pytest.mark.parametrize("kind", [EyeMon, EyeMonDoctor])
def test_screens_of_a_person(browser_of, watch, server, patient, doctor, room, kind, scheme):
    for number in range(6):
        (patient, doctor)[number % 3 == 0].send(room, f"{number}번째 말입니다. 조금 길게 써서 줄이 바뀌는지도 봅니다.")
    app = kind(watch.page(browser_of(SIZES[kind], color_scheme=scheme).new_page()), server)
    app.sign_in(patient if kind is EyeMon else doctor)
    for path in ("/", "/chats", "/settings") + (("/doctors",) if kind is EyeMon else ()):
        app.open(path)
        expect(app.page.get_by_role("heading").first).to_be_visible()
        audit(app, f"{scheme}-in{path.replace('/', '-').rstrip('-')}")
    app.open_room(room)
    app.expect_message("5번째 말입니다")
    audit(app, f"{scheme}-room")


def test_everything_is_reached_by_keyboard(browser_of, watch, server, patient, doctor, room):
    patient.send(room, "자판으로만")
    console = EyeMonDoctor(watch.page(browser_of("tablet").new_page()), server).sign_in(doctor)
    row = console.row(re.compile(patient.nick))
    expect(row).to_be_visible()
    for _ in range(12):
        console.page.keyboard.press("Tab")
        if row.evaluate("(node) => node === document.activeElement"):
            break
    else:
        raise AssertionError("the room is not reached by Tab")
    console.page.keyboard.press("Enter")
    console.expect_message("자판으로만")
    console.composer().focus()
    console.page.keyboard.type("답장")
    console.page.keyboard.press("Enter")
    console.expect_message("답장")
