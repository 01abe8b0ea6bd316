"""What the script around the program promises: it says when it stops, works without a store, keeps lists in place,
leaves links to the browser where a person asks for that, and changes to a new version under open tabs."""

import re
import shutil

import live
import pytest
from apps import EyeMon, EyeMonDoctor
from playwright.sync_api import expect
from watching import until

TOP = "(node) => node.getBoundingClientRect().top"
FROM_END = "(log) => log.scrollHeight - log.clientHeight - log.scrollTop"


def test_a_program_that_cannot_run_says_so(browser_of, server):
    page = browser_of("phone").new_page()
    page.route("**/ConsultWeb.*.wasm", lambda route: route.fulfill(body=b"\0asm", content_type="application/wasm"))
    app = EyeMon(page, server).open("/sign-in")
    expect(page.get_by_role("alertdialog", name="멈췄어요")).to_be_visible()
    page.unroute("**/ConsultWeb.*.wasm")
    app.button("새로고침").click()
    expect(app.password()).to_be_visible()


def test_without_a_store_the_app_still_works(eyemon, patient, doctor, room):
    doctor.send(room, "저장소가 없어도")
    eyemon.page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError') }")
    eyemon.sign_in(patient).open_room(room)
    eyemon.expect_message("저장소가 없어도")
    eyemon.send("잘 됩니다")
    expect(eyemon.pending()).to_have_count(0)
    assert [message["content"] for message in doctor.messages(room)] == ["저장소가 없어도", "잘 됩니다"]


def test_the_end_of_a_conversation_stays_in_sight(eyemon, patient, doctor, room):
    for number in range(25):
        doctor.send(room, f"말 {number}")
    eyemon.sign_in(patient).open_room(room)
    log = eyemon.page.get_by_role("log")
    expect(eyemon.bubble("말 24")).to_be_in_viewport()
    doctor.send(room, "긴 말 " * 60)
    eyemon.expect_message("긴 말")
    eyemon.page.wait_for_function(f"(log) => ({FROM_END})(log) < 2", arg=log.element_handle())
    # The keyboard on the screen takes half of it.
    eyemon.page.set_viewport_size({"width": 390, "height": 480})
    eyemon.page.wait_for_function(f"(log) => ({FROM_END})(log) < 2", arg=log.element_handle())


def test_what_is_being_read_stays_in_place(eyemon, patient, doctor, room):
    for number in range(40):
        doctor.send(room, f"말 {number}!")
    eyemon.sign_in(patient).open_room(room)
    expect(eyemon.bubble("말 39!")).to_be_in_viewport()
    eyemon.page.get_by_role("log").evaluate("(log) => { log.scrollTop = 400 }")
    reading = eyemon.bubble("말 12!")
    eyemon.page.wait_for_timeout(300)
    before = reading.evaluate(TOP)
    doctor.send(room, "새 말")
    eyemon.expect_message("새 말")
    eyemon.page.wait_for_timeout(300)
    assert abs(reading.evaluate(TOP) - before) < 2


def test_older_rows_come_above_without_a_jump(eyemon, patient, doctor, room):
    for number in range(130):
        doctor.send(room, f"말 {number}!")
    eyemon.sign_in(patient).open_room(room)
    expect(eyemon.bubble("말 129!")).to_be_in_viewport()
    log, rows = eyemon.page.get_by_role("log"), eyemon.messages().count()
    log.evaluate("(log) => { log.scrollTop = 500 }")
    eyemon.page.wait_for_timeout(300)
    reading = eyemon.bubble("말 54!")
    log.evaluate("(log) => { log.scrollTop = 150 }")
    before = reading.evaluate(TOP)
    eyemon.page.wait_for_function(f"() => document.querySelectorAll('[role=article]').length > {rows}")
    eyemon.page.wait_for_timeout(300)
    assert abs(reading.evaluate(TOP) - before) < 2


def test_a_link_with_a_modifier_is_the_browsers(browser_of, watch, server, patient, doctor, room):
    patient.send(room, "새 탭에서")
    context = browser_of("tablet")
    console = EyeMonDoctor(watch.page(context.new_page()), server).sign_in(doctor)
    with context.expect_page() as opened:
        console.row(re.compile(patient.nick)).click(modifiers=["Control"])
    console.expect_path("/chats")
    expect(opened.value).to_have_url(re.compile(f"/chats/{room}$"))
    EyeMonDoctor(opened.value, server).expect_message("새 탭에서")


@pytest.fixture
def server_of_copied_files(tmp_path):
    web = tmp_path / "web"
    shutil.copytree("build/web", web)
    running = live.Server(tmp_path / "maru", "--web", str(web)).start()
    yield running, web
    running.stop()


def test_a_new_version_shows_at_once_and_leaves_open_tabs_alone(browser_of, watch, server_of_copied_files):
    server, web = server_of_copied_files
    context = browser_of("phone")
    old = EyeMon(watch.page(context.new_page()), server).open("/sign-in")
    old.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    old.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    names = old.page.evaluate("() => caches.keys()")
    for name in ("index.html", "sw.js"):
        for twin in web.glob(f"eyemon/{name}.*"):
            twin.unlink()
    page = web / "eyemon/index.html"
    page.write_text(page.read_text("utf-8").replace('<html lang="ko"', '<html lang="ko" data-version="next"'), "utf-8")
    worker = web / "eyemon/sw.js"
    worker.write_text(re.sub(r"`maru-\$\{app\}-\w+`", "`maru-${app}-next`", worker.read_text("utf-8")), "utf-8")

    new = EyeMon(watch.page(context.new_page()), server).open("/sign-in")
    expect(new.page.locator("html[data-version=next]")).to_have_count(1)
    new.page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    until(new.page, "async () => (await caches.keys()).join() === 'maru-eyemon-next'")
    assert names != ["maru-eyemon-next"]
    old.page.get_by_role("link", name="회원가입").click()
    old.expect_path("/sign-up")
    server.kill()
    old.page.reload()
    expect(old.page.locator("html[data-version=next]")).to_have_count(1)
    expect(old.password()).to_be_visible()
