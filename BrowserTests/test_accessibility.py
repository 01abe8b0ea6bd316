"""axe on every screen, light and dark; each leaves two screenshots. The gate looks at Korean in the app's home size,
the full run (MARU_TEST_SCALE=all) at every language and size."""

import os
import re

import api
import pytest
from apps import EyeMon, EyeMonDoctor, agree
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

HOME = {EyeMon: "phone", EyeMonDoctor: "tablet"}
LOOKS = [(kind, size, "ko-KR") for kind, size in HOME.items()]
if os.environ.get("MARU_TEST_SCALE") == "all":
    LOOKS = [
        (kind, size, locale)
        for kind in HOME
        for size in ("phone", "tablet", "portrait", "desktop")
        for locale in ("ko-KR", "en-US", "ja-JP")
    ]

EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = EVERYTHING | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


class Look:
    """An app in one size and language, without motion: what moves is between two colours."""

    def __init__(self, kind, size, locale, browser_of, watch, server):
        page = watch.page(browser_of(size, locale=locale, reduced_motion="reduce").new_page())
        self.app, self.name = kind(page, server), f"{size}-{kind.name}-{locale[:2]}"

    def open(self, path):
        self.app.open(path)
        expect(self.app.page.get_by_role("heading").first).to_be_visible()

    def audit(self, name):
        page = self.app.page
        page.wait_for_timeout(300)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{self.name} {name}: {wide} pixels too wide"
        # Another scheme is other colours and nothing else.
        for scheme, options in (("dark", COLOURS), ("light", EVERYTHING)):
            page.emulate_media(color_scheme=scheme)
            self.app.shot(f"{self.name}-{scheme}-{name}")
            results = Axe().run(page, options=options)
            assert results.violations_count == 0, f"{self.name} {scheme} {name}\n{results.generate_report()}"

    def open_search(self, text):
        self.app.open("/search")
        self.app.page.get_by_role("searchbox").fill(text)
        expect(self.app.page.locator(".match").first).to_be_visible()

    def sign_in(self, person):
        """By the fields' names, which are the same in every language."""
        agree(person)
        self.open("/sign-in")
        self.app.page.locator("#email").fill(person.email)
        self.app.page.locator("#password").fill(api.PASSWORD)
        self.app.page.locator("#password").press("Enter")
        expect(self.app.page).not_to_have_url(re.compile("sign-in"))


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0].name}-{'-'.join(look[1:])}")
def look(request, browser_of, watch, server):
    return Look(*request.param, browser_of, watch, server)


def test_screens_of_whom_nobody_knows(look):
    for path in ("/", "/sign-in", "/sign-in/phone", "/sign-in/reset", "/sign-up", "/settings", "/nowhere"):
        look.open(path)
        look.audit("out" + path.replace("/", "-").rstrip("-"))
    look.open("/sign-up")
    look.app.page.locator("#email").fill("x")
    look.app.page.locator("#password").fill("x")
    look.app.page.locator("#password").press("Enter")
    expect(look.app.page.locator("#email")).to_have_attribute("aria-invalid", "true")
    expect(look.app.page.locator(":invalid")).to_have_count(0)  # or the browser says its own words over ours
    look.audit("sign-up-faults")


def test_screens_of_a_person(look, patient, doctor, room):
    for number in range(6):
        (patient, doctor)[number % 3 == 0].send(room, f"{number}번째 말입니다. 조금 길게 써서 줄이 바뀌는지도 봅니다.")
    is_patient = isinstance(look.app, EyeMon)
    look.sign_in(patient if is_patient else doctor)
    places = ["", "/sessions", "/ways", "/email", "/password", "/consents", "/notices", "/push"]
    places += ["/profile", "/openings", "/data", "/activity", "/approval"]
    paths = ["/", "/chats", "/settings"] + ["/me" + place for place in places]
    for path in paths + (["/doctors"] if is_patient else []):
        look.open(path)
        look.audit("in" + path.replace("/", "-").rstrip("-"))
    if is_patient:
        mine = ["/reservations", "/waiting", "/payments", "/reservations/" + room, "/orders/none"]
        for path in mine + [f"/doctors/{doctor.user_id}{place}" for place in ("", "/times", "/waiting")]:
            look.open(path)
            look.audit("booking" + path.replace(doctor.user_id, "d").replace(room, "r").replace("/", "-"))
    for path in () if is_patient else ("/schedule", "/schedule/hours", "/schedule/terms"):
        look.open(path)
        look.audit(path[1:].replace("/", "-"))
    look.open(f"/chats/{room}")
    look.app.expect_message("5번째 말입니다")
    look.audit("room")
    look.app.page.get_by_role("article").last.locator(".bubble").click(button="right")
    expect(look.app.sheet()).to_be_visible()
    look.audit("menu")
    look.app.page.keyboard.press("Escape")
    look.open_search("말입니다")
    look.audit("search")


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
