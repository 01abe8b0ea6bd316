"""A real Chromium beside a real server. Screenshots are kept in build/screenshots."""

import os
from pathlib import Path

import api
import live
import pytest
from apps import EyeMon, EyeMonDoctor, agree
from fileserver import FileServer
from playwright.sync_api import expect, sync_playwright
from watching import Watch

os.chdir(live.ROOT)
CHROMIUM = os.environ.get("MARU_CHROMIUM", "/usr/bin/chromium")
# The same engine without windows and menus: two fifths less to compute. It takes no push and shows no PDF.
SHELL = os.environ.get("MARU_CHROMIUM", "/usr/bin/chromium-headless-shell")
SIZES = {
    "phone": {
        "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True
    },
    "tablet": {"viewport": {"width": 1180, "height": 820}, "has_touch": True},
    "portrait": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
expect.set_options(timeout=20_000)


def pytest_configure(config):
    config.addinivalue_line("markers", "whole_browser: needs what the browser without windows cannot do")


@pytest.fixture(scope="session")
def playwright():
    Path("build/screenshots").mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        yield playwright


def launched(playwright, path):
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    # Without a page Chromium may end: a test that closes its only one would have none to come back to.
    browser.new_page()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shell_browser(playwright):
    yield from launched(playwright, SHELL)


@pytest.fixture(scope="session")
def whole_browser(playwright):
    yield from launched(playwright, CHROMIUM)


@pytest.fixture
def chromium(request):
    is_whole = request.node.get_closest_marker("whole_browser")
    return request.getfixturevalue("whole_browser" if is_whole else "shell_browser")


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    running = live.Server(tmp_path_factory.mktemp("maru"), "--demo").start()
    yield running
    running.stop()


@pytest.fixture
def server(shared_server):
    """Most journeys make their own people on one server; those that stop it use `own_server`."""
    return shared_server


@pytest.fixture
def own_server(tmp_path):
    running = live.Server(tmp_path / "maru").start()
    yield running
    if running.process is not None:
        running.kill()


@pytest.fixture
def watch():
    watching = Watch()
    yield watching
    watching.check()


@pytest.fixture
def browser_of(chromium, watch):
    """`browser_of("phone")`: a browser profile of its own in that size; `locale` and `color_scheme` as wanted."""
    contexts = []

    def make(size, locale="ko-KR", **options):
        settings = {"timezone_id": "Asia/Seoul", "locale": locale, "color_scheme": "light", **SIZES[size], **options}
        context = chromium.new_context(**settings)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def fileserver():
    """Serves the scripts alone."""
    server = FileServer()
    yield server
    server.hold.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def eyemon(browser_of, watch, server):
    """EyeMon on a phone."""
    return EyeMon(watch.page(browser_of("phone").new_page()), server)


@pytest.fixture
def eyemon_doctor(browser_of, watch, server):
    """EyeMonDoctor on a tablet in landscape."""
    return EyeMonDoctor(watch.page(browser_of("tablet").new_page()), server)


@pytest.fixture
def patient(server):
    return agree(api.join(server.url, "eyemon", "이하늘"))


@pytest.fixture
def doctor(server):
    return agree(api.join(server.url, "eyemon-doctor", "박새눈"))


@pytest.fixture
def room(patient, doctor):
    return patient.open_room(doctor)["room_id"]
